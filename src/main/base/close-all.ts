/** Takes every step of a shutdown in order, even after a failure. Rejects with the first failure at the end. */
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

export type Ends = ReturnType<typeof createEnds>

/** Collects steps of a shutdown; `close` takes them once, the newest first, as `closeAll` does. */
export function createEnds() {
  const ends: (() => unknown)[] = []
  let closing: Promise<void> | undefined
  return {
    add(end: () => unknown) {
      ends.push(end)
      const before = closing
      if (!before) return
      closing = closeAll([() => before, end])
      closing.catch(() => undefined)
    },
    close: () => (closing ??= closeAll(ends.toReversed())),
  }
}

/** Closes something once: by `close`, or by `gone`, its own end, which also notifies. The first one counts. */
export function closeOnce(
  end: () => Promise<void>,
  onGone: (() => void) | undefined,
): { close: () => Promise<void>; gone: () => void } {
  let begin: () => void = () => undefined
  let begun = false
  const ended = new Promise<void>((resolve) => (begin = resolve)).then(end)
  const close = () => {
    begun = true
    begin()
    return ended
  }
  const gone = () => {
    if (!begun) void close().then(onGone)
  }
  return { close, gone }
}
