import { vaultErrorOf, type VaultError } from './errors.ts'
import type { Vault } from './vault.ts'

type Watch = <Value>(run: () => Value) => Value

/**
 * The same vault, which tells when it can no longer be read or written (a full disk, a broken one), once. What
 * was asked of it still throws: nothing goes on as if it had been kept.
 */
export function reportVaultFaults(vault: Vault, onFault: (error: VaultError) => void): Vault {
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

/** The same functions, at every depth and those that they hand out, each of them run by `watch`. */
function watched<Part>(part: Part, watch: Watch): Part {
  if (typeof part === 'function') {
    const run = part as unknown as (...values: unknown[]) => unknown
    const watchedRun = (...values: unknown[]) => {
      const value = watch(() => run(...values))
      return typeof value === 'function' ? watched(value, watch) : value
    }
    return watchedRun as Part
  }
  const members = Object.entries(part as object).map(([name, member]: [string, unknown]) => [
    name,
    watched(member, watch),
  ])
  return Object.fromEntries(members) as Part
}
