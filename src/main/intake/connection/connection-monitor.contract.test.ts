import { it } from 'vitest'
import type { FaultInput } from '../../../../sandbox/control/faults.ts'
import { startStillSandbox, openClient } from '../../../../test/harness/sandbox/client.ts'
import { systemClock } from '../../base/clock.ts'
import type { CallReport } from '../client/call-types.ts'
import { createConnectionMonitor } from './connection-monitor.ts'

/** Starts a client at a sandbox, with a monitor of its calls. */
async function start() {
  const monitor = createConnectionMonitor({
    clock: systemClock,
    random: () => 0,
    onChange: () => undefined,
  })
  const limits = { headersMs: 1_000, attemptMs: 1_500 }
  const log = (report: CallReport) => monitor.heard(report)
  const opened = openClient({ log, limits }, await startStillSandbox())
  /** Calls, at least once, until the connection is seen so. */
  const callUntil = async (state: string) => {
    do await opened.partner.appointments.list({ params: opened.here })
    while (monitor.current().state !== state)
  }
  await callUntil('online')
  return { callUntil, control: opened.control }
}

it.each<[FaultInput, string]>([
  [{ cut: true }, 'offline'],
  [{ hang: true }, 'offline'],
  [{ portal: true }, 'refused'],
  [{ status: 503 }, 'serviceDown'],
  [{ revokeGrant: true }, 'denied'],
])('the fault %o is seen as %s, and its end as online', async (fault, state) => {
  const { callUntil, control } = await start()
  control.addFault(fault)
  await callUntil(state)
  control.clearFaults()
  await callUntil('online')
})
