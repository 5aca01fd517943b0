import { and, assign, createActor, fromPromise, sendTo, setup, stateIn, waitFor } from 'xstate'
import type { InspectionEvent } from 'xstate'
import { type CalendarDate, localDate } from '../../../shared/calendar-date.ts'
import { codeCharacters } from '../../../shared/code.ts'
import type { PatientCommand } from '../../../shared/ipc.ts'
import type { Result } from '../../../shared/result.ts'
import type { VisitOutcome } from '../../../shared/staff.ts'
import type { Clock } from '../../base/clock.ts'
import type { ServiceError } from '../../intake/http/errors.ts'
import type { Settings } from '../../settings/schema.ts'
import type { HelpNumbers } from './limits/help-numbers.ts'
import { type Log, bugFields } from './log-port.ts'
import { describeFailure, meaningOf } from './machine/service-failure.ts'
import { trackForms } from './machine/form-view.ts'
import { parseContact, parseDateOfBirth, parseName } from './machine/typed-values.ts'
import type { VisitCommand } from './machine/typed-values.ts'
import { type VisitSnapshot, accepts, visitMachine } from './machine/visit-machine.ts'
import {
  type AskHelp,
  type VisitContext,
  type VisitInput,
  type VisitPorts,
  type VisitSettings,
  wantsKeys,
} from './machine/visit-types.ts'
import type { BuildView } from './view/view-frame.ts'
import { idleView, screenNameOf, viewOf } from './view/view.ts'

/** Asks the service for something without patient data, to learn if it serves this kiosk. */
export type HealthCheck = (signal: AbortSignal) => Promise<Result<unknown, ServiceError>>

interface KioskMachineInput {
  readonly beginVisit: (shared: VisitInput['shared']) => VisitInput
  readonly showVisit: (snapshot: VisitSnapshot) => void
  readonly showIdle: (screen: 'welcome' | 'outOfService') => void
  readonly wipe: () => Promise<void>
  readonly health: HealthCheck
  readonly recheckMs: number
  readonly log: Log
}

interface KioskContext extends KioskMachineInput {
  readonly ending: VisitOutcome
  readonly shared: VisitInput['shared']
  readonly closing: boolean
}

type Health = Result<unknown, ServiceError>

const supervisor = setup({
  types: {
    context: {} as KioskContext,
    input: {} as KioskMachineInput,
    events: {} as { readonly type: 'end'; readonly ending: VisitOutcome },
    children: {} as { visit: 'visit' },
  },
  actors: {
    visit: visitMachine,
    health: fromPromise<Health, HealthCheck>(({ input, signal }) => input(signal)),
    wipe: fromPromise(({ input }: { readonly input: KioskContext['wipe'] }) => input()),
  },
  delays: { recheck: ({ context }) => context.recheckMs, wipeAgain: 5_000 },
  guards: {
    isClosing: ({ context }) => context.closing,
    wasRefused: ({ context }) => context.ending === 'outOfService',
    isRefused: ({ event }) => {
      const { output } = event as unknown as { readonly output: Health }
      return !output.ok && meaningOf(output.error) === 'outOfService'
    },
  },
  actions: {
    markClosing: assign({ closing: true }),
    showNext: ({ context }) =>
      context.showIdle(context.ending === 'outOfService' ? 'outOfService' : 'welcome'),
  },
})

type InContext = { readonly context: KioskContext }
type Given<Event> = InContext & { readonly event: Event }
function logHealth({ context, event: { output } }: Given<{ readonly output: Health }>) {
  if (!output.ok) context.log.event('callFailed', describeFailure(output.error))
}
function logBug({ context, event: { error } }: Given<{ readonly error: unknown }>) {
  context.log.event('bug', bugFields(error))
}

const kioskMachine = supervisor.createMachine({
  id: 'kiosk',
  context: ({ input }) => ({ ...input, ending: 'done', shared: null, closing: false }),
  initial: 'serving',
  invoke: {
    src: 'health',
    input: ({ context }: InContext) => context.health,
    onDone: [
      {
        guard: and(['isRefused', stateIn('#serving')]),
        actions: [logHealth, sendTo('visit', { type: 'notServed' })],
      },
      {
        guard: and(['isRefused', stateIn('#wiping')]),
        actions: [logHealth, assign({ ending: 'outOfService', shared: null }), 'showNext'],
      },
      { actions: logHealth },
    ],
    onError: { actions: logBug },
  },
  on: { end: { actions: 'markClosing' } },
  states: {
    serving: {
      id: 'serving',
      on: {
        end: {
          actions: [
            'markClosing',
            sendTo('visit', ({ event }) => ({ type: 'endNow', ending: event.ending })),
          ],
        },
      },
      invoke: {
        id: 'visit',
        src: 'visit',
        input: ({ context }) => context.beginVisit(context.shared),
        onSnapshot: { actions: ({ context, event }) => context.showVisit(event.snapshot) },
        onDone: { target: 'wiping', actions: assign(({ event }) => event.output) },
        onError: { target: 'wiping', actions: [assign({ ending: 'bug', shared: null }), logBug] },
      },
    },
    wiping: {
      id: 'wiping',
      initial: 'working',
      entry: 'showNext',
      states: {
        working: {
          invoke: {
            src: 'wipe',
            input: ({ context }) => context.wipe,
            onDone: [
              { guard: 'isClosing', target: '#kiosk.closed' },
              { guard: 'wasRefused', target: '#outOfService' },
              { target: '#kiosk.serving' },
            ],
            onError: { target: 'waiting', actions: [assign({ shared: null }), logBug] },
          },
        },
        // Nobody is served on a kiosk that may still hold something of the patient before.
        waiting: { after: { wipeAgain: 'working' } },
      },
    },
    outOfService: {
      id: 'outOfService',
      entry: ({ context }) => context.log.event('kioskOutOfService', {}),
      on: { end: '#kiosk.closed' },
      initial: 'waiting',
      states: {
        waiting: { after: { recheck: 'checking' } },
        checking: {
          invoke: {
            src: 'health',
            input: ({ context }: InContext) => context.health,
            onDone: [
              {
                guard: ({ event }) => event.output.ok,
                target: '#kiosk.serving',
                actions: ({ context }) => context.log.event('kioskBackInService', {}),
              },
              { target: 'waiting', actions: logHealth },
            ],
            onError: { target: 'waiting', actions: logBug },
          },
        },
      },
    },
    closed: { type: 'final' },
  },
})

function visitCommandOf(
  command: PatientCommand,
  { channel, ports: { settings, code, today } }: Pick<VisitContext, 'channel' | 'ports'>,
): VisitCommand {
  switch (command.type) {
    case 'submitContact':
      return {
        type: command.type,
        contact: parseContact(channel, command.value, settings.identity),
      }
    case 'submitCode':
      return { type: command.type, code: codeCharacters(command.code, code.alphabet) }
    case 'submitDeskCode':
      return { type: command.type, code: codeCharacters(command.code, 'digits') }
    case 'submitDateOfBirth':
      return { type: command.type, date: parseDateOfBirth(command, today()) }
    case 'submitName':
      return { type: command.type, name: parseName(command) }
    default:
      return command
  }
}

export interface VisitPage {
  show(build: BuildView): void
  renew(): Promise<void>
}

type OfKiosk = 'settings' | 'now' | 'today' | 'askHelp'

export interface KioskParts extends Omit<VisitPorts, OfKiosk> {
  readonly settings: VisitSettings & { readonly service: Pick<Settings['service'], 'recheckMs'> }
  readonly clock: Clock
  readonly page: VisitPage
  readonly helpNumbers: HelpNumbers
  /** Reads nothing of a patient: at the start, and every `service.recheckMs` while the service refuses us. */
  readonly health: HealthCheck
  readonly today?: () => CalendarDate
  /** Sees every transition, with all that a visit knows: for tests, never for a log. */
  readonly inspect?: (event: InspectionEvent) => void
}

export type Kiosk = ReturnType<typeof createKiosk>

/** Runs visits one after another, each in a fresh machine and followed by a wipe, and shows their views. */
export function createKiosk(parts: KioskParts) {
  const { clock, log, page } = parts
  const opened = trackForms(clock)
  let covered = false

  function showForm(snapshot: VisitSnapshot) {
    const isFillingIn = snapshot.matches({
      running: {
        flow: { forms: 'completing' },
        overlay: { open: 'none' },
        length: 'counting',
        dialog: 'none',
        lock: 'unlocked',
      },
    })
    const isCompleting = snapshot.matches({ running: { flow: { forms: 'completing' } } })
    const { display, locale, typing, paper } = snapshot.context
    snapshot.children.formView?.send({
      type: 'show',
      visible: isFillingIn && !covered,
      keys: isCompleting && !paper && wantsKeys(typing),
      display,
      locale,
    })
  }

  function showVisit(snapshot: VisitSnapshot) {
    page.show((frame) => viewOf(snapshot, frame))
    showForm(snapshot)
  }

  const running = () => kiosk.getSnapshot().children.visit

  const askHelp: AskHelp = (asked, onChange) => {
    const visit = running()?.getSnapshot()
    const screen = visit ? screenNameOf(visit) : 'welcome'
    return parts.desk?.askHelp({ ...asked, screen }, onChange) ?? { heard: () => null, end() {} }
  }

  function beginVisit(shared: VisitInput['shared']): VisitInput {
    const helpNumber = parts.helpNumbers.next()
    return {
      helpNumber,
      shared,
      ports: {
        ...parts,
        openForm: (page, events) => opened.track(parts.openForm(page, events)),
        askHelp,
        log: { event: (name, fields) => log.event(name, { ...fields, helpNumber }) },
        now: () => clock.now(),
        today: parts.today ?? (() => localDate(new Date())),
      },
    }
  }

  /** Not by the machine: a log that fails at the end of all things must not keep the rest from ending. */
  function noteStopped() {
    const visit = running()?.getSnapshot()
    if (visit?.status !== 'active' || visit.matches({ running: { length: 'unbegun' } })) return
    try {
      log.event('visitEnded', { reason: 'stopped', helpNumber: visit.context.helpNumber })
    } catch {
      // The vault reports its own faults.
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
        await opened.closeAll()
        await page.renew()
      },
      health: parts.health,
      recheckMs: parts.settings.service.recheckMs,
      log,
    },
  })
  kiosk.start()

  return {
    /** One that arrives during a wipe waits for the next visit. */
    async accept(command: PatientCommand): Promise<boolean> {
      let isLate = false
      while (kiosk.getSnapshot().matches('wiping')) {
        await waitFor(kiosk, (snapshot) => !snapshot.matches('wiping'))
        // Staff came meanwhile: no visit begins beneath their screen.
        isLate = covered
      }
      const visit = running()
      if (isLate || !visit) return false
      const snapshot = visit.getSnapshot()
      const event = visitCommandOf(command, snapshot.context)
      if (!accepts(snapshot, event)) return false
      visit.send({ type: 'activity' })
      visit.send(event)
      return true
    },
    /** Hides the form view in every state until called with false. Resolves once the shell has, or closed it. */
    cover(whether: boolean): Promise<void> {
      covered = whether
      const visit = running()
      if (visit) showForm(visit.getSnapshot())
      return opened.settle()
    },
    /** Locks the visit while staff are in their panel. Returns its help number; null without a begun visit. */
    hold(): string | null {
      const visit = running()
      visit?.send({ type: 'staff.hold' })
      const snapshot = visit?.getSnapshot()
      return snapshot?.matches({ running: { staff: 'holding' } })
        ? snapshot.context.helpNumber
        : null
    },
    /** Does nothing once the visit is over. */
    goOn(how: 'helped' | 'locked'): void {
      running()?.send({ type: how === 'helped' ? 'staff.help' : 'staff.release' })
    },
    /** False if none runs: an unknown visit cannot be locked. */
    lock(): boolean {
      const visit = running()
      visit?.send({ type: 'desk.lock' })
      return visit?.getSnapshot().matches({ running: { lock: 'locked' } }) ?? false
    },
    /** As if the patient had typed that desk code; false while a visit runs, or if no desk can be asked. */
    beginWithCode(code: string): boolean {
      const visit = running()
      const event = { type: 'desk.begin', code } as const
      const begins = !covered && (visit?.getSnapshot().can(event) ?? false)
      if (begins) visit?.send(event)
      return begins
    },
    /** Logs a begun visit as ended by `ending`, and serves nobody any more. Resolves when nothing of it is left. */
    async end(ending: VisitOutcome): Promise<void> {
      if (kiosk.getSnapshot().status !== 'active') return
      const closed = new Promise<void>((resolve) => kiosk.subscribe({ complete: resolve }))
      kiosk.send({ type: 'end', ending })
      await closed
    },
    /** Ends everything at once, for the end of the process. Logs a begun visit as `stopped`. */
    async stop(): Promise<void> {
      noteStopped()
      kiosk.stop()
      await opened.closeAll()
    },
  }
}
