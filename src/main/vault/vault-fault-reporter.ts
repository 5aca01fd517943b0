import { vaultErrorOf, type VaultError } from './errors.ts'
import type { Vault } from './vault.ts'

type Watch = <Value>(run: () => Value) => Value

/**
 * The same vault, which reports the first time that it cannot be read or written (full or broken disk). The call
 * still throws, so that no caller goes on as if the write had succeeded.
 */
export function reportVaultFaults(vault: Vault, onFault: (error: VaultError) => void): Vault {
  let isReported = false
  const watch: Watch = (run) => {
    try {
      return run()
    } catch (error) {
      if (!isReported) {
        isReported = true
        onFault(vaultErrorOf(error))
      }
      throw error
    }
  }
  return {
    ...wrap(vault, watch),
    // These three return their own outcome.
    rotateKey: (by) => vault.rotateKey(by),
    forget: (options) => vault.forget(options),
    close: () => vault.close(),
  }
}

/** Wraps every function of a part, at any depth, and those that they return, to run by `watch`. */
function wrap<Part>(part: Part, watch: Watch): Part {
  if (typeof part === 'function') {
    const run = part as unknown as (...values: unknown[]) => unknown
    const wrappedRun = (...values: unknown[]) => {
      const value = watch(() => run(...values))
      return typeof value === 'function' ? wrap(value, watch) : value
    }
    return wrappedRun as Part
  }
  const members = Object.entries(part as object).map(([name, member]: [string, unknown]) => [
    name,
    wrap(member, watch),
  ])
  return Object.fromEntries(members) as Part
}
