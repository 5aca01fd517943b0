import type { ClinicKey, KeyRing } from './seal.ts'

/** Keys before the present one that still open a message: one that waited through so many changes is lost. */
const mostFormer = 4

/** A key ring in memory, which is told of each change. */
export interface ChangingKeyRing extends KeyRing {
  /** Seals with this key from now on; the ones before it still open. */
  change(key: ClinicKey): void
}

/** A ring with the present key first, then those before it, the latest first. Throws where it is given no key. */
export function createKeyRing(keys: readonly ClinicKey[]): ChangingKeyRing {
  let held = keys.slice(0, 1 + mostFormer)
  const listeners = new Set<() => void>()
  return {
    present() {
      const [key] = held
      if (!key) throw new Error('a key ring without a key')
      return key
    },
    find: (id) => held.find((key) => key.id === id),
    change(key) {
      held = [key, ...held.filter(({ id }) => id !== key.id)].slice(0, 1 + mostFormer)
      for (const listener of listeners) listener()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
