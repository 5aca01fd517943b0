import { systemClock } from '../base/clock.ts'
import { pause } from '../base/timers.ts'

export const graceMs = 2_000
const lookMs = 10

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Another user's: it runs, and that user alone may end it.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Ends a process of our own user at once; one that is gone already is no error. */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Gone in the meantime.
  }
}

// A process that survives SIGKILL is a zombie that holds no memory and no files.
/** Resolves once a process that was asked to end has. Calls `kill` after `graceMs`; gives up after as long again. */
export async function waitForExit(pid: number, kill: () => unknown): Promise<void> {
  for (let waitedMs = 0; isRunning(pid) && waitedMs < 2 * graceMs; waitedMs += lookMs) {
    if (waitedMs === graceMs) await kill()
    await pause(systemClock, lookMs)
  }
}
