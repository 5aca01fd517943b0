/** Time as the client sees it; a test hands in one that it moves by itself. */
export interface Clock {
  /** Elapsed ms since some fixed moment; never jumps. */
  now(): number
  /** ms since 1970. Used only to read a date that the service sent. */
  wallTime(): number
  /** Runs `action` after `ms`; the function that comes back cancels it. */
  after(ms: number, action: () => void): () => void
}

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => performance.now(),
  wallTime: () => Date.now(),
  after(ms, action) {
    const timer = setTimeout(action, ms)
    return () => clearTimeout(timer)
  },
}

/** Resolves after `ms`, or as soon as `signal` is aborted. */
export function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = () => {
      cancel()
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const cancel = clock.after(ms, end)
    signal?.addEventListener('abort', end)
  })
}
