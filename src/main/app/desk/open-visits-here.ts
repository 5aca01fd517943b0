import { randomInt } from 'node:crypto'
import { deskCodeDigits } from '../../../shared/code.ts'
import type { VisitEnd } from '../../../shared/desk/view.ts'
import { err, ok } from '../../../shared/result.ts'
import type { VisitOutcome } from '../../../shared/staff.ts'
import { systemClock } from '../../base/clock.ts'
import { closeAll } from '../../base/close-all.ts'
import { createListeners } from '../../base/listeners.ts'
import type { VisitsHere } from '../../desk/visits-here.ts'
import { createRouter } from '../../ipc/router.ts'
import type { ClinicLook } from '../../intake/clinic.ts'
import { createConnectionMonitor } from '../../intake/connection/connection-monitor.ts'
import type { Shell } from '../../windows/port.ts'
import { createRefusedOrigins } from '../../vault/store/refused-origins.ts'
import { bugFields } from '../../kiosk/visit/log-port.ts'
import type { Kiosk } from '../../kiosk/visit/kiosk.ts'
import { createHelpNumbers, type HelpNumbers } from '../../kiosk/visit/limits/help-numbers.ts'
import type { DeskCodeMatch, DeskCodePort } from '../../kiosk/visit/ports.ts'
import { connectToService } from '../service-connection.ts'
import type { Station } from '../station.ts'
import { openKioskWindow } from '../view-switch.ts'
import { startVisits } from '../visits.ts'

interface VisitScreen {
  readonly look: () => ClinicLook
  readonly openShell: () => Promise<Shell>
  readonly onReturned: () => void
  /** The window could not be ended, and may hold something of the patient. */
  readonly onStuck: () => void
}

/** Gives a desk's own screen to patients, one visit after another. */
export function openVisitsHere(
  station: Station,
  screen: VisitScreen,
): VisitsHere & { close(): Promise<void> } {
  const helpNumbers = createHelpNumbers(systemClock)
  const listeners = createListeners<[ended: VisitEnd | undefined]>()
  let state: 'free' | 'opening' | 'open' = 'free'
  let window: Awaited<ReturnType<typeof openVisitWindow>> | undefined
  let opening: Promise<unknown> | undefined
  let isClosed = false

  function returned(how?: VisitEnd) {
    state = 'free'
    window = undefined
    listeners.call(how)
    screen.onReturned()
  }

  const openWindow = () =>
    openVisitWindow(station, screen, helpNumbers, returned).catch((error: unknown) => {
      const fields = { ...bugFields(error) }
      station.log.app('no window for a patient could be opened on the desk’s screen', fields)
      return undefined
    })

  const open: VisitsHere['begin'] = async (wanted, handOver) => {
    let isBegun = false
    const opened = await openWindow()
    if (!opened) {
      state = 'free'
      return err({ kind: 'noScreen' })
    }
    window = opened
    try {
      if (opened.isGone()) return err({ kind: 'noScreen' })
      // Listeners to the lock must see that a patient has the screen.
      state = 'open'
      if (isClosed || !handOver()) return err({ kind: 'locked' })
      opened.begin(wanted)
      isBegun = true
      return ok(null)
    } finally {
      if (!isBegun) {
        state = 'opening'
        await opened.stop().finally(() => returned())
      }
    }
  }

  return {
    isOpen: () => state === 'open',
    begin(wanted, handOver) {
      if (state !== 'free' || isClosed) return Promise.resolve(err({ kind: 'withPatient' }))
      state = 'opening'
      const begun = open(wanted, handOver)
      opening = begun.catch(() => undefined)
      return begun
    },
    end: () => window?.end('staff'),
    onChange: (listener) => listeners.add(listener),
    /** Ends a visit under way at once, and begins none any more. Rejects where something is left of it. */
    async close() {
      isClosed = true
      listeners.clear()
      await opening
      await window?.stop()
      window = undefined
    },
  }
}

/** Makes digits that nobody sees, and the visit that they open, once. */
function oneCode(wanted: DeskCodeMatch): { readonly code: string; readonly port: DeskCodePort } {
  const code = String(randomInt(10 ** deskCodeDigits)).padStart(deskCodeDigits, '0')
  let match: DeskCodeMatch | undefined = wanted
  return {
    code,
    port: {
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

/** Opens a kiosk's window without a patient. `onOver`: the visit is over and wiped. Rejects with nothing left open. */
async function openVisitWindow(
  station: Station,
  { look, onStuck, openShell }: VisitScreen,
  helpNumbers: HelpNumbers,
  onOver: (how: VisitEnd) => void,
) {
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
  const end = (as: VisitOutcome) => {
    if (visits)
      ending ??= visits
        .end(as)
        .catch((error: unknown) => log.event('bug', bugFields(error)))
        .then(() => onOver(isGone ? 'broken' : 'ended'))
  }
  /** In the place of another page for the next patient: none follows. */
  function wipe() {
    end('stopped')
    return close()
  }

  const { viewSwitch } = await openKioskWindow(shell, {
    log,
    clinic: () => ({ ...look(), locales }),
    locale: locales[0] ?? 'en',
    // Staff sign in at the desk, not in this window.
    handler: createRouter(() => ({ isStaffPresent: () => false, visits }), log),
    onClosed() {
      isGone = true
      end('stopped')
    },
  }).catch(async (error: unknown) => {
    await close()
    throw error
  })

  return {
    isGone: () => isGone,
    begin(wanted: DeskCodeMatch) {
      const { code, port } = oneCode(wanted)
      const monitor = createConnectionMonitor({
        clock: systemClock,
        random: Math.random,
        onChange: () => undefined,
      })
      visits = startVisits(station, connectToService(station, { monitor }), {
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
