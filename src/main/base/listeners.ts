/** Creates a set of functions to call after each change of something. */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    /** Adds a listener; the function that comes back removes it. */
    add(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    call: () => {
      for (const listener of [...listeners]) listener()
    },
    clear: () => listeners.clear(),
  }
}
