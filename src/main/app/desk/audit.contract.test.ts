import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { halfDone, onePacket } from '../../../../sandbox/seeds/cases.ts'
import { openDesk } from '#harness/desk/open-desk.ts'
import { testFolder } from '#harness/test-folder.ts'
import type { AuditSearch } from '../../../shared/desk/audit.ts'

let desk: Awaited<ReturnType<typeof openDesk>>
let exports: string
beforeEach(async () => {
  exports = testFolder()
  desk = await openDesk(['reception'], { settings: { FOYER_DESK_EXPORT_FOLDER: exports } })
})

const search = (input: AuditSearch = {}) => desk.read('auditEntries', input)

it('is read back to its first entry, the newest first, each entry once', async () => {
  await desk.query('today')
  for (let count = 0; count < 250; count += 1) desk.at.vault.audit.append('started')
  const seen: number[] = []
  for (let before: number | undefined; ;) {
    const { entries, next } = await search(before === undefined ? {} : { before })
    seen.push(...entries.map(({ seq }) => seq))
    if (next === null) break
    before = next
  }
  expect(seen.length).toBeGreaterThan(250)
  expect(seen).toEqual(Array.from({ length: seen.length }, (_, index) => seen.length - index))
})

it('names who, and of patients nothing but a name of its own, by which it is narrowed', async () => {
  await desk.query('today')
  const calls = await search({ group: 'calls' })
  const about = calls.entries.find(({ patient }) => patient !== null)
  expect(about).toMatchObject({ kind: 'call', member: 'Ana Ruiz' })
  const stored = desk.at.vault.audit.recent(['call'], { since: 0, limit: 1_000 })
  const id = stored.find(({ seq }) => seq === about?.seq)?.fields['record.patientId']
  expect(JSON.stringify(calls)).not.toContain(`"${id}"`)

  const { entries } = await search()
  const places = entries.flatMap(({ details }) => details.filter(({ what }) => what === 'query'))
  expect(places.map(({ value }) => value)).toEqual(['audit', 'today'])
  const ofThem = stored.filter(({ fields }) => fields['record.patientId'] === id)
  const seqs = ofThem.map(({ seq }) => seq)
  const byName = await search({ patient: about?.patient ?? '', group: 'calls' })
  expect(byName.entries.map(({ seq }) => seq)).toEqual(seqs)
  // The audit also names the patient that the member searched for.
  const looked = desk.at.vault.audit.recent(['deskQueried'], { since: 0, limit: 1 })
  expect(looked[0]?.fields).toMatchObject({ query: 'auditEntries', 'record.patientId': String(id) })
})

it('tells from a chart who looked at that record alone', async () => {
  const chart = await desk.chartOf(onePacket)
  await desk.read('packets', { chart })
  const { rows, next } = await desk.read('recordLooks', { chart })
  expect(next).toBeNull()
  expect(new Set(rows.map(({ member }) => member))).toEqual(new Set(['Ana Ruiz']))
  expect(rows.map(({ did }) => did)).toEqual([
    { what: 'saw', place: 'audit' },
    { what: 'saw', place: 'packets' },
    { what: 'did', command: 'openChart' },
  ])
  expect(rows[1]?.calls.map(({ operation }) => operation)).toContain('partner.formPackets.list')
  const other = await desk.read('recordLooks', { chart: await desk.chartOf(halfDone) })
  expect(other.rows.map(({ did }) => did.what)).toEqual(['saw', 'did'])
})

it('is narrowed by member, kind and time', async () => {
  const signIns = await search({ group: 'signIns' })
  expect(signIns.entries.map(({ kind }) => kind)).toEqual(['memberSignedIn'])
  const nobody = await search({ member: '0b6b0c52-7a35-4f0e-a6d4-1f0d5c9d7e21' })
  expect(nobody).toEqual({ entries: [], next: null })
  const own = await search({ member: desk.memberId })
  expect(new Set(own.entries.map(({ member }) => member))).toEqual(new Set(['Ana Ruiz']))
  expect((await search({ to: 0 })).entries).toEqual([])
})

it('is exported as a file, which is in the audit', async () => {
  const exported = await desk.done('exportAudit', { group: 'signIns' })
  if (exported.outcome !== 'exported') throw new Error(exported.outcome)
  const { file, entries: count } = exported
  expect(count).toBe(1)
  const text = readFileSync(join(exports, file), 'utf8')
  expect(text).toContain('"signIns","memberSignedIn","Ana Ruiz"')
  const { entries } = await search({ group: 'changes' })
  expect(entries[0]).toMatchObject({
    kind: 'deskChanged',
    member: 'Ana Ruiz',
    details: [{ what: 'command', value: 'exportAudit' }],
  })
})

it('exports the rows of the day that are shown, which is in the audit', async () => {
  const { rows } = await desk.read('today')
  const [shown] = rows.filter(({ state }) => state === 'expected')
  const exported = await desk.done('exportToday', { appointments: [shown!.appointment] })
  if (exported.outcome !== 'exported') throw new Error(exported.outcome)
  const [columns, line, ...more] = readFileSync(join(exports, exported.file), 'utf8').split('\r\n')
  expect(columns).toContain('"startsAt","patient","practitioner"')
  const startsAt = new Date(shown!.startsAt).toISOString()
  expect(line).toContain(`"${startsAt}","${shown!.patient}","${shown!.practitioner}"`)
  expect(more).toEqual([''])
  const { entries } = await search({ group: 'changes' })
  expect(entries[0]?.details).toEqual([{ what: 'command', value: 'exportToday' }])
})
