/** Says of things that repeat which of them is to be told of. */
export interface Suppressor {
  /** Whether the thing was not told of yet, or long enough ago; it counts as told of then. */
  isNew(thing?: string): boolean
  /** Begins anew. */
  forget(): void
}

/** What a suppressor lets through. */
export interface SuppressorOptions {
  /** ms in which a thing is told of once; without it once until `forget`. */
  readonly quietMs?: number
  /** Different things that are told of at most until `forget`; without it all of them. */
  readonly most?: number
  /** ms that only grow. */
  readonly now?: () => number
}

/** Makes a suppressor. It keeps each thing that it told of, so that `most` bounds what it holds. */
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
