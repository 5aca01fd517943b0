import { createSuppressor } from './suppressor.ts'

/** Wraps `call` so that it runs at most once every `everyMs`, measured by elapsed time; calls between are dropped. */
export function throttle(everyMs: number, call: () => void, now?: () => number): () => void {
  const calls = createSuppressor({ quietMs: everyMs, ...(now && { now }) })
  return () => {
    if (calls.isNew()) call()
  }
}
