/**
 * Closes something once: by `close`, which may be called repeatedly, or by `gone`, its own end, which also notifies.
 * The first one counts.
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
