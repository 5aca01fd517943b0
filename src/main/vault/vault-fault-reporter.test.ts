import { existsSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { vaultOfEachTest } from '#harness/vault/test-vault.ts'
import type { VaultError } from './errors.ts'
import { reportVaultFaults } from './vault.ts'

const scratch = vaultOfEachTest()

function find(vault: object, path: string): (...values: readonly unknown[]) => unknown {
  const found = path
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], vault)
  return found as (...values: readonly unknown[]) => unknown
}

const namesOf = (part: object, before = ''): string[] =>
  Object.entries(part).flatMap(([name, member]: [string, unknown]) =>
    typeof member === 'function' ? [before + name] : namesOf(member as object, `${before}${name}.`),
  )

/** Functions without a database: time is kept separately, marks and hashes need only a key; three end or change the vault. */
const unwatched = /^(time\..*|chain\.(id|mac)|knowledge\.hash|markOf|rotateKey|forget|close)$/

it('hands on what ends or changes the vault itself, and what came of it', async () => {
  const vault = await scratch.open()
  const reporter = reportVaultFaults(vault, () => undefined)
  vault.audit.append('started')
  expect(await reporter.rotateKey()).toMatchObject({ ok: true })
  await expect(scratch.open()).rejects.toThrow()
  reporter.close()
  const other = reportVaultFaults(await scratch.open(), () => undefined)
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

it('says nothing of what works', async () => {
  const told = vi.fn<(error: VaultError) => void>()
  const watched = reportVaultFaults(await scratch.open(), told)
  watched.credentials.keep({ partner: { clientId: 'a', clientSecret: 'b' } })
  watched.audit.append('call')
  watched.securitySettings.write('a', 'b')
  expect(watched.securitySettings.read('a')).toBe('b')
  expect(watched.verifyAudit().ok).toBe(true)
  expect(told).not.toHaveBeenCalled()
})

it('says of each that it failed, and fails', async () => {
  const vault = await scratch.open()
  const names = namesOf(vault).filter((name) => !unwatched.test(name))
  expect(names.length).toBeGreaterThan(50)
  vault.close()
  for (const path of names) {
    const told = vi.fn<(error: VaultError) => void>()
    const broken = find(reportVaultFaults(vault, told), path)
    for (const again of ['once', 'again'])
      expect(() => broken(...['a', 'b', 'c', 'd']), `${path} ${again}`).toThrow()
    expect(told.mock.calls, path).toEqual([[{ kind: 'unavailable', detail: 'unknown' }]])
  }
})
