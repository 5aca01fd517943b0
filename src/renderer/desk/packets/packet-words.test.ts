import { expect, it } from 'vitest'
import type { PacketState } from '../../../shared/desk/packets.ts'
import { dueOf, rowStateWords } from './packet-words.ts'

const row = (state: PacketState, dueDate: string | null) => ({
  packet: 'packet-1',
  name: 'Forms',
  state,
  dueDate,
})
const today = '2030-05-31'

it.each([
  ['open', '2030-05-30', 'overdue', 'Overdue'],
  ['open', '2030-05-31', 'due', 'Due today'],
  ['started', '2030-05-31', 'due', 'Due today'],
  ['open', '2030-06-01', undefined, 'Not begun'],
  ['started', null, undefined, 'Begun'],
  ['completed', '2030-05-01', undefined, 'Done'],
  ['archived', '2030-05-01', undefined, 'Put away'],
] as const)('a packet that is %s and due %s is %s', (state, dueDate, due, words) => {
  expect(dueOf(row(state, dueDate), today)).toBe(due)
  expect(rowStateWords(row(state, dueDate), today)).toBe(words)
})
