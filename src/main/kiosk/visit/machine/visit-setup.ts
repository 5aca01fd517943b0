import { and, assertEvent, assign, not, raise, sendTo, setup, stateIn } from 'xstate'
import { contract } from '../../../../contract/index.ts'
import type { Channel } from '../../../../shared/ipc.ts'
import type { RequestReason } from '../../../../shared/request-reason.ts'
import type { VisitOutcome } from '../../../../shared/staff.ts'
import { retryAfterOf } from '../../../intake/http/refusal.ts'
import { sendWaitMs } from '../limits/attempts.ts'
import { type LogEvent, type LogFields, bugFields } from '../log-port.ts'
import { calls, connectionWatch, giveVisit, helpCall, longestWaitMs } from './calls.ts'
import { completionWatch } from './completion-watch.ts'
import { formView } from './form-view.ts'
import {
  actions,
  atRest,
  codeOnItsWay,
  contactOf,
  dateOf,
  delays,
  errorOf,
  guards,
  staffAreHere,
  valueOf,
} from './rules.ts'
import { describeFailure, operationBehind, operationOfCall, reasonOf } from './service-failure.ts'
import { assertPresent, mayCall, newestCode, resendAt } from './visit-types.ts'
import type { VisitContext, VisitEvent, VisitInput } from './visit-types.ts'

function callStaff(
  { ports, helpNumber: number, locale: language }: VisitContext,
  reason: RequestReason,
  told: LogFields = {},
): void {
  ports.log.event('staffNeeded', { reason, ...told })
  ports.desk?.needStaff({ number, language, reason })
}

/** Longest life of a code at this kiosk, in ms, even if the service accepts it for longer. */
const codeLifeMs = 10 * 60_000

/** ms for which the service may answer a read as before, after a patient proved or sent something. */
const longestLagMs = 5_000

/** Times that a patient may extend a long visit, each by half as long again. */
export const mostExtensions = 2

const withoutCode = ({ sent, contact }: VisitContext) =>
  new Map([...sent].filter(([to]) => to !== contact))

const otherChannel = (channel: Channel): Channel => (channel === 'sms' ? 'email' : 'sms')

export const visit = setup({
  types: {
    context: {} as VisitContext,
    events: {} as VisitEvent,
    input: {} as VisitInput,
    output: {} as { readonly ending: VisitOutcome; readonly shared: VisitInput['shared'] },
    children: {} as { formView: 'formView'; completionWatch: 'completionWatch' },
    tags: {} as 'calling' | 'waiting',
  },
  actors: { ...calls, formView, completionWatch, connectionWatch, helpCall },
  guards: {
    ...guards,
    languageOffered: ({ context, event }) => {
      assertEvent(event, 'chooseLanguage')
      return context.ports.locales.includes(event.locale)
    },
    contactIsValid: ({ event }) => contactOf(event).ok,
    codeIsOnItsWay: ({ context, event }) => codeOnItsWay(context, event) !== undefined,
    mayUseOtherChannel: ({ context }) => context.ports.settings.identity.channels === 'either',
    hasProof: ({ context }) => context.proof !== null,
    codeIsComplete: ({ context, event }) => {
      assertEvent(event, 'submitCode')
      return event.code.length === context.ports.code.length
    },
    mayTryCode: ({ context }) => context.ports.now() >= context.tryAt,
    codeIsOld: ({ context }) => {
      const sent = newestCode(context)
      return !sent || context.ports.now() >= sent.sentAt + codeLifeMs
    },
    mayCall: ({ context }) => mayCall(context),
    mayResend: ({ context }) => context.ports.now() >= resendAt(context),
    isDate: ({ event }) => dateOf(event).ok,
    isAnonymous: ({ context }) => context.packet === null,
    isCapture: ({ context }) => context.captureId !== null,
    idleCounts: and([
      not(guards.lastScreenAlone),
      not(guards.fillingIn),
      not(guards.readingMail),
      not(guards.scanning),
      not(staffAreHere),
      not(stateIn('#help')),
      not(stateIn('#pausing')),
      not(atRest),
    ]),
    mayTakeMoreTime: ({ context }) => context.timesExtended < mostExtensions,
  },
  delays,
  actions: {
    restartIdle: raise({ type: 'restartIdle' }),
    uncover: raise({ type: 'uncover' }),
    ...actions,
    askBeforeWipe: ({ self }) =>
      self.getSnapshot().children['completionWatch']?.send({ type: 'mustAsk' }),
    tellWatch: sendTo('completionWatch', ({ event }) => {
      assertEvent(event, 'form.sign')
      return event
    }),
    markOver: assign({ overSince: ({ context }) => context.ports.now() }),
    takeMoreTime: assign({ timesExtended: ({ context }) => context.timesExtended + 1 }),
    log: ({ context }, { name, fields }: { readonly name: LogEvent; readonly fields: LogFields }) =>
      context.ports.log.event(name, fields),
    logEnd: ({ context }) => context.ports.log.event('visitEnded', { reason: context.ending }),
    markTime: assign({ since: ({ context }) => context.ports.now() }),
    end: assign({ ending: (_, ending: VisitOutcome) => ending }),

    logFailure: ({ context, event }) =>
      context.ports.log.event('callFailed', describeFailure(errorOf(event))),
    countFailure: assign(({ context, event }) => ({
      failures: context.failures + 1,
      retryAfterMs: retryAfterOf(errorOf(event)),
    })),
    noteBug: ({ context, event }) =>
      context.ports.log.event('bug', bugFields((event as unknown as { error: unknown }).error)),
    waitFor: assign(({ context }, waitsFor: string) => ({
      waitsFor,
      waitsSince: context.waitsSince ?? context.ports.now(),
    })),
    forgetFailures: assign({ failures: 0, retryAfterMs: 0 }),
    settle: assign({ failures: 0, retryAfterMs: 0, waitsSince: null }),
    expectLag: assign({ lagsUntil: ({ context }) => context.ports.now() + longestLagMs }),
    callStaffForWait: ({ context }) =>
      callStaff(context, 'noAnswer', context.waitsFor ? { operation: context.waitsFor } : {}),
    callStaffForNewPacket: ({ context }) =>
      callStaff(context, 'unreadable', {
        operation: contract.partner.formPackets.create.id,
        detail: 'expected the new form packet, found nothing that names it',
      }),
    callStaff: ({ context }, reason: RequestReason) =>
      callStaff(context, reason, operationBehind(reason)),
    callStaffForFailure: ({ context, event }) => {
      const error = errorOf(event)
      const { error: _kind, attempts: _attempts, ...told } = describeFailure(error)
      callStaff(context, reasonOf(error), told)
    },

    chooseLanguage: assign(({ event }) => {
      assertEvent(event, 'chooseLanguage')
      return { locale: event.locale }
    }),
    chooseDisplay: assign(({ context, event }) => {
      assertEvent(event, ['chooseTextSize', 'chooseTheme', 'lowerScreen'])
      const { type: _, ...chosen } = event
      return { display: { ...context.display, ...chosen } }
    }),
    takeContact: assign(({ context, event }) => {
      assertEvent(event, 'submitContact')
      if (!event.contact.ok) throw new Error('a contact that is not valid was taken')
      const { proved, proof } = context
      return {
        contact: event.contact.value,
        contactError: null,
        contactShown: 'never' as const,
        codeError: null,
        resent: false,
        byVoice: false,
        proofRenewed: false,
        sendAt: 0,
        // Nothing proved yet: a proof of its own for the new contact. Else the same proof goes on.
        proof: codeOnItsWay(context, event)?.proof ?? (proved.length === 0 ? null : proof),
      }
    }),
    refuseContact: assign(({ context, event }) => {
      const parsed = contactOf(event)
      return { contactError: parsed.ok ? null : parsed.error, errorCount: context.errorCount + 1 }
    }),
    contactNotTaken: assign(({ context }) => ({
      contactError: 'notSent' as const,
      refusedContacts: context.refusedContacts + 1,
      errorCount: context.errorCount + 1,
      sent: withoutCode(context),
    })),
    countUnclear: assign({ unclearCodes: ({ context }) => context.unclearCodes + 1 }),
    // A code that was sent for it can prove nothing any more.
    forgetProof: assign(({ context }) => ({
      proof: null,
      proofRenewed: true,
      sent: withoutCode(context),
    })),
    useOtherChannel: assign(({ context }) => ({
      channel: otherChannel(context.channel),
      contactError: null,
    })),
    keepProof: assign({ proof: ({ event }) => valueOf(event, 'proof') }),
    markSending: assign(({ context }) => {
      const proof = assertPresent(context.proof, 'proof')
      const sent = { proof, sentAt: context.ports.now(), arrived: false }
      return { sent: new Map(context.sent).set(assertPresent(context.contact, 'contact'), sent) }
    }),
    markSent: assign(({ context }) => {
      const sent = assertPresent(newestCode(context), 'code')
      const contact = assertPresent(context.contact, 'contact')
      return { sent: new Map(context.sent).set(contact, { ...sent, arrived: true }) }
    }),
    // A wait that nobody stands through is not shown: the next try leads to a person.
    noteWaits: assign(({ context: { ports, contact } }) => {
      const to = assertPresent(contact, 'contact')
      const endOf = (waitMs: number) => (waitMs > longestWaitMs ? 0 : ports.now() + waitMs)
      const tryAt = endOf(ports.attempts.waitMs('wrongCode', to))
      return { tryAt, sendAt: endOf(sendWaitMs(ports.attempts, to)) }
    }),
    notePause: assign(({ context: { ports, contact } }) => ({
      sendAt: ports.now() + sendWaitMs(ports.attempts, assertPresent(contact, 'contact')),
    })),
    doubtResend: assign({ resent: false }),
    markResend: assign({ resent: true, byVoice: false, codeError: null }),
    markCall: assign({ resent: true, byVoice: true, codeError: null }),
    setCodeError: assign(({ context }, codeError: VisitContext['codeError']) => ({
      codeError,
      errorCount: context.errorCount + (codeError === null ? 0 : 1),
      resent: false,
    })),
    nextChannel: assign(({ context }) => ({
      proved: [...context.proved, context.channel],
      channel: otherChannel(context.channel),
      contact: null,
    })),
    keepPatient: assign({ patientId: ({ event }) => valueOf(event, 'patient') }),
    takeDate: assign(({ event }) => {
      const parsed = dateOf(event)
      return { typedDate: parsed.ok ? parsed.value : null, dateError: null }
    }),
    takeProvenDate: assign(({ event }) => {
      const parsed = dateOf(event)
      return { provenDate: parsed.ok ? parsed.value : null, dateError: null }
    }),
    setDateError: assign(({ context }, dateError: VisitContext['dateError']) => ({
      dateError,
      errorCount: context.errorCount + 1,
    })),
    keepUrl: assign({ url: ({ event }) => valueOf(event, 'url') }),
    logFormFailure: ({ context, event }) => {
      assertEvent(event, 'form.failed')
      const { kind, reason: detail, ...rest } = event.failure
      context.ports.log.event('formFailed', { error: kind, detail, ...rest })
    },
    countFormFailure: assign({ failures: ({ context }) => context.failures + 1, retryAfterMs: 0 }),
    logUnknownState: ({ context }) =>
      context.ports.log.event('callFailed', {
        operation: contract.partner.formPackets.get.id,
        error: 'unreadableAnswer',
        detail: 'expected whether the form packet is completed, found no word, flag or date for it',
      }),
    setFinished: assign({ finished: (_, finished: VisitContext['finished']) => finished }),
  },
})

/** Names the action that logs an event of the visit. */
export const logs = (name: LogEvent, fields: LogFields = {}) =>
  ({ type: 'log', params: { name, fields } }) as const

/** Leads to a person for this reason, after the actions `before`. */
export const askStaff = <const Reason, const Before extends readonly unknown[]>(
  params: Reason,
  ...before: Before
) => ({ target: '#askStaff', actions: [...before, { type: 'callStaff', params }] }) as const

/** Leads to a person after too many tries. */
export const endTries = <const Reason extends RequestReason>(params: Reason) =>
  ({ target: '#tooManyTries', actions: { type: 'callStaff', params } }) as const

/** Notes how the visit ends. */
export const endAs = <const Ending extends VisitOutcome>(params: Ending) =>
  ({ type: 'end', params }) as const

/** Ends the visit. */
export const endVisit = <const Ending extends VisitOutcome>(ending: Ending) =>
  ({ target: '#ended', actions: endAs(ending) }) as const

/** Notes what the last screen says of the forms. */
export const finishAs = <const Kind extends VisitContext['finished']>(params: Kind) =>
  ({ type: 'setFinished', params }) as const

/** Leads to the last screen, which says this of the forms. */
export const finish = <const Kind extends VisitContext['finished']>(kind: Kind) =>
  ({ target: '#finished', actions: finishAs(kind) }) as const

/** Tells whether a call gave this word. */
export const gave = <const Word extends string>(params: Word) => ({ type: 'gave', params }) as const

export const onBug = askStaff('bug', 'noteBug')

function failures<const T extends string>(target: T) {
  const toStaff = { target: '#askStaff', actions: ['logFailure', 'callStaffForFailure'] } as const
  return [
    { guard: 'asksTooLong', ...toStaff },
    {
      guard: { type: 'failedMeaning', params: 'wait' },
      target,
      actions: ['logFailure', 'countFailure'],
    },
    {
      guard: { type: 'failedMeaning', params: 'outOfService' },
      target: '#ended',
      actions: ['logFailure', endAs('outOfService')],
    },
    toStaff,
  ] as const
}

/** Notes that the patient waits for this call from now on, if they do not wait already. */
export const waitFor = (call: keyof typeof operationOfCall) =>
  ({ type: 'waitFor', params: operationOfCall[call].id }) as const

export const patience = {
  noticeTime: { actions: [] },
  offerTime: { actions: [] },
  personTime: { guard: 'isWaitOver', target: '#askStaff', actions: 'callStaffForWait' },
} as const

/** Builds a step that makes a call, and goes on by `onDone`. */
export const calling = <const Source extends keyof typeof calls, const Done>(
  src: Source,
  onDone: Done,
) =>
  ({
    tags: ['calling'],
    invoke: { src, input: giveVisit, onDone, onError: onBug },
  }) as const

/** Builds a step that asks the service: `outcomes` in their order; any other failed call waits at `waitAt`. */
export function asking<
  const Source extends keyof typeof operationOfCall,
  const WaitAt extends string,
  const Outcomes extends readonly unknown[],
>(src: Source, waitAt: WaitAt, outcomes: Outcomes) {
  const step = calling(src, [...outcomes, ...failures(waitAt)])
  return { ...step, entry: waitFor(src), after: patience } as const
}

/** Asks again at `target` in a moment: the service may not yet know what the patient just did. */
export function lagThen<const T extends string>(target: T) {
  return { tags: ['calling'], after: { lagTime: target, ...patience } } as const
}

/** Waits for the service: tries again at `target` by itself, sooner when the patient asks for it. */
export function waitThen<const T extends string>(target: T) {
  return {
    tags: ['waiting'],
    after: { backoff: target, ...patience },
    on: { retry: target },
  } as const
}

/** Builds the steps of a state that asks the service one thing, until `outcomes` lead out of it. */
export const asks = <
  const Source extends keyof typeof operationOfCall,
  const Outcomes extends readonly unknown[],
>(
  src: Source,
  outcomes: Outcomes,
) =>
  ({
    initial: 'asking',
    states: { asking: asking(src, 'waiting', outcomes), waiting: waitThen('asking') },
  }) as const
