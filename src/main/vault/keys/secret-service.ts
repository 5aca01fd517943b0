import { randomUUID } from 'node:crypto'
import type { AsyncEntry, EntryOptions } from '@napi-rs/keyring'
import { err, ok } from '../../../shared/result.ts'
import type { VaultError } from '../errors.ts'
import type { KeySealer } from './key-sealer.ts'

const service = 'foyer-vault'
const patienceMs = 10_000
const noStore: VaultError = { kind: 'noKeySource', tried: ['secret-service'] }

/** The part of the keyring package that is used. */
export interface Keyring {
  readonly AsyncEntry: new (
    service: string,
    account: string,
    options: EntryOptions,
  ) => Pick<AsyncEntry, 'setSecret' | 'getSecret' | 'deleteCredential'>
}

/**
 * Keeps the secret in the desktop's Secret Service (on Windows and macOS: in the system's own key store).
 * Fails with `noKeySource` where none answers.
 */
export function secretServiceSealer(
  load: () => Promise<Keyring> = () => import('@napi-rs/keyring'),
): KeySealer {
  const patience = () => AbortSignal.timeout(patienceMs)
  const entryOf = async (account: string) => {
    const { AsyncEntry } = await load()
    // Without a Secret Service the package would take the kernel's keyring, which forgets at the next start.
    return new AsyncEntry(service, account, { linux: { store: 'secret-service' } })
  }
  return {
    name: 'secret-service',
    async seal(secret) {
      const account = randomUUID()
      try {
        const entry = await entryOf(account)
        await entry.setSecret(secret, patience())
        const kept = await entry.getSecret(patience())
        return kept && Buffer.from(kept).equals(secret) ? ok({ account }) : err(noStore)
      } catch {
        return err(noStore)
      }
    },
    async unseal({ account }) {
      try {
        const secret = await (await entryOf(String(account))).getSecret(patience())
        return secret ? ok(Buffer.from(secret)) : err({ kind: 'wrongKey' })
      } catch {
        return err(noStore)
      }
    },
    async forget({ account }) {
      await (await entryOf(String(account))).deleteCredential(patience())
    },
  }
}
