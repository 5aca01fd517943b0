import { createActor, waitFor, type InspectionEvent } from 'xstate'
import { defaultWireProfile, type CodeRules } from '../../contract/wire-profile.ts'
import type { Id } from '../../contract/values.ts'
import type { Locale, PatientCommand } from '../../shared/ipc.ts'
import type { VisitOutcome } from '../../shared/staff.ts'
import type { Clock } from '../base/clock.ts'
import type { Settings } from '../settings/schema.ts'
import type { Attempts } from './limits/attempts.ts'
import { trackForms, type FormsPort } from './forms-port.ts'
import type { HelpNumbers } from './limits/help-numbers.ts'
import { accepts } from './machine/accepts.ts'
import type { ArrivalPort } from './arrival-port.ts'
import type { DeskCodePort } from './desk-code-port.ts'
import type { OfflinePort } from './offline-port.ts'
import type { OwnPhonePort } from './own-phone-port.ts'
import type { DeskPort, StaffNeeded } from './desk-port.ts'
import type { AskHelp } from './machine/help-call.ts'
import { kioskMachine, type HealthCheck } from './machine/kiosk-machine.ts'
import type { Log } from './log-port.ts'
import { wantsKeys } from './machine/typing.ts'
import { visitCommandOf } from './machine/visit-command.ts'
import type { VisitSnapshot } from './machine/visit-machine.ts'
import { localDate, type CalendarDate } from '../../shared/calendar-date.ts'
import type { CheckInService } from './service-port.ts'
import type { BuildView } from './view/view-frame.ts'
import { idleView, screenNameOf, viewOf } from './view/view.ts'
import type { VisitSettings } from './machine/visit-types.ts'

/** The kiosk's window as the visits have it. */
export interface VisitPage {
  show(build: BuildView): void
  /** Destroys the page with all it holds and makes it anew. */
  renew(): Promise<void>
}

/** What a kiosk is made of. */
export interface KioskParts {
  readonly service: CheckInService
  readonly settings: VisitSettings & { readonly service: Pick<Settings['service'], 'recheckMs'> }
  /** What the service's codes look like; six digits where nothing is said. */
  readonly code?: CodeRules
  /** Languages on offer, in order; the first is the clinic's own. */
  readonly locales: readonly Locale[]
  readonly clock: Clock
  readonly forms: FormsPort
  /** Where patients are taken in without the network; undefined where none are. */
  readonly offline?: OfflinePort | undefined
  /** How forms go to patients' own phones; undefined where they do not. */
  readonly ownPhone?: OwnPhonePort | undefined
  /** How codes of the front desk are asked about; undefined where no desk gives any. */
  readonly deskCode?: DeskCodePort | undefined
  /** Where patients are asked whether they are here for an appointment; undefined where they are not. */
  readonly arrival?: ArrivalPort | undefined
  readonly page: VisitPage
  /** Who listens from elsewhere; undefined where nobody does. */
  readonly desk?: DeskPort | undefined
  /** Outlives every visit. */
  readonly attempts: Attempts
  readonly helpNumbers: HelpNumbers
  readonly log: Log
  /**
   * A harmless read of the service (the kiosk's location): asked once at the start, and again every
   * `service.recheckMs` while the service refuses us, until it goes well.
   */
  readonly health: HealthCheck
  /** Today in the kiosk's time zone; that of the machine where it is not given. */
  readonly today?: () => CalendarDate
  /** Sees every transition, with all that a visit knows: for tests, never for a log. */
  readonly inspect?: (event: InspectionEvent) => void
}

/** A running kiosk. */
export interface Kiosk {
  /** Carries a patient's command out, if the visit takes it now. One that arrives during a wipe waits for the next visit. */
  accept(command: PatientCommand): Promise<boolean>
  /** Hides the form view, whatever the visit does, until it is called with false. */
  cover(covered: boolean): void
  /**
   * Keeps the running visit while staff are in their panel: locked, without an idle time. Its help number, or null where
   * there is none to keep: nobody has begun, or all that is left are its last words.
   */
  hold(): string | null
  /** Lets the visit go on that `hold` keeps: open, because staff help with it, or locked. Does nothing once it is over. */
  goOn(how: 'helped' | 'locked'): void
  /** Locks the running visit as help does. Whether it is locked: a visit of which nothing is known cannot be. */
  lock(): boolean
  /**
   * Begins the visit that waits for its patient as if they had typed that code of the front desk. Whether it began: not while
   * one runs already, nor where no desk can be asked.
   */
  beginWithCode(code: string): boolean
  /**
   * Ends the running visit as `ending`, which is in the log when the visit had begun; wipes as after every
   * visit, and serves nobody any more. Resolves when nothing of the visit is left.
   */
  end(ending: VisitOutcome): Promise<void>
  /**
   * Ends everything at once, without another visit, and closes the form view: for the end of the process. A visit that
   * had begun is in the log as `stopped`; the page is not made anew, for it goes with its window.
   */
  stop(): Promise<void>
}

/** Runs visits one after another, each in a fresh machine and followed by a wipe, and shows their views. */
export function createKiosk(parts: KioskParts): Kiosk {
  const { clock, log, page } = parts
  const forms = trackForms(parts.forms)
  const captures = parts.offline && trackForms(parts.offline.forms)
  const closeForms = async () => {
    await Promise.all([forms.closeAll(), captures?.closeAll()])
  }
  let covered = false

  function setFormVisibility(snapshot: VisitSnapshot) {
    const fillingIn = snapshot.matches({
      running: {
        flow: { forms: 'completing' },
        overlay: { open: 'none' },
        length: 'counting',
        dialog: 'none',
        lock: 'unlocked',
      },
    })
    const { formView } = snapshot.children
    const { display, locale } = snapshot.context
    formView?.send({ type: 'display', display, locale })
    formView?.send({ type: 'visibility', visible: fillingIn && !covered })
    const completing = snapshot.matches({ running: { flow: { forms: 'completing' } } })
    const { typing, paper } = snapshot.context
    formView?.send({ type: 'keys', shown: completing && !paper && wantsKeys(typing) })
  }

  function showVisit(snapshot: VisitSnapshot) {
    page.show((frame) => viewOf(snapshot, frame))
    setFormVisibility(snapshot)
  }

  const askHelp: AskHelp = (asked, onChange) => {
    const visit = kiosk.getSnapshot().children.visit?.getSnapshot()
    const screen = visit ? screenNameOf(visit) : 'welcome'
    return parts.desk?.askHelp({ ...asked, screen }, onChange) ?? { heard: () => null, end() {} }
  }

  function beginVisit() {
    const helpNumber = parts.helpNumbers.next()
    return {
      helpNumber,
      ports: {
        service: parts.service,
        forms,
        offline: parts.offline && captures && { ...parts.offline, forms: captures },
        ownPhone: parts.ownPhone,
        arrival: parts.arrival,
        deskCode: parts.deskCode,
        attempts: parts.attempts,
        askHelp,
        needStaff: (needed: StaffNeeded) => parts.desk?.needStaff(needed),
        formsCompleted: (patientId: Id) => parts.desk?.formsCompleted(patientId),
        settings: parts.settings,
        code: parts.code ?? defaultWireProfile.proof.code,
        log: {
          event: (...[name, fields]: Parameters<Log['event']>) =>
            log.event(name, { ...fields, helpNumber }),
        },
        locales: parts.locales,
        now: () => clock.now(),
        today: parts.today ?? (() => localDate(new Date())),
      },
    }
  }

  /** Not by the machine: a log that fails at the end of all things must not keep the rest from ending. */
  function noteStopped() {
    const visit = kiosk.getSnapshot().children.visit?.getSnapshot()
    if (visit?.status !== 'active' || visit.matches({ running: { length: 'unbegun' } })) return
    try {
      log.event('visitEnded', { reason: 'stopped', helpNumber: visit.context.helpNumber })
    } catch {
      // A vault that cannot be written is told of by whoever watches it.
    }
  }

  const kiosk = createActor(kioskMachine, {
    clock,
    ...(parts.inspect && { inspect: parts.inspect }),
    input: {
      beginVisit,
      showVisit,
      showIdle: (screen) => page.show((frame) => idleView(screen, frame)),
      wipe: async () => {
        await closeForms()
        await page.renew()
      },
      health: parts.health,
      recheckMs: parts.settings.service.recheckMs,
      log,
    },
  })
  kiosk.start()

  return {
    async accept(command) {
      let isLate = false
      while (kiosk.getSnapshot().matches('wiping')) {
        await waitFor(kiosk, (snapshot) => !snapshot.matches('wiping'))
        // Staff came meanwhile: beneath what they see nothing begins.
        isLate = covered
      }
      const { visit } = kiosk.getSnapshot().children
      if (isLate || !visit) return false
      const snapshot = visit.getSnapshot()
      const { channel, ports } = snapshot.context
      const phones = ports.settings.identity
      const rules = { channel, phones, today: ports.today(), code: ports.code }
      const event = visitCommandOf(command, rules)
      if (!accepts(snapshot, event)) return false
      visit.send({ type: 'activity' })
      visit.send(event)
      return true
    },
    cover(whether) {
      covered = whether
      const { visit } = kiosk.getSnapshot().children
      if (visit) setFormVisibility(visit.getSnapshot())
    },
    hold() {
      const { visit } = kiosk.getSnapshot().children
      visit?.send({ type: 'staff.hold' })
      const snapshot = visit?.getSnapshot()
      return snapshot?.matches({ running: { staff: 'holding' } })
        ? snapshot.context.helpNumber
        : null
    },
    goOn(how) {
      const type = how === 'helped' ? 'staff.help' : 'staff.release'
      kiosk.getSnapshot().children.visit?.send({ type })
    },
    lock() {
      const { visit } = kiosk.getSnapshot().children
      visit?.send({ type: 'desk.lock' })
      return visit?.getSnapshot().matches({ running: { lock: 'locked' } }) ?? false
    },
    beginWithCode(code) {
      const { visit } = kiosk.getSnapshot().children
      const event = { type: 'desk.begin', code } as const
      const begins = !covered && (visit?.getSnapshot().can(event) ?? false)
      if (begins) visit?.send(event)
      return begins
    },
    async end(ending) {
      if (kiosk.getSnapshot().status !== 'active') return
      const closed = new Promise<void>((resolve) => kiosk.subscribe({ complete: resolve }))
      kiosk.send({ type: 'end', ending })
      await closed
    },
    async stop() {
      noteStopped()
      kiosk.stop()
      await closeForms()
    },
  }
}
