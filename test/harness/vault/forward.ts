import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock, type WallClock } from '../../../src/main/base/clock.ts'
import { type SyslogTarget, startForwarding } from '../../../src/main/vault/audit/audit-forward.ts'
import { keepAudit } from '../../../src/main/vault/audit/audit-copies.ts'
import type { Vault } from '../../../src/main/vault/vault.ts'
import { type KioskLog, openLog } from '../../../src/main/log/log.ts'
import { settingsSchema } from '../../../src/main/settings/schema.ts'

/** The machine's clock, on which a second of a pause is ten milliseconds; what limits a wait is as long as ever. */
const hastyClock: WallClock = {
  ...systemClock,
  setTimeout: (action, ms) =>
    systemClock.setTimeout(action, ms === 2_000 || ms > 20_000 ? ms : ms / 100),
}

/** The same, which leaves a collector its whole second to hang up before it counts as having read everything. */
export const patientClock: WallClock = {
  ...hastyClock,
  setTimeout: (action, ms) =>
    ms === 1_000 ? systemClock.setTimeout(action, ms) : hastyClock.setTimeout(action, ms),
}

/** The same, whose hours the test lets pass. */
export function createHourlyClock() {
  let hourly: (() => void) | undefined
  const clock: WallClock = {
    ...hastyClock,
    setTimeout(action, ms) {
      if (ms !== 60 * 60_000) return hastyClock.setTimeout(action, ms)
      hourly = action
      return action
    },
    clearTimeout(id) {
      if (id === hourly) hourly = undefined
      else hastyClock.clearTimeout(id)
    },
  }
  return { ...clock, passHour: () => hourly!() }
}

/** A target on loopback whose certificate is trusted by a file in `folder`. */
export function targetIn(
  folder: string,
  { port, cert }: { readonly port: number; readonly cert: string },
): SyslogTarget {
  const caFile = join(folder, 'ca.pem')
  writeFileSync(caFile, cert)
  return { host: 'localhost', port, caFile, certFile: null, keyFile: null }
}

/** Forwards the audit of a vault at shorter intervals than a kiosk. `onChange` is called with faults. */
export const forward = (
  vault: Pick<Vault, 'chain' | 'securitySettings'>,
  target: SyslogTarget,
  onChange: (fault: string | undefined) => void = () => undefined,
  clock: WallClock = hastyClock,
) =>
  startForwarding({
    chain: vault.chain,
    settings: vault.securitySettings,
    target,
    sender: { hostname: 'desk 1', kiosk: 'front "desk" [é]', version: '0.1.0' },
    clock,
    onChange,
    random: () => 0,
  })

const auditSettings = settingsSchema.shape.audit.parse({})

/** Settings of the audit that differ from the defaults. */
export type AuditSettings = () => Partial<typeof auditSettings>

/** Keeps the audit of a vault as a station does, by these settings. */
export function keepTestAudit(
  vault: Vault,
  clock: WallClock,
  settings: AuditSettings,
  {
    kiosk = 'front',
    log = openLog(kiosk, { write: () => undefined }),
  }: { readonly kiosk?: string; readonly log?: KioskLog } = {},
) {
  const current = () => ({ audit: { ...auditSettings, ...settings() }, kiosk: { name: kiosk } })
  return keepAudit({ vault, settings: current, version: '0.1.0', log, clock })
}
