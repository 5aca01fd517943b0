/** Creates a set of functions to call after each change of something. */
export function createListeners<Told extends readonly unknown[] = []>() {
  const listeners = new Set<(...told: Told) => void>()
  return {
    add(listener: (...told: Told) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    call: (...told: Told) => {
      for (const listener of [...listeners]) listener(...told)
    },
    all: () => [...listeners],
    clear: () => listeners.clear(),
  }
}
