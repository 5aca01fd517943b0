import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { vaultOfEachTest } from '../../../test/harness/vault/test-vault.ts'
import type { VaultError } from './errors.ts'
import { reportVaultFaults } from './vault-fault-reporter.ts'

const scratch = vaultOfEachTest()

/** Every function of a vault but the three that end or change it, with what it is called with. */
const asked = {
  'credentials.read': ['partner'],
  'credentials.keep': [{ partner: { clientId: 'a', clientSecret: 'b' } }],
  'credentials.status': [],
  'credentials.remove': ['partner'],
  'credentials.removePrevious': ['partner'],
  'audit.append': ['call'],
  'audit.retain': [0],
  'audit.recent': [['call'], { since: 0, limit: 1 }],
  'chain.head': [],
  'chain.hashOf': [1],
  'chain.after': [0, 1],
  'attempts.waitMs': ['codeSent', 'ana'],
  'attempts.waitAfterMs': ['codeSent', 'ana'],
  'attempts.count': ['codeSent', 'ana'],
  'attempts.forget': ['wrongCode', 'ana'],
  'attempts.isSlowed': ['unansweredCode'],
  'attempts.left': ['wrongIdentifiers', 'ana'],
  'securitySettings.read': ['a'],
  'securitySettings.write': ['a', 'b'],
  'securitySettings.remove': ['a'],
  'captures.begin': ['a', { about: '{}', forms: [] }],
  'captures.keepAnswers': ['a', 0, '{}'],
  'captures.read': ['a'],
  'captures.finish': ['a', '2030-01-01T00:00:00Z'],
  'captures.discard': ['a'],
  'captures.ids': ['waiting'],
  'captures.settle': ['a', '2030-01-01T00:00:00Z'],
  'captures.remove': ['a'],
  'captures.space': [],
  'knowledge.read': ['a'],
  'knowledge.keep': ['a', 0, '{}'],
  'knowledge.drop': [0],
  'knowledge.remove': ['a'],
  'outbox.all': [],
  'outbox.write': [{ id: 'a', seq: 1, row: '{}' }],
  'outbox.remove': ['a'],
  'arrivals.all': [],
  'arrivals.write': ['a', 1, '{}'],
  'arrivals.drop': [0],
  'members.all': [],
  'members.write': ['a', '{}'],
  'members.emergencies': [],
  'members.addEmergency': ['a', '{}'],
  'members.removeEmergency': ['a'],
  'bus.nextNumber': [0],
  'bus.queued': [],
  'bus.queue': [{ id: 'a', row: '{}' }, 0, 10],
  'bus.unqueue': ['a'],
  'bus.wasHeard': [{ station: 'a', lane: 'up', number: 1 }],
  'bus.hear': [{ station: 'a', lane: 'up', number: 1 }, 10, () => undefined],
  'bus.keepUnknown': [{ station: 'a', id: 'a', topic: 'a', message: 'a' }, 10],
  'bus.unknown': [],
  'bus.removeUnknown': [{ station: 'a', id: 'a' }],
  'pairing.read': ['a'],
  'pairing.under': ['a'],
  'pairing.write': [{ a: 'b' }],
  'webhookEvents.keep': [
    [
      {
        // What is known already needs no disk.
        get eventId() {
          return randomUUID()
        },
        ...{ at: 1, event: '{}' },
      },
    ],
  ],
  'webhookEvents.waiting': [],
  'webhookEvents.handOver': [1, () => true],
  'webhookEvents.forget': [0, 1],
  'webhookEvents.forgottenUntil': [],
  'hubNotices.all': [],
  'hubNotices.write': [{ key: 'a', at: 1, notice: '{}' }],
  'hubNotices.remove': ['a'],
  auditSearch: [{ limit: 1 }],
  verifyAudit: [],
} satisfies Record<string, readonly unknown[]>

function find(vault: object, path: string): (...values: readonly unknown[]) => unknown {
  const found = path
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], vault)
  return found as (...values: readonly unknown[]) => unknown
}

function namesOf(part: object, before = ''): string[] {
  return Object.entries(part).flatMap(([name, member]: [string, unknown]) =>
    typeof member === 'function' ? [before + name] : namesOf(member as object, `${before}${name}.`),
  )
}

it('watches all that is asked of a vault', async () => {
  const vault = await scratch.open()
  const unwatched = ['rotateKey', 'forget', 'close']
  // Time is read without the database, and kept by itself; marks, hashes and two of the chain need a key alone.
  const names = namesOf(vault).filter(
    (name) => !/^(time\.|chain\.(id|mac)$|knowledge\.hash$|markOf$)/.test(name),
  )
  expect(names.sort()).toEqual([...Object.keys(asked), ...unwatched].sort())
})

it('hands on what ends or changes the vault itself, and what came of it', async () => {
  const vault = await scratch.open()
  const reporter = reportVaultFaults(vault, () => undefined)
  vault.audit.append('started')
  expect(await reporter.rotateKey()).toMatchObject({ ok: true })
  await expect(scratch.open()).rejects.toThrow()
  reporter.close()
  const again = await scratch.open()
  const other = reportVaultFaults(again, () => undefined)
  await other.forget()
  expect(existsSync(scratch.at('vault.db'))).toBe(false)
})

it('watches what is handed out as well', async () => {
  const vault = await scratch.open()
  const told = vi.fn<(error: VaultError) => void>()
  const takeBack = reportVaultFaults(vault, told).attempts.count('codeSent', 'ana')
  vault.close()
  expect(takeBack).toThrow()
  expect(told).toHaveBeenCalledOnce()
})

it('says of each that it failed, and fails', async () => {
  const vault = await scratch.open()
  const told = vi.fn<(error: VaultError) => void>()
  const watched = reportVaultFaults(vault, told)
  const all = Object.entries(asked)
  for (const [path, values] of all) expect(() => find(watched, path)(...values), path).not.toThrow()
  expect(told).not.toHaveBeenCalled()
  vault.close()
  for (const [path, values] of all) {
    const failed = vi.fn<(error: VaultError) => void>()
    const broken = find(reportVaultFaults(vault, failed), path)
    for (const again of ['once', 'again'])
      expect(() => broken(...values), `${path} ${again}`).toThrow()
    expect(failed.mock.calls, path).toEqual([[{ kind: 'unavailable', detail: 'unknown' }]])
  }
})
