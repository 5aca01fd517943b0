/** Wraps `call` so that it runs at most once every `everyMs`, measured by elapsed time; calls between are dropped. */
export function throttle(
  everyMs: number,
  call: () => void,
  now: () => number = () => performance.now(),
): () => void {
  let quietUntil = Number.NEGATIVE_INFINITY
  return () => {
    if (now() < quietUntil) return
    quietUntil = now() + everyMs
    call()
  }
}
