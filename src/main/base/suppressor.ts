import type { Clock } from './clock.ts'

/** Makes a suppressor of repeated reports. It remembers every reported key, so `most` also bounds its memory. */
export function createSuppressor({
  quietMs = Number.POSITIVE_INFINITY,
  most = Number.POSITIVE_INFINITY,
  now = () => performance.now(),
}: {
  /** ms between two reports of one key; without it, one report until `forget`. */
  readonly quietMs?: number
  /** Most different keys reported until `forget`; without it, no limit. */
  readonly most?: number
  /** ms that only grow. */
  readonly now?: () => number
}) {
  const quietUntil = new Map<string, number>()
  return {
    isNew(key = '') {
      const until = quietUntil.get(key)
      if (until === undefined ? quietUntil.size >= most : now() < until) return false
      quietUntil.set(key, now() + quietMs)
      return true
    },
    forget: () => quietUntil.clear(),
  }
}

/** Wraps `call` so that it runs at most once every `everyMs`, measured by elapsed time; calls between are dropped. */
export function throttle(everyMs: number, call: () => void): () => void {
  const calls = createSuppressor({ quietMs: everyMs })
  return () => {
    if (calls.isNew()) call()
  }
}
/** Limits calls to `most` in any `withinMs`; false for a call beyond, which does not count. */
export function limitRate(
  clock: Pick<Clock, 'now'>,
  most: number,
  withinMs: number,
): () => boolean {
  let calls: readonly number[] = []
  return () => {
    const now = clock.now()
    calls = calls.filter((at) => now - at < withinMs)
    if (calls.length >= most) return false
    calls = [...calls, now]
    return true
  }
}
