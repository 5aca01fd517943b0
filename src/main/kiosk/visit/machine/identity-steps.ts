import { and, assign, not } from 'xstate'
import { longestWaitMs, recordSubject } from './calls.ts'
import type { ProofStatus } from '../../../../contract/readers/proof.ts'
import { isDownForEverybody, isDownWithoutService } from './patience.ts'
import { deskMayBegin, isSameDate, isShared } from './rules.ts'
import {
  askStaff,
  asking,
  asks,
  calling,
  endAs,
  endTries,
  gave,
  lagThen,
  logs,
  visit,
  waitFor,
  waitThen,
} from './visit-setup.ts'
import type { InContext, VisitContext } from './visit-types.ts'

export const showContactMs = 10_000

const shownContactTimer = 'contact'

/** Shows the whole contact on a tap, for a while, and once: a later passer-by does not read it. */
const showContact = {
  showContact: {
    guard: ({ context }: InContext) => context.contactShown === 'never',
    actions: [
      visit.assign({ contactShown: 'now' }),
      visit.raise({ type: 'contact.hidden' }, { id: shownContactTimer, delay: showContactMs }),
    ],
  },
  'contact.hidden': { actions: visit.assign({ contactShown: 'before' }) },
} as const

const hideContact = [
  visit.cancel(shownContactTimer),
  visit.assign(({ context }) => ({
    contactShown: context.contactShown === 'now' ? ('before' as const) : context.contactShown,
  })),
] as const

/** Notes whether a wrong code now is the last that this contact takes for as long as anybody waits. */
const noteLastCode = visit.assign(({ context: { ports, contact } }) => ({
  lastTry: contact !== null && ports.attempts.waitAfterMs('wrongCode', contact) > longestWaitMs,
}))

const noteLastDate = visit.assign(({ context: { ports, patientId } }) => ({
  lastTry:
    patientId !== null &&
    ports.attempts.waitAfterMs('wrongDateOfBirth', recordSubject(patientId)) > 0,
}))

/** While a code is checked, and after it where there is no record, the contact opens a visit that help locked. */
const keepLockContact = visit.assign(({ context }) => ({ lockContact: context.contact }))

/** Nothing is proved, or there is a record, which has a date of birth. */
const forgetLockContact = visit.assign({ lockContact: null })

export const step = ['settle', 'restartIdle'] as const

const proofIs = <const State extends ProofStatus['state']>(params: State) =>
  ({ type: 'proofIs', params }) as const

const codeError = <const Fault extends VisitContext['codeError']>(params: Fault) =>
  ({ type: 'setCodeError', params }) as const
const dateError = <const Fault extends VisitContext['dateError']>(params: Fault) =>
  ({ type: 'setDateError', params }) as const
const showCodeError = <const Fault extends VisitContext['codeError']>(fault: Fault) =>
  ({ target: '#code', actions: codeError(fault) }) as const

const logStart = logs('visitStarted')

const welcome = visit.createStateConfig({
  id: 'welcome',
  invoke: { src: 'connectionWatch', input: ({ context }) => context.ports.offline },
  always: { guard: isShared, target: 'fullName', actions: logStart },
  on: {
    // Shown anew, as one that serves or one that cannot.
    'connection.changed': { actions: [] },
    begin: [
      { guard: isDownWithoutService, target: 'offlineName', actions: logStart },
      // A person helps before anything was typed in vain.
      { guard: isDownForEverybody, ...askStaff('noAnswer', logStart) },
      { target: 'contact', actions: logStart },
    ],
    'desk.begin': { guard: deskMayBegin, target: 'checkingDeskCode', actions: logStart },
    notServed: { target: '#unbegun', actions: endAs('outOfService') },
    endNow: '#unbegun',
  },
})

export const withoutThisContact = {
  askWithoutContact: askStaff('noContact'),
  useOtherChannel: { guard: 'mayUseOtherChannel', actions: 'useOtherChannel' },
} as const

const contact = visit.createStateConfig({
  id: 'contact',
  entry: [...step, forgetLockContact],
  invoke: { src: 'connectionWatch', input: ({ context }) => context.ports.deskCode },
  on: {
    submitContact: [
      { guard: 'codeIsOnItsWay', target: 'code', actions: 'takeContact' },
      { guard: 'contactIsValid', target: 'sending', actions: 'takeContact' },
      { actions: 'refuseContact' },
    ],
    ...withoutThisContact,
    haveDeskCode: { guard: 'mayUseDeskCode', target: 'deskCode' },
    // Shown anew, with the offer of a desk's code or without it.
    'connection.changed': { actions: [] },
  },
})

const deskCode = visit.createStateConfig({
  id: 'deskCode',
  entry: [...step, 'noteDeskCodeWait', forgetLockContact],
  on: {
    submitDeskCode: [
      { guard: and(['mayTryCode', not('deskCodeIsComplete')]), actions: 'deskCodeIncomplete' },
      { guard: 'mayTryCode', target: 'checkingDeskCode' },
    ],
    leaveDeskCode: { target: 'contact', actions: 'forgetDeskCodeError' },
  },
})

/** The date of birth is still required: a found code must not open a chart. */
const checkingDeskCode = visit.createStateConfig(
  calling('checkDeskCode', [
    { guard: 'lastDeskCodeIsWrong', ...endTries('tooManyWrongCodes') },
    { guard: gave('wrong'), target: 'deskCode', actions: 'deskCodeWrong' },
    { guard: gave('unheard'), target: 'deskCode', actions: 'deskCodeUnheard' },
    { guard: gave('wait'), target: 'deskCode', actions: 'forgetDeskCodeError' },
    // Audited before anything of the patient is asked for.
    { target: 'dateOfBirth', actions: [logs('deskCodeTaken'), 'keepDeskCodeMatch'] },
  ]),
)

const sending = visit.createStateConfig({
  // After a send in doubt the patient decides about another.
  initial: 'choosing',
  states: {
    choosing: {
      always: [{ guard: 'hasProof', target: 'sendingCode' }, { target: 'creatingProof' }],
    },
    creatingProof: asking('createProof', 'waitingForProof', [
      { guard: 'succeeded', target: 'sendingCode', actions: ['keepProof', 'forgetFailures'] },
    ]),
    waitingForProof: waitThen('creatingProof'),
    sendingCode: {
      ...asking('sendCode', 'waitingAfterSend', [
        { guard: gave('sent'), target: '#code', actions: 'markSent' },
        { guard: gave('wait'), target: 'pausing' },
        { guard: gave('limit'), ...endTries('tooManyCodes') },
        { guard: 'wasRefused', target: 'judgingRefusal', actions: 'logFailure' },
        {
          guard: 'isAskedToWait',
          target: 'waitingToSend',
          actions: ['logFailure', 'countFailure'],
        },
      ]),
      entry: [waitFor('sendCode'), 'markSending'],
    },
    // The service sent nothing, and takes the same request later.
    waitingToSend: waitThen('sendingCode'),
    // The refusal of a send is one of the contact, unless the proof is gone.
    judgingRefusal: asking('proofStatus', 'waitingToJudge', [
      { guard: 'proofIsGoneAndMayBeRenewed', target: 'creatingProof', actions: 'forgetProof' },
      { guard: proofIs('locked'), ...endTries('tooManyCodes') },
      { guard: 'contactsAreRefused', ...askStaff('refused') },
      { guard: 'succeeded', target: '#contact', actions: 'contactNotTaken' },
      { guard: 'failsForGood', target: '#contact', actions: ['logFailure', 'contactNotTaken'] },
    ]),
    waitingToJudge: waitThen('judgingRefusal'),
    // Nobody has to touch the screen while they wait for their turn.
    pausing: {
      id: 'pausing',
      entry: 'notePause',
      exit: [visit.assign({ sendAt: 0 }), ...step],
      after: { sendWait: 'sendingCode' },
    },
    waitingAfterSend: waitThen('looking'),
    looking: asking('proofStatus', 'waitingAfterSend', [
      { guard: 'succeeded', target: '#code', actions: 'doubtResend' },
      { guard: 'failsForGood', target: '#code', actions: ['logFailure', 'doubtResend'] },
    ]),
  },
})

const code = visit.createStateConfig({
  id: 'code',
  entry: [...step, 'noteWaits', noteLastCode, forgetLockContact],
  exit: hideContact,
  on: {
    ...showContact,
    submitCode: [
      { guard: and(['mayTryCode', not('codeIsComplete')]), actions: codeError('incomplete') },
      { guard: and(['mayTryCode', 'codeIsOld']), actions: codeError('expired') },
      { guard: 'mayTryCode', target: 'checking' },
    ],
    resendCode: { guard: 'mayResend', target: 'sending', actions: 'markResend' },
    callCode: { guard: and(['mayCall', 'mayResend']), target: 'sending', actions: 'markCall' },
    changeContact: { target: 'contact', actions: visit.assign({ contactError: null }) },
  },
})

const ended = [
  { guard: proofIs('locked'), ...endTries('tooManyWrongCodes') },
  { guard: proofIs('gone'), target: '#code', actions: ['forgetProof', codeError('expired')] },
] as const

/** After a doubt we look; a code is never sent twice. */
const checking = visit.createStateConfig({
  entry: keepLockContact,
  initial: 'verifying',
  states: {
    verifying: asking('verifyCode', 'waitingInDoubt', [
      { guard: gave('verified'), target: 'proving', actions: ['forgetFailures', 'expectLag'] },
      { guard: gave('incorrect'), ...showCodeError('wrong') },
      { guard: gave('expired'), ...showCodeError('expired') },
      { guard: gave('wait'), ...showCodeError(null) },
      { guard: gave('unclear'), target: 'judging' },
      { guard: gave('locked'), ...endTries('tooManyWrongCodes') },
    ]),
    // No known word, or a refusal: it is what the proof says.
    judging: asking('proofStatus', 'waitingToJudge', [
      { guard: proofIs('proved'), target: '#matching' },
      { guard: 'firstOfTwoIsVerified', target: '#contact', actions: 'nextChannel' },
      ...ended,
      { guard: 'codesStayUnclear', ...askStaff('unreadable') },
      { guard: proofIs('pending'), target: '#code', actions: ['countUnclear', codeError('wrong')] },
    ]),
    waitingToJudge: waitThen('judging'),
    // If the proof cannot be read, the service's word about the code counts: it guards the match itself.
    proving: asking('proofStatus', 'waitingToProve', [
      { guard: proofIs('proved'), target: '#matching' },
      { guard: 'anotherChannelIsNeeded', target: '#contact', actions: 'nextChannel' },
      {
        guard: 'firstOfTwoFailsForGood',
        target: '#contact',
        actions: ['logFailure', 'nextChannel'],
      },
      { guard: 'failsForGood', target: '#matching', actions: 'logFailure' },
      { guard: 'proofMayBeLate', target: 'lagging' },
      { guard: 'succeeded', ...askStaff('proofIncomplete') },
    ]),
    lagging: lagThen('proving'),
    waitingToProve: waitThen('proving'),
    waitingInDoubt: waitThen('looking'),
    looking: asking('proofStatus', 'waitingInDoubt', [
      { guard: proofIs('proved'), target: '#matching' },
      ...ended,
      { guard: 'succeeded', ...showCodeError(null) },
    ]),
  },
})

const matching = visit.createStateConfig({
  id: 'matching',
  entry: [
    'forgetFailures',
    visit.assign(({ context }) => ({ proved: [...context.proved, context.channel] })),
  ],
  ...asks('matchPatient', [
    { guard: 'succeeded', target: '#dateOfBirth', actions: 'keepPatient' },
    { guard: 'unknownButPublicFormsAreOffered', target: '#publicFormsOffer' },
    { guard: { type: 'failedAs', params: 'notFound' }, ...askStaff('noMatch') },
    { guard: { type: 'failedAs', params: 'conflictingMatches' }, target: '#fullName' },
  ]),
})

/** Asks for a name, and goes on at `target`. */
export function asksName<const T extends string>(target: T) {
  return visit.createStateConfig({
    entry: step,
    on: {
      submitName: [
        {
          guard: ({ event }) => event.name.ok,
          target,
          actions: assign(({ event: { name } }) => ({
            name: name.ok ? name.value : null,
            nameError: null,
          })),
        },
        {
          actions: assign(({ context, event: { name } }) => ({
            nameError: name.ok ? null : name.error,
            errorCount: context.errorCount + 1,
          })),
        },
      ],
    },
  })
}

const fullName = visit.createStateConfig({ id: 'fullName', ...asksName('matchingByName') })

const matchingByName = visit.createStateConfig(
  asks('matchByName', [
    { guard: 'succeeded', target: '#dateOfBirth', actions: 'keepPatient' },
    { guard: { type: 'failedAs', params: 'notFound' }, ...askStaff('severalMatches') },
  ]),
)

/** Asks for a date of birth, and goes on at `target` with one that `take` has noted. */
export function asksDate<const T extends string>(target: T, take: 'takeDate' | 'takeProvenDate') {
  return visit.createStateConfig({
    on: {
      sayForWhom: {
        actions: assign(({ event }) => ({ isForAnother: event.isForAnother, dateError: null })),
      },
      submitDateOfBirth: [
        { guard: 'isDate', target, actions: take },
        { actions: dateError('notADate') },
      ],
    },
  })
}

/** A shared phone must not open someone else's chart, so the patient also says when they were born. */
const dateOfBirth = visit.createStateConfig({
  id: 'dateOfBirth',
  entry: [...step, noteLastDate, forgetLockContact],
  ...asksDate('comparing', 'takeDate'),
})

/** Names the reason after the last wrong date: it tells a family that shares a phone from a wrong patient. */
const notMatched = ({ context }: InContext) =>
  context.isForAnother ? 'dateOfBirthOfAnother' : 'dateOfBirthNotMatched'

/** Compares in main; forgets the typed date unless it matched. */
const comparing = visit.createStateConfig({
  exit: visit.assign(({ context, event }) => ({
    typedDate: null,
    provenDate: isSameDate(event) ? context.typedDate : null,
  })),
  ...asks('compareDateOfBirth', [
    { guard: 'isSameDateAndArrivalIsAsked', target: '#findingArrival' },
    { guard: gave('same'), target: '#findingForms' },
    { guard: gave('different'), target: '#dateOfBirth', actions: dateError('notMatched') },
    { guard: gave('noDate'), ...askStaff('noDateOfBirthOnRecord') },
    { guard: gave('limit'), ...askStaff(notMatched) },
  ]),
})

export const identitySteps = {
  welcome,
  contact,
  deskCode,
  checkingDeskCode,
  sending,
  code,
  checking,
  matching,
  fullName,
  matchingByName,
  dateOfBirth,
  comparing,
}
