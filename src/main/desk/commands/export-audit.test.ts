import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { err, ok } from '../../../shared/result.ts'
import type { AuditQuery, AuditRecord } from '../../vault/audit/audit.ts'
import { exportAudit, type AuditExportParts } from './export-audit.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'foyer-export-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const wallTime = () => new Date(2026, 2, 10, 17, 5).getTime()
const record = (seq: number, fields: AuditRecord['fields'] = {}): AuditRecord => ({
  ...{ seq, at: Date.UTC(2026, 2, 4, 15), kind: 'deskChanged', fields },
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

const parts = (more: Partial<AuditExportParts>): AuditExportParts => ({
  search: () => [],
  members: { list: () => [] },
  exportFolder: folder,
  signal: new AbortController().signal,
  wallTime,
  ...more,
})
const file = 'audit-2026-03-10-1705.csv'
const linesOf = (name: string) => readFileSync(join(folder, name), 'utf8').split('\r\n')

it('writes what the desk shows of an entry, the patient by the number of the service', async () => {
  const fields = {
    ...{ member: 'm', command: 'removePatient', reason: '=HYPERLINK("x")', hash: 'h' },
    'record.patientId': 5001,
  }
  const found = parts({ search: () => [record(7, fields)] })
  expect(await exportAudit(found, {}, undefined)).toEqual(
    ok({ outcome: 'exported', file, entries: 1 }),
  )
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
  const exported = await exportAudit(parts({ search }), { group: 'signIns', from: 5 }, 5001)
  expect(exported).toEqual(ok({ outcome: 'exported', file, entries: 2_500 }))
  const seqs = linesOf(file)
    .slice(1, -1)
    .map((line) => Number(/^"(\d+)"/.exec(line)?.[1]))
  expect(seqs).toEqual(Array.from({ length: 2_500 }, (_, index) => 2_500 - index))
  expect(queries.map(({ before }) => before)).toEqual([undefined, 1_501, 501])
  for (const query of queries) expect(query).toMatchObject({ from: 5, patient: '5001' })
})

it('writes beside what stands there', async () => {
  const { search } = manyEntries(1)
  await exportAudit(parts({ search }), {}, undefined)
  await exportAudit(parts({ search }), {}, undefined)
  expect(readdirSync(folder).sort()).toEqual(['audit-2026-03-10-1705-2.csv', file])
})

it.each([
  ['none is set', null],
  ['it is not there', '/nowhere/foyer'],
])('reads nothing without a folder: %s', async (_, exportFolder) => {
  const { queries, search } = manyEntries(1)
  const exported = await exportAudit(parts({ search, exportFolder }), {}, undefined)
  expect(exported).toEqual(ok({ outcome: 'noFolder' }))
  expect(queries).toEqual([])
})

it('writes no file of nothing', async () => {
  expect(await exportAudit(parts({}), {}, undefined)).toEqual(ok({ outcome: 'nothing' }))
  expect(readdirSync(folder)).toEqual([])
})

it('writes nothing once the session has ended', async () => {
  const ended = new AbortController()
  const { search } = manyEntries(2_500)
  const exporting = exportAudit(parts({ search, signal: ended.signal }), {}, undefined)
  ended.abort()
  expect(await exporting).toEqual(err({ kind: 'locked' }))
  expect(readdirSync(folder)).toEqual([])
})
