import { describe, expect, it } from 'vitest'
import { m } from '../../../i18n/paraglide/messages.js'
import type { PacketState } from '../../../shared/desk/packets.ts'
import { dueOf, filterOf, rowStateWords } from './packet-words.ts'

const row = (state: PacketState, dueDate: string | null) => ({
  packet: 'packet-1',
  name: 'Forms',
  state,
  dueDate,
})
const today = '2030-05-31'

describe('a packet', () => {
  it.each([
    ['open', '2030-05-30', 'overdue', 'Overdue'],
    ['open', '2030-05-31', 'due', 'Due today'],
    ['started', '2030-05-31', 'due', 'Due today'],
    ['open', '2030-06-01', undefined, 'Not begun'],
    ['started', null, undefined, 'Begun'],
    ['completed', '2030-05-01', undefined, 'Done'],
    ['archived', '2030-05-01', undefined, 'Put away'],
  ] as const)('that is %s and due %s is %s', (state, dueDate, due, words) => {
    expect(dueOf(row(state, dueDate), today)).toBe(due)
    expect(rowStateWords(row(state, dueDate), today)).toBe(words)
  })

  it.each([
    ['open', 'open'],
    ['started', 'open'],
    ['completed', 'done'],
    ['archived', 'archived'],
  ] as const)('that is %s stands under %s', (state, filter) => {
    expect(filterOf(row(state, null))).toBe(filter)
  })
})

it('that is put away is never said to be saved in Spanish', () => {
  const of = { locale: 'es' } as const
  const words = [
    ...[m.desk_packets_archive, m.desk_packets_archived_now].map((word) => word({}, of)),
    m.desk_packets_archive_title({}, of),
    m.desk_packets_filter_name({ filter: 'archived' }, of),
    m.desk_packets_none({ filter: 'archived' }, of),
    m.desk_packets_is({ state: 'archived' }, of),
  ]
  for (const each of words) expect(each).toMatch(/retir/i)
})
