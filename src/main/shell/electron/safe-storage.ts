import type { SafeStorage } from 'electron'
import { err, ok } from '../../../shared/result.ts'
import type { VaultError } from '../../vault/errors.ts'
import type { KeySealer } from '../../vault/keys/key-sealer.ts'

const noStore: VaultError = { kind: 'noKeySource', tried: ['electron'] }

/**
 * Seals with Electron's `safeStorage`, once Electron is ready. `basic_text` is refused: there it only hides
 * the key behind one that everyone knows.
 */
export function safeStorageSealer(
  storage: Pick<
    SafeStorage,
    'isEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptString' | 'decryptString'
  >,
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
