import type { Command, Reply } from '../../shared/ipc.ts'
import type { KioskPage } from '../../shared/windows.ts'
import { systemClock } from '../base/clock.ts'
import type { Log } from '../visit/log-port.ts'
import { createHelpNumbers } from '../visit/limits/help-numbers.ts'
import type { KioskLog } from '../log/log.ts'
import { defaultClinicLook } from '../service/clinic.ts'
import type { Settings } from '../settings/schema.ts'
import type { Shell } from '../shell/port.ts'
import { createViewSwitch } from './view-switch.ts'
import { createStaffSession, shareCommands } from '../staff/session/staff-session.ts'
import type { StaffKiosk, StaffPorts } from '../staff/ports.ts'
import type { Vault } from '../vault/vault.ts'
import { prepareVisits, type Visits } from './visits.ts'

/** What the front of the kiosk is made of. */
export interface KioskControllerParts {
  /** The settings that hold now. */
  readonly settings: () => Settings
  readonly shell: Shell
  readonly vault: Vault
  /** Audits what an auditor asks about before it is written. */
  readonly log: KioskLog
  readonly version: string
  /** What staff may use besides the kiosk itself. */
  readonly session: Omit<StaffPorts, 'kiosk'>
  /** Forgets what stands outside the vault: the settings of this kiosk. */
  readonly forgetSettings: () => void
  /** Ends Foyer in order. */
  readonly leave: () => void
  /** Ends what goes on beside patients and staff. */
  readonly end: () => Promise<void>
}

/** The kiosk as people stand before it: patients one after another, and staff between them. */
export interface KioskController {
  /** Audits what it logs. */
  readonly log: Log
  handle(command: Command): Promise<Reply> | Reply
  /** Ends whatever goes on; nothing is shown any more. */
  stop(): Promise<void>
  /** Every window is gone, after `stop`: audits that what a visit left in them is gone with them. */
  windowsGone(): void
}

const closedKey = 'kiosk.closed'

/** Outcomes of a call by which the service cannot be used now. */
const failing: readonly string[] = [
  'unreachable',
  'timedOut',
  'unauthorized',
  'forbidden',
  'serverFault',
]

/** Makes ready for patients and staff; the function that comes back begins once the window is there. */
export function prepareKioskController(
  parts: KioskControllerParts,
): (page: KioskPage) => KioskController {
  const { shell, vault, log, settings } = parts
  const { securitySettings } = vault
  const helpNumbers = createHelpNumbers(systemClock)
  let look = defaultClinicLook
  let connection: ReturnType<StaffKiosk['connection']> = 'unknown'
  /** Whether the page holds something of a visit. */
  let isUsed = false
  const visitLog: KioskLog = {
    ...log,
    event(name, fields) {
      isUsed ||= name === 'visitStarted'
      log.event(name, fields)
    },
  }
  const prepare = () =>
    prepareVisits({
      settings: settings(),
      shell,
      vault,
      log: visitLog,
      helpNumbers,
      look,
      onLook: (next) => (look = next),
      onCall: ({ outcome }) => (connection = failing.includes(outcome) ? 'failing' : 'good'),
    })
  const isClosed = () => securitySettings.read(closedKey) !== undefined
  // Where patients are served at once, connecting does not wait for the window.
  let prepared = parts.session.pin.isChosen() && !isClosed() ? prepare() : undefined

  return (page) => {
    let visits: Visits | undefined
    let isStopped = false
    const viewSwitch = createViewSwitch((view) => page.show(view), 'visits')
    const renew = async () => {
      await page.renew()
      isUsed = false
      vault.audit.append('wiped')
    }
    const serve = () => {
      if (visits || isStopped) return
      const begin = prepared ?? prepare()
      prepared = undefined
      visits = begin({ show: (view) => viewSwitch.show('visits', view), renew })
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
        // The audit that says so is gone with the rest.
        log.app('everything on this kiosk is forgotten')
        try {
          await vault.forget()
        } finally {
          // What could not be forgotten now is at the next start.
          parts.forgetSettings()
          parts.leave()
        }
      },
      isClosed,
      setClosed: (closed) =>
        closed
          ? securitySettings.write(closedKey, new Date().toISOString())
          : securitySettings.remove(closedKey),
      connection: () => connection,
      version: parts.version,
      shell: shell.kind,
      get name() {
        return settings().kiosk.name
      },
    }
    const session = createStaffSession(
      { ...parts.session, kiosk },
      {
        clock: systemClock,
        clinic: () => ({ ...look, locales: settings().languages }),
        show: (view) => viewSwitch.show('staff', view),
        turnTo: (actor) => viewSwitch.turnTo(actor),
        log,
      },
    )
    session.start()
    return {
      log,
      handle: shareCommands(session, {
        handle: (command) =>
          visits?.handle(command) ?? {
            ok: false,
            error: { kind: 'notAccepted', type: command.type },
          },
      }),
      async stop() {
        isStopped = true
        session.stop()
        await visits?.stop()
        await parts.end()
      },
      windowsGone() {
        if (isUsed) vault.audit.append('wiped')
      },
    }
  }
}
