import type { Id } from '../../contract/values.ts'
import { backoffMs } from '../../shared/backoff.ts'
import { readClinic, type ClinicLook } from './clinic.ts'
import type { IntakeClient } from './client/client.ts'
import { systemClock, type Timers } from '../base/clock.ts'
import { after } from '../base/timers.ts'

/** ms to the next look at the branding after a success, after a first failure, and at most after many. */
export const knownRefreshMs = 60 * 60_000
export const unknownRetryMs = 10_000
const retries = { firstMs: unknownRetryMs, longestMs: 5 * 60_000 } as const

/**
 * Polls the clinic's look: after 1 h on success, 10 s doubling to 5 min on failure. `onChange`: it differs; `onRead`:
 * any success.
 */
export function watchClinic(
  client: Pick<IntakeClient, 'read'>,
  locationId: Id,
  known: ClinicLook,
  onChange: () => void,
  clock: Timers = systemClock,
  onRead: (look: ClinicLook) => void = () => undefined,
) {
  let look = known
  let failures = 0
  let cancel: () => void = () => undefined
  const stopped = new AbortController()

  async function read(): Promise<void> {
    const read = await readClinic(client, locationId, { signal: stopped.signal })
    if (stopped.signal.aborted) return
    if (read.ok) onRead(read.value)
    if (read.ok && JSON.stringify(read.value) !== JSON.stringify(look)) {
      look = read.value
      onChange()
    }
    failures = read.ok ? 0 : failures + 1
    schedule(read.ok ? knownRefreshMs : backoffMs(retries, failures))
  }
  // A read rejects when it cannot be audited: then it gave nothing out, and the next one may.
  function start() {
    read().catch(() => schedule(unknownRetryMs))
  }
  function schedule(ms: number) {
    cancel = after(clock, ms, start)
  }
  start()
  return {
    /** Current look; until the service has answered, the one known before. */
    look: () => look,
    stop() {
      stopped.abort()
      cancel()
    },
  }
}
