/** Time as the visit knows it: monotonic milliseconds and timers. XState's `SimulatedClock` is one. */
export interface VisitClock {
  now(): number
  setTimeout(callback: (...parameters: unknown[]) => void, ms: number): unknown
  clearTimeout(id: unknown): void
}

/** The machine's own clock; `now` never runs backwards, whatever happens to the time of day. */
export const systemClock: VisitClock = {
  now: () => performance.now(),
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (id) => clearTimeout(id as NodeJS.Timeout),
}
