/**
 * Takes every step of a shutdown in order, even after a failure, so that nothing stays open. Rejects with the first
 * failure at the end.
 */
export async function closeAll(steps: readonly (() => unknown)[]): Promise<void> {
  const failures: unknown[] = []
  for (const step of steps) {
    try {
      await step()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** Steps of a shutdown, collected while things are opened. */
export type Ends = ReturnType<typeof createEnds>

/** Collects steps of a shutdown; `close` takes them once, the newest first, as `closeAll` does. */
export function createEnds() {
  const ends: (() => unknown)[] = []
  let closing: Promise<void> | undefined
  return {
    /** Adds a step, which is taken after the others where the shutdown has begun. */
    add(end: () => unknown) {
      ends.push(end)
      const before = closing
      if (!before) return
      closing = closeAll([() => before, end])
      // Whoever closes learns of it.
      closing.catch(() => undefined)
    },
    close: () => (closing ??= closeAll(ends.toReversed())),
  }
}
