import type { Clock } from '../base/clock.ts'
import { pause } from '../base/timers.ts'

/** Work in the background, one thing after another. */
export interface InTurns {
  /** Something changed: looks at once whether there is something to do. */
  wake(): void
  /** Resolves when the turn that runs has ended. */
  stop(): Promise<void>
}

/** ms between two looks at what nobody tells of. */
export const pollMs = 30_000

/** Runs `turn` again and again; it gives the ms until the next. One that throws is tried again after a while. */
export function runInTurns(clock: Clock, turn: (stopped: AbortSignal) => Promise<number>): InTurns {
  const stopped = new AbortController()
  let awake = new AbortController()
  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      awake = new AbortController()
      let waitMs = pollMs
      try {
        waitMs = await turn(stopped.signal)
      } catch {
        // Whoever watches the vault tells of it.
      }
      if (waitMs > 0) await pause(clock, waitMs, AbortSignal.any([awake.signal, stopped.signal]))
    }
  }
  // Whoever began it has its hands on it before the first turn.
  const running = Promise.resolve().then(run)
  return {
    wake: () => awake.abort(),
    async stop() {
      stopped.abort()
      await running
    },
  }
}
