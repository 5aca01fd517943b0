import fs, { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openLog } from '../../log/log.ts'
import { createStaffAuditService } from '../../kiosk/staff-panel/services/audit-service.ts'
import { openAnchorFile } from './audit-anchors.ts'
import { withAuditLog } from './audit-log.ts'
import { openCollector } from '#harness/vault/collector.ts'
import {
  createHourlyClock,
  keepTestAudit,
  targetIn,
  type AuditSettings,
} from '#harness/vault/forward.ts'
import { openTestVault, vaultOfEachTest } from '#harness/vault/test-vault.ts'
import type { Vault } from '../vault.ts'
import { waitFor } from '#harness/wait-for.ts'

const scratch = vaultOfEachTest()
let file = ''
let logged: string[]
beforeEach(() => {
  file = scratch.at('anchors.jsonl')
  logged = []
})
const data = () => scratch.at('data')

/** Replaces the vault's files with those at another place; undefined: removes them. */
function putInPlace(from?: string) {
  fs.rmSync(data(), { recursive: true, force: true })
  if (from !== undefined) fs.cpSync(from, data(), { recursive: true })
}
function copied() {
  fs.cpSync(data(), scratch.at('copy'), { recursive: true })
  return scratch.at('copy')
}

/** Starts the audit's copies beside the visits, on a vault of their own, as the front of the kiosk does. */
async function start(kiosk = 'front', settings: ReturnType<AuditSettings> = {}) {
  const vault = await openTestVault(data())
  const clock = createHourlyClock()
  const log = openLog(kiosk, { write: (line) => void logged.push(line) })
  const outside = keepTestAudit(vault, clock, () => ({ anchor: { file }, ...settings }), {
    kiosk,
    log: withAuditLog(log, vault.audit, { markOf: (text) => vault.markOf(text) }),
  })
  await records((all) => all.length > 0)
  return { vault, clock, outside }
}

async function end({
  vault,
  outside,
}: {
  vault: Vault
  outside: ReturnType<typeof keepTestAudit>
}) {
  await outside.stop('stopped')
  vault.close()
}

async function run(entries = 3, kiosk = 'front') {
  const running = await start(kiosk)
  for (let count = 1; count <= entries; count += 1) running.vault.audit.append('visitStarted')
  await end(running)
}

type Anchor = Readonly<Record<'why' | 'hash' | 'kiosk', string>> & { readonly seq: number }
const read = () =>
  (existsSync(file) ? readFileSync(file, 'utf8') : '')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as Anchor)
const records = (like: (all: readonly Anchor[]) => boolean) =>
  waitFor(() => {
    const all = read()
    expect(like(all)).toBe(true)
    return all
  })

/** Reports to staff and an auditor. */
const told = ({ vault, outside }: { vault: Vault; outside: ReturnType<typeof keepTestAudit> }) => ({
  staff: createStaffAuditService(vault)
    .openRequests()
    .map(({ reason }) => reason),
  audited: vault.audit.recent(['rolledBack'], { since: 0, limit: 9 }).map(({ fields }) => fields),
  verdict: createStaffAuditService(vault, Date.now, () => outside.fault()).verify(),
})
const silence = { staff: [], audited: [], verdict: { holds: true } }

describe('the end of the chain', () => {
  it('is noted down at the start, hourly and at the end', async () => {
    const running = await start()
    const { vault, clock } = running
    const heads = [vault.chain.head()]
    vault.audit.append('visitStarted')
    heads.push(vault.chain.head())
    clock.passHour()
    await records((all) => all.length === 2)
    clock.passHour()
    await records((all) => all.length === 3)
    heads.push(vault.chain.head())
    await end(running)
    heads.push(heads.at(-1)!)
    expect(clock.passHour).toThrow()
    const all = read()
    expect(all.map(({ why }) => why)).toEqual(['started', 'hourly', 'hourly', 'stopped'])
    expect(all.map(({ seq, hash }) => ({ seq, hash }))).toEqual(heads)
    expect(all.every(({ kiosk }) => kiosk === 'front')).toBe(true)
  })

  it('goes to the collector as often', async () => {
    const collector = await openCollector()
    const running = await start('front', { forward: targetIn(scratch.folder, collector) })
    const anchors = () => collector.received.filter(({ header }) => header.endsWith(' ANCHOR'))
    running.vault.audit.append('visitStarted')
    for (const count of [1, 2, 3]) {
      await waitFor(() => expect(anchors()).toHaveLength(count))
      running.clock.passHour()
    }
    await end(running)
    expect(anchors().length).toBeGreaterThanOrEqual(4)
    expect(JSON.parse(anchors()[0]!.text)).toMatchObject({ kiosk: 'front', seq: 1 })
  })
})

describe('a start', () => {
  it('finds nothing where nothing is wrong, over restarts, new keys and other kiosks', async () => {
    await run()
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"chain":"torn`)
    const running = await start()
    await running.vault.rotateKey()
    await end(running)
    putInPlace()
    await run(3, 'another')
    const other = await start('another')
    expect(told(other)).toMatchObject(silence)
    await end(other)
  })

  it('tells staff, log and audit of an older copy in the place of the vault, once', async () => {
    await run()
    const before = copied()
    await run()
    const newest = read().at(-1)!
    putInPlace(before)
    for (let each = 0; each < 2; each += 1) {
      const running = await start()
      await records((all) => all.at(-1)?.why === 'started')
      await waitFor(() => expect(told(running).staff).toEqual(['auditRolledBack']))
      expect(told(running)).toMatchObject({
        audited: [{ found: 'rolledBack', anchored: newest.seq, hash: newest.hash }],
        verdict: { holds: false, fault: expect.stringMatching(/^rolled back: entry/) as string },
      })
      // It goes on, and is longer than what was anchored.
      for (let count = 0; count < 20; count += 1) running.vault.audit.append('visitStarted')
      await end(running)
    }
    expect(logged.filter((line) => line.includes('auditRolledBack'))).toHaveLength(1)
  })

  it('tells of another vault in its place, but not where it was forgotten in order', async () => {
    await run()
    putInPlace()
    const replaced = await start()
    await waitFor(() => expect(told(replaced).staff).toEqual(['auditRolledBack']))
    await replaced.outside.stop('forgotten')
    await replaced.vault.forget()
    putInPlace()
    const next = await start()
    await records((all) => all.at(-1)?.why === 'started')
    expect(told(next)).toMatchObject(silence)
    await end(next)
  })

  it('tells of a vault that comes back after it was forgotten', async () => {
    await run()
    const before = copied()
    const running = await start()
    await running.outside.stop('forgotten')
    running.vault.close()
    putInPlace(before)
    const again = await start()
    await waitFor(() => expect(told(again).staff).toEqual(['auditRolledBack']))
    await end(again)
  })

  it('tells of a file from which its anchors are gone, and makes none in the place of one', async () => {
    await run()
    writeFileSync(file, '\n')
    const emptied = await start()
    await waitFor(() => expect(told(emptied).audited).toEqual([{ found: 'gone' }]))
    await end(emptied)
    fs.rmSync(file)
    const vault = await openTestVault(data())
    const fails = vi.fn()
    const { audit, chain, securitySettings: settings } = vault
    const anchors = openAnchorFile({
      file,
      chain,
      audit,
      settings,
      kiosk: 'front',
      clock: createHourlyClock(),
      onLost: vi.fn(),
      onChange: fails,
    })
    await anchors.note('started')
    expect(fails).toHaveBeenCalledExactlyOnceWith('ENOENT')
    expect(existsSync(file)).toBe(false)
  })

  it('is not misled by records that this vault did not write', async () => {
    await run()
    const last = read().at(-1)!
    const forged = JSON.stringify({ ...last, seq: 9_999 })
    writeFileSync(file, `${readFileSync(file, 'utf8')}${forged}\n`)
    const running = await start()
    await records((all) => all.at(-1)?.why === 'started')
    expect(told(running)).toMatchObject(silence)
    await end(running)
  })

  it('does not wait for a file that cannot be written, and serves on', async () => {
    file = scratch.at('not-mounted', 'anchors.jsonl')
    const vault = await openTestVault(data())
    const log = openLog('front', { write: (line) => void logged.push(line) })
    const outside = keepTestAudit(vault, createHourlyClock(), () => ({ anchor: { file } }), { log })
    vault.audit.append('visitStarted')
    await waitFor(() => expect(logged).toHaveLength(1))
    fs.mkdirSync(scratch.at('not-mounted'))
    await outside.stop('stopped')
    expect(logged[0]).toContain('"the file of the audit’s anchors fails","reason":"ENOENT"}')
    expect(logged[1]).toContain('"the file of the audit’s anchors works again"}')
  })
})
