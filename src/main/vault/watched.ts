import { vaultErrorOf, type VaultError } from './errors.ts'
import type { Vault } from './vault.ts'

type Watch = <Value>(run: () => Value) => Value

/**
 * The same vault, which tells when it can no longer be read or written (a full disk, a broken one), once. What
 * was asked of it still throws: nothing goes on as if it had been kept.
 */
export function watchVault(vault: Vault, onFault: (error: VaultError) => void): Vault {
  let isTold = false
  const watch: Watch = (run) => {
    try {
      return run()
    } catch (error) {
      if (!isTold) {
        isTold = true
        onFault(vaultErrorOf(error))
      }
      throw error
    }
  }
  return {
    ...watched(vault, watch),
    // These three end or change the vault itself, and answer for what came of it.
    rotateKey: () => vault.rotateKey(),
    forget: () => vault.forget(),
    close: () => vault.close(),
  }
}

/** The same functions, at every depth, each of them run by `watch`. */
function watched<Part extends object>(part: Part, watch: Watch): Part {
  const members = Object.entries(part).map(([name, member]: [string, unknown]) => {
    if (typeof member !== 'function') return [name, watched(member as object, watch)]
    const run = member as (...values: unknown[]) => unknown
    return [name, (...values: unknown[]) => watch(() => run(...values))]
  })
  return Object.fromEntries(members) as Part
}
