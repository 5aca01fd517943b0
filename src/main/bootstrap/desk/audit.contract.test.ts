import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startSandbox, type Sandbox } from '../../../../sandbox/sandbox.ts'
import {
  composeSandboxDesk,
  type ComposedDesk,
} from '../../../../test/harness/desk/composed-desk.ts'
import { scratchFolder } from '../../../../test/harness/vault/scratch.ts'
import { auditPage, type AuditPage, type AuditSearch } from '../../../shared/desk/audit.ts'

let sandbox: Sandbox
let scratch: ReturnType<typeof scratchFolder>
let desk: ComposedDesk
let ana: string
beforeEach(async () => {
  scratch = scratchFolder()
  sandbox = await startSandbox()
  desk = await composeSandboxDesk(sandbox, scratch.folder, undefined, {
    FOYER_DESK_EXPORT_FOLDER: scratch.folder,
  })
  const secret = 'six small boats at noon'
  await desk.say({ type: 'session', session: { act: 'setUp', name: 'Ana Ruiz', secret } })
  const { session } = desk.view()
  if (session.state !== 'open') throw new Error(session.state)
  ana = session.member.id
  const patch = { roles: ['administrator', 'reception'] }
  const input = { memberId: ana, patch }
  await desk.say({ type: 'command', name: 'changeMember', input })
})
afterEach(async () => {
  await desk.station.stop()
  await sandbox.close()
  scratch.remove()
})

async function search(input: AuditSearch = {}): Promise<AuditPage> {
  const reply = await desk.say({ type: 'query', name: 'auditEntries', input })
  if (!reply.ok) throw new Error(reply.error.kind)
  return auditPage.parse(reply.value)
}

it('is read back to its first entry, the newest first, each entry once', async () => {
  await desk.say({ type: 'query', name: 'today', input: {} })
  for (let count = 0; count < 250; count += 1) desk.vault.audit.append('started')
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
  await desk.say({ type: 'query', name: 'today', input: {} })
  const calls = await search({ group: 'calls' })
  const about = calls.entries.find(({ patient }) => patient !== null)
  expect(about).toMatchObject({ kind: 'call', member: 'Ana Ruiz' })
  const stored = desk.vault.audit.recent(['call'], { since: 0, limit: 1_000 })
  const id = stored.find(({ seq }) => seq === about?.seq)?.fields['record.patientId']
  expect(JSON.stringify(calls)).not.toContain(`"${id}"`)

  const ofThem = stored.filter(({ fields }) => fields['record.patientId'] === id)
  const seqs = ofThem.map(({ seq }) => seq)
  const byName = await search({ patient: about?.patient ?? '', group: 'calls' })
  expect(byName.entries.map(({ seq }) => seq)).toEqual(seqs)
  const byNumber = await search({ patientNumber: String(id), group: 'calls' })
  expect(byNumber).toEqual(byName)
  // Whom somebody looked for is in the audit as well.
  const looked = desk.vault.audit.recent(['deskQueried'], { since: 0, limit: 1 })
  expect(looked[0]?.fields).toMatchObject({ query: 'auditEntries', 'record.patientId': String(id) })
  const unknown = { type: 'query', name: 'auditEntries', input: { patient: 'patient-1' } } as const
  expect(await desk.say(unknown)).toEqual({ ok: false, error: { kind: 'unknownReference' } })
})

it('is narrowed by member, kind and time', async () => {
  const all = await search()
  const signIns = await search({ group: 'signIns' })
  expect(signIns.entries.map(({ kind }) => kind)).toEqual(['memberSignedIn'])
  const nobody = await search({ member: '0b6b0c52-7a35-4f0e-a6d4-1f0d5c9d7e21' })
  expect(nobody).toEqual({ entries: [], next: null })
  const own = await search({ member: ana })
  expect(new Set(own.entries.map(({ member }) => member))).toEqual(new Set(['Ana Ruiz']))
  const newest = all.entries[0]?.at ?? 0
  expect((await search({ from: newest + 3_600_000 })).entries).toEqual([])
  expect((await search({ to: all.entries.at(-1)?.at ?? 0 })).entries).toEqual([])
})

it('says that its chain holds, and that somebody had it checked', async () => {
  const reply = await desk.say({ type: 'command', name: 'verifyAudit', input: {} })
  expect(reply).toMatchObject({ ok: true, value: { holds: true, first: 1 } })
  const { entries } = await search({ group: 'changes' })
  expect(entries[0]).toMatchObject({
    ...{ kind: 'deskChanged', member: 'Ana Ruiz' },
    details: [{ what: 'command', value: 'verifyAudit' }],
  })
})

it('is exported as a file, which is in the audit', async () => {
  const input = { group: 'signIns' }
  const reply = await desk.say({ type: 'command', name: 'exportAudit', input })
  expect(reply).toMatchObject({ ok: true, value: { outcome: 'exported', entries: 1 } })
  const { file } = (reply.ok ? reply.value : {}) as { readonly file: string }
  const text = readFileSync(join(scratch.folder, file), 'utf8')
  expect(text).toContain('"signIns","memberSignedIn","Ana Ruiz"')
  const { entries } = await search({ group: 'changes' })
  expect(entries[0]).toMatchObject({
    ...{ kind: 'deskChanged', member: 'Ana Ruiz' },
    details: [{ what: 'command', value: 'exportAudit' }],
  })
})

it('says in the audit that nothing was exported', async () => {
  const input = { group: 'emergencies' }
  const reply = await desk.say({ type: 'command', name: 'exportAudit', input })
  expect(reply).toEqual({ ok: true, value: { outcome: 'nothing' } })
  const failed = desk.vault.audit.recent(['deskChangeFailed'], { since: 0, limit: 1 })
  expect(failed[0]?.fields).toMatchObject({ command: 'exportAudit', why: 'nothing' })
  const unknown = { type: 'command', name: 'exportAudit', input: { patient: 'patient-1' } } as const
  expect(await desk.say(unknown)).toEqual({ ok: false, error: { kind: 'unknownReference' } })
})
