export type SandboxClock = ReturnType<typeof createClock>

/** Creates a sandbox clock over `base`, by default the machine's. */
export function createClock(base: () => number = Date.now) {
  let offset = 0
  return {
    /** Milliseconds since the epoch. */
    now: () => base() + offset,
    advance: (ms: number) => void (offset += ms),
    reset: () => void (offset = 0),
  }
}

const day = 86_400_000

/** Returns the ISO timestamp of an instant. */
export const iso = (instant: number) => new Date(instant).toISOString()

/** Returns the date `days` after `date` (YYYY-MM-DD). */
export function addDays(date: string, days: number): string {
  return iso(Date.parse(`${date}T00:00:00Z`) + days * day).slice(0, 10)
}
