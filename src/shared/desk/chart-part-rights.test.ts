import { describe, expect, it } from 'vitest'
import type { DeskOperation, DeskOperations } from './operation.ts'
import { appointmentOperations } from './operations/appointments.ts'
import { packetOperations } from './operations/packets.ts'
import { hasRight } from './rights.ts'

const operations: readonly (readonly [string, DeskOperation])[] = [
  packetOperations,
  appointmentOperations,
].flatMap(({ queries, commands }) => [...Object.entries(queries), ...Object.entries(commands)])

describe.each(operations)('%s', (_, { right }) => {
  it.each([
    ['reception', true],
    ['clinical', true],
    ['billing', false],
    ['administrator', false],
  ] as const)('asked by %s: %s', (role, isAllowed) => {
    expect(hasRight([role], right)).toBe(isAllowed)
  })
})

it('changes something by commands alone', () => {
  const parts: readonly DeskOperations[] = [packetOperations, appointmentOperations]
  for (const { queries, commands } of parts) {
    for (const { right } of Object.values(queries)) expect(right.act).toBe('see')
    for (const { right } of Object.values(commands)) expect(right.act).toBe('change')
  }
})
