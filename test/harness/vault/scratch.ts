import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeVaultError } from '../../../src/main/vault/errors.ts'
import type { KeySealer, Sealed } from '../../../src/main/vault/keys/sealers.ts'
import { ok } from '../../../src/shared/result.ts'
import { openVault, type Vault, type VaultOptions } from '../../../src/main/vault/vault.ts'

/** A folder for a test's vault, under the system's own for such things. */
export function scratchFolder(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-vault-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Seals with a key that is known: for tests of what is not the sealing, where scrypt would only cost time. */
export const plainSealer = (mask = 0): KeySealer => ({
  name: 'electron',
  seal: (secret) =>
    Promise.resolve(ok({ box: Buffer.from(secret.map((byte) => byte ^ mask)).toString('hex') })),
  unseal: ({ box }) =>
    Promise.resolve(ok(Buffer.from(Buffer.from(String(box), 'hex').map((byte) => byte ^ mask)))),
  forget: () => Promise.resolve(),
})

/** Keeps each secret in a file of `store`: a key store outside the vault's folder, as the Secret Service is one. */
export function storeSealer(store: string): KeySealer {
  const fileOf = ({ account }: Sealed) => join(store, String(account))
  return {
    name: 'secret-service',
    seal(secret) {
      const sealed = { account: randomUUID() }
      mkdirSync(store, { recursive: true })
      writeFileSync(fileOf(sealed), secret)
      return Promise.resolve(ok(sealed))
    },
    unseal: (sealed) => Promise.resolve(ok(readFileSync(fileOf(sealed)))),
    forget: (sealed) => {
      rmSync(fileOf(sealed), { force: true })
      return Promise.resolve()
    },
  }
}

/** Opens a vault that must open. */
export async function openOrThrow(
  folder: string,
  options: Partial<VaultOptions> = {},
): Promise<Vault> {
  const opened = await openVault({ folder, sealers: [plainSealer()], ...options })
  if (!opened.ok) throw new Error(describeVaultError(opened.error))
  return opened.value
}
