import { assertEvent, assign, cancel, raise, setup, stateIn } from 'xstate'
import type { StaffSetting } from '../../../../shared/staff.ts'
import type { FormOriginQuestion } from '../../../../shared/staff-origins.ts'
import { allowedByStaff, confirmedByStaff } from '../../../settings/setting-paths.ts'
import {
  type StaffSessionContext,
  type StaffSessionEvent,
  type StaffSessionInput,
  readFacts,
} from './session-types.ts'
import { actors } from './session-actors.ts'
import type { StaffAct } from '../../../vault/audit/audit-kinds.ts'
import type { PinAnswer } from '../pin/pin.ts'
import type { Kept } from '../services/settings-service.ts'

/** ms without a touch after which staff's screens close by themselves. */
export const idleMs = { pad: 30_000, panel: 2 * 60_000, credentials: 5 * 60_000 } as const

/** ms before the panel locks by itself in which staff are warned. */
const lockWarningMs = 20_000

/** Longest time of the panel in ms, even if it is in use; and the warning before that end. */
const sessionMs = 15 * 60_000
const endWarningMs = 60_000

/** ms for the page to draw the busy state before main starts the work. */
const drawnMs = 100

/** ms until a session that could not recover tries it again. */
export const recoverRetryMs = 30_000

type Args = { readonly context: StaffSessionContext; readonly event: StaffSessionEvent }
type Act = {
  readonly kind: StaffAct
  readonly fields?: Readonly<Record<string, string | number>> | undefined
}

const answerOf = (event: unknown) => (event as { readonly output: PinAnswer }).output

/** Asserts what the guard of an event has found. */
function assertFound<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the session has lost what it was asked about')
  return value
}

function settingOf({ context, event }: Args): StaffSetting | undefined {
  assertEvent(event, ['changeSetting', 'resetSetting'])
  return context.ports.settings.list().find(({ key }) => key === event.key)
}

/** Tells whether a setting's value is chosen from a list: free text may hold a pasted secret, and is not audited. */
function isPicked({ kind, choices }: StaffSetting, value: string): boolean {
  if (kind === 'text') return false
  return choices.includes(value) || /^(true|false|\d{1,9})$/.test(value)
}

function questionOf({ context, event }: Args): FormOriginQuestion | undefined {
  assertEvent(event, ['confirmFormOrigin', 'declineFormOrigin'])
  return context.ports.formOrigins.questions().find(({ key }) => key === event.key)
}

function pairOf({ context, event }: Args) {
  assertEvent(event, 'removeCredentials')
  return context.ports.credentials.status().find(({ name }) => name === event.interface)
}

/** Shows that a setting was not kept, and audits it; `audit` of the change itself comes before. */
function keptOrNot({ ports, errorCount }: StaffSessionContext, key: string, kept: Kept) {
  if (kept.ok) return { settingError: null }
  ports.audit('settingNotChanged', { key })
  return {
    settingError: { key, expected: kept.error.expected },
    errorCount: errorCount + 1,
  }
}

/** The session's named actors, guards, delays and actions; the states are written with them. */
export const session = setup({
  types: {
    context: {} as StaffSessionContext,
    events: {} as StaffSessionEvent,
    input: {} as StaffSessionInput,
  },
  actors,
  guards: {
    begins: ({ context }, how: StaffSessionInput['begin']) => context.begin === how,
    noPin: ({ context }) => !context.ports.pin.isChosen(),
    isClosed: ({ context }) => context.ports.kiosk.isClosed(),
    isServing: ({ context }) => context.serving,
    holdsVisit: ({ context }) => context.held !== null,
    gaveUpVisit: ({ context }) => context.givenUp,
    isFirst: stateIn('#firstStart'),
    beginsWithCredentials: ({ context }) =>
      context.isFirst && context.ports.credentials.status().some(({ since }) => since === null),
    mustWait: ({ context }) => context.ports.pin.waitMs() > 0,
    isGoodPin: ({ context, event }) => {
      assertEvent(event, 'choosePin')
      return context.ports.pin.assess(event.pin.read()) === 'good'
    },
    isSamePin: ({ context, event }) => {
      assertEvent(event, 'choosePin')
      return context.chosen?.read() === event.pin.read()
    },
    answered: ({ event }, kind: PinAnswer['kind']) => answerOf(event).kind === kind,
    mayForget: ({ context: { ports, forgetsWaiting } }) =>
      forgetsWaiting || ports.kiosk.waitingIntakes() === 0,
    requestIsOpen: ({ context, event }) => {
      assertEvent(event, 'settleRequest')
      return context.ports.auditService.openRequests().some(({ key }) => key === event.key)
    },
    mayChange: (args) => settingOf(args)?.canChange === true,
    originIsAsked: (args) => questionOf(args) !== undefined,
    mayConfirmOrigin: (args) => questionOf(args)?.canConfirm === true,
    mayAllowOrigin: ({ context, event }) => {
      assertEvent(event, 'allowOrigin')
      const { origins } = context.ports.refusedOrigins.read()
      return origins.some(({ origin, canAllow }) => canAllow && origin === event.origin)
    },
    hasPair: (args) => (pairOf(args)?.since ?? null) !== null,
  },
  delays: {
    wait: ({ context }) => Math.max(1, context.waitUntil - context.now()),
    end: sessionMs,
    nearEnd: sessionMs - endWarningMs,
    drawn: drawnMs,
    recoverAgain: recoverRetryMs,
  },
  actions: {
    /** Restarts the idle timer. */
    touched: raise({ type: 'untouched' }, { id: 'untouched', delay: (_, ms: number) => ms }),
    forgetTouch: cancel('untouched'),
    warnsAfter: raise({ type: 'nearlyUntouched' }, { id: 'warning', delay: (_, ms: number) => ms }),
    forgetWarning: cancel('warning'),
    warn: assign({ locksAt: ({ context }) => context.now() + lockWarningMs }),
    endWarning: assign({ locksAt: null }),
    warnOfEnd: assign({ endsAt: ({ context }) => context.now() + endWarningMs }),
    forgetEnd: assign({ endsAt: null }),
    readFacts: assign({ facts: ({ context }) => readFacts(context.ports) }),
    readClosed: assign({
      facts: ({ context }) => ({ ...context.facts, isClosed: context.ports.kiosk.isClosed() }),
    }),
    audit: ({ context }, { kind, fields }: Act) => context.ports.audit(kind, fields),
    /** A port failed: the session ends, and a new one starts locked. */
    fail: (_, { error }: { readonly error: unknown }) => {
      throw error
    },

    serves: assign({ serving: (_, serving: boolean) => serving }),
    noteVisit: assign({
      held: ({ event }) => (event as unknown as { readonly output: string | null }).output,
      serving: ({ event }) => (event as unknown as { readonly output: unknown }).output !== null,
    }),
    goOn: assign(({ context }, how: 'helped' | 'locked') => {
      context.ports.kiosk.goOn(how)
      return { held: null }
    }),
    /** Ends the waiting visit: the change holds from the next patient on, and the visits must begin anew for it. */
    giveUpVisit: assign(({ context }) =>
      context.held === null ? {} : { held: null, givenUp: true, serving: false },
    ),
    forgetVisit: assign({ givenUp: false }),
    setClosed: ({ context }, closed: boolean) => context.ports.kiosk.setClosed(closed),
    leave: ({ context }) => context.ports.kiosk.leave(),
    isFirst: assign({ isFirst: (_, isFirst: boolean) => isFirst }),

    forgetTrouble: assign({
      pinError: null,
      settingError: null,
      forgetError: null,
      deskIsSilent: false,
      checks: [],
      given: null,
      verdict: null,
    }),
    forgetDone: assign({ done: null }),
    noteDone: assign({ done: (_, done: NonNullable<StaffSessionContext['done']>) => done }),
    countError: assign({ errorCount: ({ context }) => context.errorCount + 1 }),

    holdPin: assign({
      chosen: ({ event }) => {
        assertEvent(event, 'choosePin')
        return event.pin
      },
      pinError: null,
    }),
    dropPin: assign({ chosen: null }),
    assessPin: assign({
      pinError: ({ context, event }) => {
        assertEvent(event, 'choosePin')
        const verdict = context.ports.pin.assess(event.pin.read())
        return verdict === 'good' ? null : verdict
      },
    }),
    pinWas: assign({ pinError: (_, error: StaffSessionContext['pinError']) => error }),
    markWait: assign({
      waitUntil: ({ context }) => context.now() + context.ports.pin.waitMs(),
    }),
    noteForgetAnswer: assign({
      forgetError: ({ event }) => {
        const { kind } = answerOf(event)
        return kind === 'right' ? 'stillWaiting' : kind
      },
    }),
    noteConfirmed: assign({
      forgetsWaiting: ({ event }) => {
        assertEvent(event, ['forgetKiosk', 'forgetKioskAsMember'])
        return event.confirmed === true
      },
    }),

    settleRequest: ({ context, event }) => {
      assertEvent(event, 'settleRequest')
      context.ports.auditService.settle(event.key)
    },
    beginTest: assign(({ event }) => ({
      checks: [],
      given: event.type === 'giveCredentials' ? { interface: event.interface, kept: false } : null,
    })),
    noteCheck: assign({
      checks: ({ context, event }) => {
        assertEvent(event, 'test.check')
        const others = context.checks.filter(({ name }) => name !== event.check.name)
        return [...others, event.check]
      },
    }),
    noteKept: assign({
      given: ({ context: { given }, event }) => {
        assertEvent(event, 'test.ended')
        return given && { ...given, kept: event.kept }
      },
    }),
    removeCredentials: ({ context: { ports }, event }) => {
      assertEvent(event, 'removeCredentials')
      ports.audit('credentialRemoved', { interface: event.interface })
      ports.credentials.remove(event.interface)
    },
    changeSetting: assign(({ context, event }) => {
      assertEvent(event, 'changeSetting')
      const { ports } = context
      const { key, value } = event
      const setting = settingOf({ context, event })
      ports.audit('settingChanged', setting && isPicked(setting, value) ? { key, value } : { key })
      return keptOrNot(context, key, ports.settings.change(key, value))
    }),
    resetSetting: assign(({ context: { ports }, event }) => {
      assertEvent(event, 'resetSetting')
      ports.audit('settingChanged', { key: event.key, to: 'reset' })
      ports.settings.reset(event.key)
      return { settingError: null }
    }),
    confirmFormOrigin: assign((args) => {
      const { ports } = args.context
      const { key, origin } = assertFound(questionOf(args))
      ports.audit('formOriginConfirmed', { origin })
      return keptOrNot(args.context, confirmedByStaff, ports.formOrigins.confirm(key))
    }),
    declineFormOrigin: (args) => {
      const { origin } = assertFound(questionOf(args))
      args.context.ports.audit('formOriginDeclined', { origin })
    },
    allowOrigin: assign(({ context, event }) => {
      assertEvent(event, 'allowOrigin')
      const { origin } = event
      context.ports.audit('originAllowed', { origin })
      return keptOrNot(context, allowedByStaff, context.ports.refusedOrigins.allow(origin))
    }),
    verifyAudit: assign({ verdict: ({ context }) => context.ports.auditService.verify() }),
  },
})

/** Transition for a failed port. */
export const onError = {
  actions: {
    type: 'fail',
    params: ({ event }: { event: { readonly error: unknown } }) => event,
  },
} as const

/** Action that audits an act. */
export const audits = (kind: StaffAct, fields?: Act['fields']) =>
  ({ type: 'audit', params: { kind, fields } }) as const

/** Ends the panel; the audit names the reason. */
export const leaves = (reason: string) =>
  ({ target: '#parting', actions: audits('staffLeft', { reason }) }) as const

/** Entry and activity handlers of a state that ends with `untouched` after `ms` without a touch. */
export const idleTimeout = (ms: number) => {
  const begin = ['forgetTouch', { type: 'touched', params: ms }] as const
  return { entry: begin, activity: { actions: begin } } as const
}

/** Actions that cancel the idle timer and its warning. */
export const cancelIdleTimer = ['forgetTouch', 'forgetWarning', 'endWarning'] as const

/** As `idleTimeout`, with a warning before. */
export const idleTimeoutWithWarning = (ms: number) => {
  const begin = [
    ...cancelIdleTimer,
    { type: 'touched', params: ms },
    { type: 'warnsAfter', params: ms - lockWarningMs },
    'readFacts',
  ] as const
  return { entry: begin, activity: { actions: begin } } as const
}
