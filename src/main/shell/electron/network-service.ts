import type { App } from 'electron'
import { systemClock } from '../../base/clock.ts'
import { within } from '../../base/timers.ts'
import { graceMs, kill, waitForExit } from '../processes.ts'

/** What Chromium calls the one process that sends and receives for the pages of every session. */
const networkService = 'network.mojom.NetworkService'

/**
 * Ends Chromium's network service, whose freed memory still holds addresses of the pages it loaded when every
 * session has been wiped; resolves when its process is gone and Electron knows. Chromium starts another one for the
 * next request. What waits for an answer of the service may wait for ever: nothing else may be asked of it meanwhile.
 */
export async function endNetworkService(
  app: Pick<App, 'getAppMetrics' | 'once' | 'off'>,
): Promise<void> {
  const processes = app.getAppMetrics().filter(({ serviceName }) => serviceName === networkService)
  for (const { pid } of processes) {
    let heard: () => void = () => undefined
    const known = new Promise<void>((resolve) => (heard = resolve))
    app.once('child-process-gone', heard)
    kill(pid)
    await waitForExit(pid, () => kill(pid))
    // A session that is asked before that would ask the process that is gone.
    await within(systemClock, graceMs, known)
    app.off('child-process-gone', heard)
  }
}
