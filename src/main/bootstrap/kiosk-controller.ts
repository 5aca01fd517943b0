import type { CommandReceivers } from '../ipc/router.ts'
import type { KioskLog } from '../log/log.ts'
import type { KioskPage } from '../../shared/windows.ts'
import { systemClock } from '../base/clock.ts'
import type { Shell } from '../shell/port.ts'
import type { StaffKiosk } from '../staff/ports.ts'
import { createStaffSession } from '../staff/session/staff-session.ts'
import type { Kiosk } from '../visit/kiosk.ts'
import { createHelpNumbers } from '../visit/limits/help-numbers.ts'
import type { Log } from '../visit/log-port.ts'
import type { KioskServices } from './kiosk-services.ts'
import type { ServiceConnection } from './service-connection.ts'
import type { ViewSwitch } from './view-switch.ts'
import { startVisits } from './visits.ts'

/** What a kiosk controller is made of. */
export interface KioskControllerParts {
  readonly services: KioskServices
  readonly shell: Shell
  readonly page: KioskPage
  readonly viewSwitch: ViewSwitch
  readonly version: string
  /** Ends Foyer in order. */
  readonly leave: () => void
}

/** Serves patients one after another, and staff between them. */
export interface KioskController extends CommandReceivers {
  /** Audits what it logs. */
  readonly log: Log
  /** Ends the visit and the staff session; shows nothing afterwards. */
  stop(): Promise<void>
  /** Every window is gone, after `stop`: audits that what a visit left in them is gone with them. */
  windowsGone(): void
}

const closedKey = 'kiosk.closed'

/** Whether staff took the kiosk out of service; survives a restart. */
const isClosed = ({ vault }: KioskServices) => vault.securitySettings.read(closedKey) !== undefined

/** Whether patients are served as soon as the window is there. */
export function servesAtOnce(services: KioskServices): boolean {
  return services.staff.pin.isChosen() && !isClosed(services)
}

/**
 * Serves patients and staff at the kiosk's window. `connection`: one that was made ahead for the first patients; every
 * other is made when patients are served again, with the credentials and settings that hold then.
 */
export function createKioskController(
  parts: KioskControllerParts,
  connection?: ServiceConnection,
): KioskController {
  const { services, shell, page, viewSwitch } = parts
  const { vault, log, settings } = services
  const helpNumbers = createHelpNumbers(systemClock)
  /** Whether the page holds something of a visit. */
  let isUsed = false
  let visits: Kiosk | undefined
  let isStopped = false
  let madeAhead = connection
  const visitLog: KioskLog = {
    ...log,
    event(name, fields) {
      isUsed ||= name === 'visitStarted'
      log.event(name, fields)
    },
  }
  const renew = async () => {
    await page.renew()
    isUsed = false
    vault.audit.append('wiped')
  }
  const serve = () => {
    if (visits || isStopped) return
    visits = startVisits({
      connection: madeAhead ?? services.connect(),
      shell,
      vault,
      log: visitLog,
      refusedOrigins: services.refusedOrigins,
      helpNumbers,
      page: { show: (build) => viewSwitch.show('visits', build), renew },
    })
    madeAhead = undefined
  }
  const kiosk: StaffKiosk = {
    cover: (covered) => visits?.cover(covered),
    async pause() {
      await visits?.end('staff')
      visits = undefined
    },
    resume: serve,
    wipe: renew,
    leave: parts.leave,
    rotateKey: async () => (await vault.rotateKey()).ok,
    async forget() {
      // No audit entry: the audit is deleted with the vault.
      log.app('everything on this kiosk is forgotten')
      try {
        await vault.forget()
      } finally {
        // The next start deletes what is left.
        settings.forget()
        parts.leave()
      }
    },
    isClosed: () => isClosed(services),
    setClosed: (closed) =>
      closed
        ? vault.securitySettings.write(closedKey, new Date().toISOString())
        : vault.securitySettings.remove(closedKey),
    connection: () => services.connection(),
    version: parts.version,
    shell: shell.kind,
    get name() {
      return settings.current().settings.kiosk.name
    },
  }
  const staff = createStaffSession(
    { ...services.staff, kiosk },
    {
      clock: systemClock,
      show: (build) => viewSwitch.show('staff', build),
      turnTo: (actor) => viewSwitch.turnTo(actor),
      log,
    },
  )
  staff.start()
  return {
    log,
    async isStaffPresent() {
      await staff.left()
      return !staff.isAway
    },
    acceptStaff: (command) => staff.accept(command),
    acceptPatient: (command) => visits?.accept(command) ?? false,
    async stop() {
      isStopped = true
      staff.stop()
      await visits?.stop()
      await madeAhead?.close()
      await services.stop()
    },
    windowsGone() {
      if (isUsed) vault.audit.append('wiped')
    },
  }
}
