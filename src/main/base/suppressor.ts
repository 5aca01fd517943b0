/** Decides which of repeated reports go through. */
export interface Suppressor {
  /** True if `key` is to be reported now: not reported yet, or long enough ago. Counts as a report if so. */
  isNew(thing?: string): boolean
  /** Begins anew. */
  forget(): void
}

/** Limits of a suppressor. */
export interface SuppressorOptions {
  /** ms between two reports of one key; without it, one report until `forget`. */
  readonly quietMs?: number
  /** Most different keys reported until `forget`; without it, no limit. */
  readonly most?: number
  /** ms that only grow. */
  readonly now?: () => number
}

/** Makes a suppressor. It remembers every reported key, so `most` also bounds its memory. */
export function createSuppressor(options: SuppressorOptions): Suppressor {
  const { quietMs = Number.POSITIVE_INFINITY, most = Number.POSITIVE_INFINITY } = options
  const { now = () => performance.now() } = options
  const quietUntil = new Map<string, number>()
  return {
    isNew(thing = '') {
      const until = quietUntil.get(thing)
      if (until === undefined ? quietUntil.size >= most : now() < until) return false
      quietUntil.set(thing, now() + quietMs)
      return true
    },
    forget: () => quietUntil.clear(),
  }
}
