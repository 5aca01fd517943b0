import { expect, it } from 'vitest'
import type { AuditRecord } from '../../vault/audit/audit.ts'
import { looksOf } from './audit.ts'

const minute = 60_000
const names = new Map([['ana', 'Ana Ruiz']])
/** Makes entries of these minutes, kinds and fields, the newest first. */
const entries = (...all: (readonly [number, string, AuditRecord['fields']])[]) =>
  all
    .map(([at, kind, fields], index) => ({ seq: index + 1, at: at * minute, kind, fields }))
    .toReversed()

it('makes one line of an open list that asks the service hundreds of times', () => {
  const member = 'ana'
  const calls = Array.from(
    { length: 600 },
    (_, index) =>
      [index * 0.027, 'call', { member, operation: 'partner.formPackets.list' }] as const,
  )
  const looked = (at: number) => [at, 'deskQueried', { member, query: 'packets' }] as const
  const found = looksOf(entries(looked(0), ...calls, looked(16.3)), names)
  expect(found).toEqual([
    {
      from: 0,
      until: 16.3 * minute,
      member: 'Ana Ruiz',
      did: { what: 'saw', place: 'packets' },
      calls: [{ operation: 'partner.formPackets.list', count: 600 }],
    },
  ])
})

it('tells apart who it was, what they did, and a pause', () => {
  const found = looksOf(
    entries(
      [0, 'call', { operation: 'partner.patients.get' }],
      [1, 'deskQueried', { member: 'ana', query: 'patientChart' }],
      [2, 'deskChanged', { member: 'ana', command: 'changePatient' }],
      [2, 'call', { member: 'ana', operation: 'partner.patients.update' }],
      [3, 'deskQueried', { member: 'gone', query: 'patientChart' }],
      [30, 'call', { member: 'ana', operation: 'partner.patients.get' }],
      [31, 'deskCodeUsed', { member: 'ana' }],
    ),
    names,
  )
  expect(found.map(({ member, did, calls }) => [member, did, calls.length])).toEqual([
    ['Ana Ruiz', { what: 'beganAtKiosk' }, 0],
    ['Ana Ruiz', { what: 'inList' }, 1],
    ['?', { what: 'saw', place: 'patients' }, 0],
    ['Ana Ruiz', { what: 'did', command: 'changePatient' }, 1],
    ['Ana Ruiz', { what: 'saw', place: 'patients' }, 0],
    [null, { what: 'visit' }, 1],
  ])
})
