/** What waits for something else to come first. */
export interface Held<T> {
  /** Holds it under what it waits for; once for each `id`. Where it is full nothing new is held: what came first is needed first. */
  hold(waitsFor: string, id: string, thing: T): void
  /** What waited for it, in the order in which it came. */
  release(waitsFor: string): readonly T[]
  /** What has waited for longer than `ms`. */
  overdue(ms: number): readonly T[]
}

/** Makes a holding place. `now`: elapsed ms. */
export function createHeld<T>(most: number, now: () => number): Held<T> {
  const held = new Map<
    string,
    { readonly waitsFor: string; readonly thing: T; readonly at: number }
  >()
  const take = (matches: (one: { waitsFor: string; at: number }) => boolean) => {
    const taken = [...held].filter(([, one]) => matches(one))
    for (const [id] of taken) held.delete(id)
    return taken.map(([, { thing }]) => thing)
  }
  return {
    hold(waitsFor, id, thing) {
      const before = held.get(id)
      if (before?.waitsFor === waitsFor) return
      held.delete(id)
      if (held.size >= most) return
      held.set(id, { waitsFor, thing, at: before?.at ?? now() })
    },
    release: (waitsFor) => (held.size === 0 ? [] : take((one) => one.waitsFor === waitsFor)),
    overdue: (ms) => (held.size === 0 ? [] : take((one) => now() - one.at > ms)),
  }
}
