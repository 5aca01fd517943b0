import { err, ok } from '../../../shared/result.ts'
import type { VaultError } from '../errors.ts'
import type { KeySealer } from './key-sealer.ts'

/** The part of Electron's `safeStorage` that is used. */
export interface SafeStorage {
  isEncryptionAvailable(): boolean
  getSelectedStorageBackend(): string
  encryptString(text: string): Buffer
  decryptString(box: Buffer): string
}

const noStore: VaultError = { kind: 'noKeySource', tried: ['electron'] }

/**
 * Seals with Electron's `safeStorage`, once Electron is ready. `basic_text` is refused: there it only hides
 * the key behind one that everyone knows.
 */
export function safeStorageSealer(
  storage: SafeStorage,
  platform: NodeJS.Platform = process.platform,
): KeySealer {
  const isUsable = () =>
    storage.isEncryptionAvailable() &&
    (platform !== 'linux' ||
      !['basic_text', 'unknown'].includes(storage.getSelectedStorageBackend()))
  return {
    name: 'electron',
    seal(secret) {
      if (!isUsable()) return Promise.resolve(err(noStore))
      const box = storage.encryptString(secret.toString('base64')).toString('base64')
      return Promise.resolve(ok({ box }))
    },
    unseal({ box }) {
      if (!isUsable()) return Promise.resolve(err(noStore))
      try {
        const secret = storage.decryptString(Buffer.from(String(box), 'base64'))
        return Promise.resolve(ok(Buffer.from(secret, 'base64')))
      } catch {
        return Promise.resolve(err({ kind: 'wrongKey' }))
      }
    },
    forget: () => Promise.resolve(),
  }
}
