import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { testFolder } from '#harness/test-folder.ts'
import type { Member } from '../../../shared/desk/members.ts'
import { err, ok } from '../../../shared/result.ts'
import type { AuditRecord, AuditQuery } from '../../vault/audit/audit.ts'
import { createReferences } from '../feature.ts'
import { looksOf, serveAudit } from './audit.ts'

let folder: string
beforeEach(() => void (folder = testFolder()))

const wallTime = () => new Date(2026, 2, 10, 17, 5).getTime()
const record = (seq: number, fields: AuditRecord['fields'] = {}): AuditRecord => ({
  seq,
  at: Date.UTC(2026, 2, 4, 15),
  kind: 'deskChanged',
  fields,
})

/** Entries with the numbers from `count` down to 1, and what was looked for. */
function manyEntries(count: number) {
  const queries: AuditQuery[] = []
  const search = (query: AuditQuery) => {
    queries.push(query)
    const newest = Math.min(count, (query.before ?? Infinity) - 1)
    const length = Math.max(0, Math.min(query.limit, newest))
    return Array.from({ length }, (_, index) => record(newest - index))
  }
  return { queries, search }
}

type Served = Parameters<typeof serveAudit>
let references: ReturnType<typeof createReferences>
beforeEach(() => void (references = createReferences()))
const members = { list: () => [] }
const verify = () => err({ kind: 'seal' as const })
const work = (more: Partial<Served[0]> = {}): Served[0] => {
  const { signal } = new AbortController()
  return { references, wallTime, signal, exportFolder: folder, ...more }
}
/** Exports what is asked for, of what `search` finds. */
const exportAudit = (search: Served[1]['search'], asked = {}, more: Partial<Served[0]> = {}) =>
  serveAudit(work(more), { search, verify }, members).exportAudit(asked)?.run()
const file = 'audit-2026-03-10-1705.csv'
const linesOf = (name: string) => readFileSync(join(folder, name), 'utf8').split('\r\n')

it('writes what the desk shows of an entry, the patient by the number of the service', async () => {
  const fields = {
    member: 'm',
    command: 'removePatient',
    reason: '=HYPERLINK("x")',
    hash: 'h',
    'record.patientId': 5001,
  }
  const exported = await exportAudit(() => [record(7, fields)])
  expect(exported).toEqual(ok({ outcome: 'exported', file, entries: 1 }))
  expect(linesOf(file)).toEqual([
    '\uFEFF"seq","at","group","kind","member","about","patient","query","searchedBy","command",' +
      '"operation","outcome","reason","why","role","roles","name"',
    '"7","2026-03-04T15:00:00.000Z","changes","deskChanged","","","5001","","","removePatient",' +
      `"","","'=HYPERLINK(""x"")","","","",""`,
    '',
  ])
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
})

it('writes all that fits, each entry once, also more than are read at a time', async () => {
  const { queries, search } = manyEntries(2_500)
  const patient = references.of('auditedPatient', 5001)
  const exported = await exportAudit(search, { group: 'signIns', from: 5, patient })
  expect(exported).toEqual(ok({ outcome: 'exported', file, entries: 2_500 }))
  const seqs = linesOf(file)
    .slice(1, -1)
    .map((line) => Number(/^"(\d+)"/.exec(line)?.[1]))
  expect(seqs).toEqual(Array.from({ length: 2_500 }, (_, index) => 2_500 - index))
  expect(queries.map(({ before }) => before)).toEqual([undefined, 1_501, 501])
  for (const query of queries) expect(query).toMatchObject({ from: 5, patient: '5001' })
})

it.each([
  ['none is set', null],
  ['it is not there', '/nowhere/foyer'],
])('reads nothing without a folder: %s', async (_, exportFolder) => {
  const { queries, search } = manyEntries(1)
  expect(await exportAudit(search, {}, { exportFolder })).toEqual(ok({ outcome: 'noFolder' }))
  expect(queries).toEqual([])
})

it('writes no file of nothing', async () => {
  expect(await exportAudit(() => [])).toEqual(ok({ outcome: 'nothing' }))
  expect(readdirSync(folder)).toEqual([])
})

it('writes nothing once the session has ended', async () => {
  const ended = new AbortController()
  const { search } = manyEntries(2_500)
  const exporting = exportAudit(search, {}, { signal: ended.signal })
  ended.abort()
  expect(await exporting).toEqual(err({ kind: 'locked' }))
  expect(readdirSync(folder)).toEqual([])
})

describe('the audit', () => {
  const open = (verify: Parameters<typeof serveAudit>[1]['verify']) =>
    serveAudit(work(), { search: () => [], verify }, members)

  it('says where its chain breaks', async () => {
    const broken = open(() => err({ kind: 'changed', seq: 12 }))
    expect(await broken.verifyAudit({})?.run()).toEqual(
      ok({ holds: false, fault: 'changed', seq: 12 }),
    )
    const unsealed = open(() => err({ kind: 'seal' }))
    expect(await unsealed.verifyAudit({})?.run()).toEqual(
      ok({ holds: false, fault: 'seal', seq: null }),
    )
  })

  it('names who commanded a kiosk by their id, and nobody by a name that was said', async () => {
    const said = { act: 'lock', to: 'kiosk', by: 'm', reason: 'a spill' }
    const found = [
      { seq: 2, at: 5, kind: 'commandSent', fields: { ...said, by: 'An old name', member: 'm' } },
      { seq: 1, at: 5, kind: 'commandSent', fields: said },
    ]
    const reading = { search: () => found, verify }
    const named = { list: () => [{ id: 'm', name: 'Mia Sol' } as Member] }
    expect(await serveAudit(work(), reading, named).auditEntries({})?.run()).toMatchObject({
      value: {
        entries: [
          { seq: 2, member: 'Mia Sol', about: null },
          { seq: 1, member: null, about: null },
        ],
      },
    })
  })

  it('hands out no field that it was not made to show', async () => {
    const fields = { member: 'm', operation: 'o', 'record.patientId': 9, hash: 'h', target: 't' }
    const found = [{ seq: 3, at: 5, kind: 'ofAnotherFoyer', fields }]
    const reading = { search: () => found, verify }
    expect(await serveAudit(work(), reading, members).auditEntries({})?.run()).toEqual(
      ok({
        entries: [
          {
            seq: 3,
            at: 5,
            kind: 'ofAnotherFoyer',
            group: 'others',
            member: null,
            about: null,
            patient: 'auditedPatient-1',
            details: [{ what: 'operation', value: 'o' }],
          },
        ],
        next: null,
      }),
    )
  })
})

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
  expect(looksOf(entries(looked(0), ...calls, looked(16.3)), names)).toEqual([
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
