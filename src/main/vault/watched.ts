import type { VaultError } from './errors.ts'
import { vaultErrorOf } from './errors.ts'
import type { Vault } from './vault.ts'

/**
 * The same vault, which tells when it can no longer be read or written (a full disk, a broken one). What was
 * asked of it still throws: nothing goes on as if it had been kept.
 */
export function watchVault(vault: Vault, onFault: (error: VaultError) => void): Vault {
  const watch = <Value>(run: () => Value): Value => {
    try {
      return run()
    } catch (error) {
      onFault(vaultErrorOf(error))
      throw error
    }
  }
  const { credentials, audit, attempts } = vault
  return {
    ...vault,
    credentials: {
      read: (name) => watch(() => credentials.read(name)),
      keep: (given) => watch(() => credentials.keep(given)),
      remove: (name) => watch(() => credentials.remove(name)),
    },
    audit: {
      append: (kind, fields) => watch(() => audit.append(kind, fields)),
      retain: (oldest) => watch(() => audit.retain(oldest)),
    },
    attempts: {
      allows: (kind, subject) => watch(() => attempts.allows(kind, subject)),
      count: (kind, subject) => watch(() => attempts.count(kind, subject)),
    },
  }
}
