import { randomInt } from 'node:crypto'
import { deskCodeDigits } from '../../../shared/code.ts'
import type { VisitEnd } from '../../../shared/desk/view.ts'
import type { VisitOutcome } from '../../../shared/staff.ts'
import { systemClock } from '../../base/clock.ts'
import { closeAll } from '../../base/close-all.ts'
import { createRouter } from '../../ipc/router.ts'
import type { ClinicLook } from '../../service/clinic.ts'
import { createConnectionMonitor } from '../../service/connection/connection-monitor.ts'
import type { Shell } from '../../shell/port.ts'
import { createRefusedOrigins } from '../../vault/store/refused-origins.ts'
import type { DeskCodeMatch, DeskCodePort } from '../../visit/ports.ts'
import type { Kiosk } from '../../visit/kiosk.ts'
import type { HelpNumbers } from '../../visit/limits/help-numbers.ts'
import { connectToService } from '../service-connection.ts'
import type { Station } from '../station.ts'
import { createViewSwitch } from '../view-switch.ts'
import { startVisits } from '../visits.ts'

/** The desk's screen, as a patient's window uses it. */
export interface VisitScreen {
  readonly look: () => ClinicLook
  readonly openShell: () => Promise<Shell>
  /** The window could not be ended, and may hold something of the patient. */
  readonly onStuck: () => void
}

/** A kiosk's window over the desk's, for one visit. */
export interface VisitWindow {
  /** True if the window closed by itself. */
  isGone(): boolean
  /** Begins the visit at the date of birth. */
  begin(wanted: DeskCodeMatch): void
  /** Ends the visit as `ending`, and the window with it; no effect once either ended. */
  end(ending: VisitOutcome): void
  /** Ends everything at once, at the end of the process or if no visit begins. Rejects if any part of it is left. */
  stop(): Promise<void>
}

/** Makes digits that nobody sees, and the visit that they open, once. */
function oneCode(wanted: DeskCodeMatch): { readonly code: string; readonly port: DeskCodePort } {
  const code = String(randomInt(10 ** deskCodeDigits)).padStart(deskCodeDigits, '0')
  let match: DeskCodeMatch | undefined = wanted
  return {
    code,
    port: {
      // Nobody types one here.
      isOffered: () => match !== undefined,
      onConnectionChange: () => () => undefined,
      check(tried) {
        const found = tried === code ? match : undefined
        match = undefined
        return Promise.resolve(found ?? 'wrong')
      },
    },
  }
}

/**
 * Opens a kiosk's window without a patient. `onOver`: the visit is over and wiped from all windows. Rejects, with
 * nothing left open, if it cannot.
 */
export async function openVisitWindow(
  station: Station,
  { look, onStuck, openShell }: VisitScreen,
  helpNumbers: HelpNumbers,
  onOver: (how: VisitEnd) => void,
): Promise<VisitWindow> {
  const { vault, log } = station
  const locales = station.settings().languages
  const shell = await openShell()
  let visits: Kiosk | undefined
  let isGone = false
  let closing: Promise<void> | undefined
  let ending: Promise<void> | undefined

  async function closeShell() {
    try {
      await shell.close()
    } catch (error) {
      onStuck()
      throw error
    }
    if (visits) vault.audit.append('wiped')
  }
  const close = () => (closing ??= closeShell())
  const failed = (error: unknown) =>
    log.event('bug', { detail: error instanceof Error ? error.name : 'unknown' })
  const end = (as: VisitOutcome) => {
    if (visits)
      ending ??= visits
        .end(as)
        .catch(failed)
        .then(() => onOver(isGone ? 'broken' : 'ended'))
  }
  /** In the place of another page for the next patient: none follows. */
  function wipe() {
    end('stopped')
    return close()
  }

  const page = await shell
    .openKiosk({
      locale: locales[0] ?? 'en',
      handler: createRouter(
        () => ({
          // Staff sign in at the desk, not in this window.
          isStaffPresent: () => false,
          acceptStaff: () => false,
          acceptPatient: (command) => visits?.accept(command) ?? false,
        }),
        log,
      ),
      onClosed() {
        isGone = true
        end('stopped')
      },
    })
    .catch(async (error: unknown) => {
      await close()
      throw error
    })
  const viewSwitch = createViewSwitch({
    draw: (view) => page.show(view),
    now: () => systemClock.now(),
    clinic: () => ({ ...look(), locales }),
    first: 'visits',
  })

  return {
    isGone: () => isGone,
    begin(wanted) {
      const { code, port } = oneCode(wanted)
      const monitor = createConnectionMonitor({
        clock: systemClock,
        random: Math.random,
        onChange: () => undefined,
      })
      const connection = connectToService(station, {
        monitor,
        look: look(),
        onLook: () => undefined,
      })
      visits = startVisits(station, connection, {
        shell,
        helpNumbers,
        monitor,
        refusedOrigins: createRefusedOrigins(vault.securitySettings),
        page: {
          show(build) {
            if (!closing) viewSwitch.show('visits', build)
          },
          renew: wipe,
        },
        deskCode: port,
      })
      visits.beginWithCode(code)
    },
    end,
    stop: () => closeAll([() => visits?.stop(), close]),
  }
}
