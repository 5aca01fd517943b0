import type { Id } from '../../contract/values.ts'
import { readClinic, type ClinicLook } from './clinic.ts'
import type { IntakeClient } from './client/client.ts'
import { systemClock, type Clock } from '../base/clock.ts'

/** The clinic's look, kept up to date. */
export interface ClinicWatch {
  /** As it is known now; what was known before until the service has told. */
  look(): ClinicLook
  stop(): void
}

/** ms to the next look at the branding after a success, after a first failure, and at most after many. */
export const knownRefreshMs = 60 * 60_000
export const unknownRetryMs = 10_000
const longestRetryMs = 5 * 60_000

const retryMs = (failures: number) => Math.min(longestRetryMs, unknownRetryMs * 2 ** (failures - 1))

/**
 * Reads the clinic's look from its location, again and again: an hour after a success, ten seconds after a
 * failure and twice as long after each further one, at most five minutes. What is known stays when a later read fails. `onChange` is called when it looks different.
 */
export function watchClinic(
  client: Pick<IntakeClient, 'developer'>,
  locationId: Id,
  known: ClinicLook,
  onChange: () => void,
  clock: Clock = systemClock,
): ClinicWatch {
  let look = known
  let failures = 0
  let cancel: () => void = () => undefined
  const stopped = new AbortController()

  async function read(): Promise<void> {
    const read = await readClinic(client, locationId, { signal: stopped.signal })
    if (stopped.signal.aborted) return
    if (read.ok && JSON.stringify(read.value) !== JSON.stringify(look)) {
      look = read.value
      onChange()
    }
    failures = read.ok ? 0 : failures + 1
    schedule(read.ok ? knownRefreshMs : retryMs(failures))
  }
  // A read rejects when it cannot be audited: then it gave nothing out, and the next one may.
  function start() {
    read().catch(() => schedule(unknownRetryMs))
  }
  function schedule(ms: number) {
    cancel = clock.after(ms, start)
  }
  start()
  return {
    look: () => look,
    stop() {
      stopped.abort()
      cancel()
    },
  }
}
