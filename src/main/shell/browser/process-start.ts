import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ChildProcess } from 'node:child_process'

/** Node's own channel, which tells of each child process that is made, just before it is started. */
const channel = 'child_process'

/**
 * Does `launch`, and calls `onStarted` once it has started `program`, long before that answers; at the latest when
 * `launch` is done. Rejects as `launch` does; then `onStarted` is not called any more.
 */
export async function tellStart<T>(
  program: string,
  onStarted: (() => void) | undefined,
  launch: () => Promise<T>,
): Promise<T> {
  let isTold = false
  const tell = () => {
    if (!isTold) onStarted?.()
    isTold = true
  }
  const heard = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess }
    // Its program is known, and it runs, once the call that starts it returns.
    queueMicrotask(() => {
      if (child.spawnfile === program && child.pid !== undefined) tell()
    })
  }
  subscribe(channel, heard)
  try {
    const launched = await launch()
    tell()
    return launched
  } finally {
    unsubscribe(channel, heard)
  }
}
