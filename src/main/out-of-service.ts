import type { View } from '../shared/ipc.ts'
import { systemClock } from './check-in/clock.ts'
import { idleView } from './check-in/view.ts'
import type { KioskLog } from './log.ts'
import { defaultClinicLook } from './service/clinic.ts'
import type { Settings } from './settings/schema.ts'
import { describeVaultError, type VaultError } from './vault/errors.ts'

/** The screen of a kiosk that can serve no one until it is started again. */
export function outOfService({ languages }: Pick<Settings, 'languages'>): View {
  const clinic = { ...defaultClinicLook, locales: languages }
  // Later than any view of a visit.
  return idleView('outOfService', { now: systemClock.now(), clinic, sequence: 2 ** 40 })
}

/** Tells an administrator why the vault cannot be used: one line of the log, and one in plain words. */
export function tellVaultFault(log: KioskLog, error: VaultError): void {
  log.event('kioskOutOfService', { reason: `vault: ${error.kind}` })
  process.stderr.write(`foyer: out of service: ${describeVaultError(error)}\n`)
}
