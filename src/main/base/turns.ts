import type { Clock } from './clock.ts'
import { pause } from './timers.ts'

/** ms between two looks for changes that nothing reports. */
export const pollMs = 30_000

/** Runs `turn` again and again; it gives the ms until the next. One that throws is tried again after a while. */
export function runInTurns(
  clock: Clock,
  turn: (stopped: AbortSignal) => Promise<number>,
  stopped = new AbortController(),
) {
  let awake = new AbortController()
  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      awake = new AbortController()
      let waitMs = pollMs
      try {
        waitMs = await turn(stopped.signal)
      } catch {
        // The vault reports its own faults.
      }
      if (waitMs > 0) await pause(clock, waitMs, AbortSignal.any([awake.signal, stopped.signal]))
    }
  }
  // Let the caller finish its setup before the first turn.
  const running = Promise.resolve().then(run)
  return {
    wake: () => awake.abort(),
    async stop() {
      stopped.abort()
      await running
    },
  }
}

/** Tells what a thrown error is: the vault cannot be written, or it is a bug. */
export function kindOfThrown(error: unknown): 'vault' | 'bug' {
  const code = String((error as { code?: unknown } | null)?.code)
  return code.startsWith('SQLITE') ? 'vault' : 'bug'
}
