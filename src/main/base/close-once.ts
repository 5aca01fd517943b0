/**
 * The two ways in which something open ends: `close` by us, any number of times, and `gone` by itself,
 * which ends it too and then tells. Whichever comes first is the one that counts.
 */
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
