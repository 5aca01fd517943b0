/** What the browser of one form may hold, its files too: far more than a form needs, far less than the machine has. */
export const formMemoryBytes = 1024 ** 3

const everyMs = 250

/**
 * Measures again and again, and calls `onExceeded` once when `measure` gives more than `limit` bytes. Gives
 * back how to stop.
 */
export function limitMemory(
  measure: () => Promise<number> | number,
  onExceeded: () => void,
  limit = formMemoryBytes,
): () => void {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const look = async () => {
    const held = await measure()
    if (stopped) return
    if (held <= limit) timer = setTimeout(() => void look(), everyMs)
    else onExceeded()
  }
  void look()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
