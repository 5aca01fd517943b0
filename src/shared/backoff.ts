export interface Backoff {
  /** ms after the first failure; twice as long after each further one. */
  readonly firstMs: number
  readonly longestMs?: number | undefined
}

/** Doublings at most: 2 to a higher power is infinite, and nothing times that is not a number. */
const mostDoublings = 1_023

/** Computes ms to wait after so many `failures` in a row, 1 and up. */
export function backoffMs(
  { firstMs, longestMs = Number.POSITIVE_INFINITY }: Backoff,
  failures: number,
): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, mostDoublings))
}

/** Computes the same with full jitter, so that callers who failed together return apart. `random` gives [0, 1). */
export function jitteredBackoffMs(
  backoff: Backoff,
  failures: number,
  random: () => number,
): number {
  return random() * backoffMs(backoff, failures)
}
