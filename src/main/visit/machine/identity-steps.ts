import { inputs } from './actors.ts'
import { and, not } from 'xstate'
import { deskMayBegin } from './desk-code-rules.ts'
import { noteLastCode } from './last-try.ts'
import { forgetLockContact, keepLockContact } from './lock-contact.ts'
import { isDownWithoutService } from './offline-offer.ts'
import { asking, waitThen } from './outcomes.ts'
import { hideContact, showContact } from './shown-contact.ts'
import { visit } from './visit-setup.ts'

const step = ['settle', 'restartIdle'] as const

/** The first screen: nobody is there yet. */
export const welcome = visit.createStateConfig({
  id: 'welcome',
  on: {
    begin: [
      { guard: isDownWithoutService, target: 'offlineName', actions: 'logStart' },
      { target: 'contact', actions: 'logStart' },
    ],
    'desk.begin': {
      guard: deskMayBegin,
      target: 'checkingDeskCode',
      actions: 'logStart',
    },
    notServed: { target: '#unbegun', actions: { type: 'end', params: 'outOfService' } },
    endNow: '#unbegun',
  },
})

/** Which phone or address the patient has. */
export const contact = visit.createStateConfig({
  id: 'contact',
  entry: [...step, forgetLockContact],
  invoke: { src: 'connectionWatch', input: ({ context }) => context.ports.deskCode },
  on: {
    submitContact: [
      { guard: 'codeIsOnItsWay', target: 'code', actions: 'takeContact' },
      { guard: 'contactIsValid', target: 'sending', actions: 'takeContact' },
      { actions: 'refuseContact' },
    ],
    askWithoutContact: {
      target: '#askStaff',
      actions: { type: 'callStaff', params: 'noContact' },
    },
    haveDeskCode: { guard: 'mayUseDeskCode', target: 'deskCode' },
    // Shown anew, with the offer of a desk's code or without it.
    'connection.changed': { actions: [] },
    useOtherChannel: { guard: 'mayUseOtherChannel', actions: 'useOtherChannel' },
  },
})

/**
 * A proof, if there is none yet, and a code, when it is its turn. After a send in doubt the patient decides about
 * another.
 */
export const sending = visit.createStateConfig({
  initial: 'choosing',
  states: {
    choosing: {
      always: [{ guard: 'hasProof', target: 'sendingCode' }, { target: 'creatingProof' }],
    },
    creatingProof: asking(
      'createProof',
      inputs.forProof,
      [{ guard: 'succeeded', target: 'sendingCode', actions: ['keepProof', 'settle'] }],
      'waitingForProof',
    ),
    waitingForProof: waitThen('creatingProof'),
    sendingCode: {
      entry: 'markSending',
      ...asking(
        'sendCode',
        inputs.codeToSend,
        [
          { guard: { type: 'gave', params: 'sent' }, target: '#code', actions: 'markSent' },
          { guard: { type: 'gave', params: 'wait' }, target: 'pausing' },
          {
            guard: { type: 'gave', params: 'limit' },
            target: '#tooManyTries',
            actions: { type: 'callStaff', params: 'tooManyCodes' },
          },
          { guard: 'wasRefused', target: 'judgingRefusal', actions: 'logFailure' },
        ],
        'waitingAfterSend',
      ),
    },
    // The refusal of a send is one of the contact, unless the proof is gone.
    judgingRefusal: asking(
      'proofStatus',
      inputs.inProof,
      [
        {
          guard: 'proofIsGoneAndMayBeRenewed',
          target: 'creatingProof',
          actions: 'forgetProof',
        },
        {
          guard: { type: 'proofIs', params: 'locked' },
          target: '#tooManyTries',
          actions: { type: 'callStaff', params: 'tooManyCodes' },
        },
        {
          guard: 'contactsAreRefused',
          target: '#askStaff',
          actions: { type: 'callStaff', params: 'refused' },
        },
        { guard: 'succeeded', target: '#contact', actions: 'contactNotTaken' },
        {
          guard: 'failsForGood',
          target: '#contact',
          actions: ['logFailure', 'contactNotTaken'],
        },
      ],
      'waitingToJudge',
    ),
    waitingToJudge: waitThen('judgingRefusal'),
    // Nobody has to touch the screen while they wait for their turn.
    pausing: {
      id: 'pausing',
      entry: 'notePause',
      exit: ['endPause', 'restartIdle'],
      after: { sendWait: 'sendingCode' },
    },
    waitingAfterSend: waitThen('looking'),
    looking: asking(
      'proofStatus',
      inputs.inProof,
      [
        { guard: 'succeeded', target: '#code', actions: 'doubtResend' },
        { guard: 'failsForGood', target: '#code', actions: ['logFailure', 'doubtResend'] },
      ],
      'waitingAfterSend',
    ),
  },
})

/** The code that was sent. */
export const code = visit.createStateConfig({
  id: 'code',
  entry: [...step, 'noteWaits', noteLastCode, forgetLockContact],
  exit: hideContact,
  on: {
    ...showContact,
    submitCode: [
      {
        guard: and(['mayTryCode', not('codeIsComplete')]),
        actions: { type: 'setCodeError', params: 'incomplete' },
      },
      {
        guard: and(['mayTryCode', 'codeIsOld']),
        actions: { type: 'setCodeError', params: 'expired' },
      },
      { guard: 'mayTryCode', target: 'checking' },
    ],
    resendCode: { guard: 'mayResend', target: 'sending', actions: 'markResend' },
    callCode: { guard: and(['mayCall', 'mayResend']), target: 'sending', actions: 'markCall' },
    changeContact: { target: 'contact', actions: 'forgetContactError' },
  },
})

/** A proof that takes no code any more. */
const ended = [
  {
    guard: { type: 'proofIs', params: 'locked' },
    target: '#tooManyTries',
    actions: { type: 'callStaff', params: 'tooManyWrongCodes' },
  },
  {
    guard: { type: 'proofIs', params: 'gone' },
    target: '#code',
    actions: ['forgetProof', { type: 'setCodeError', params: 'expired' }],
  },
] as const

/** Is it the code, and is that all that had to be proved? After a doubt we look; a code is never sent twice. */
export const checking = visit.createStateConfig({
  entry: keepLockContact,
  initial: 'verifying',
  states: {
    verifying: asking(
      'verifyCode',
      inputs.codeToCheck,
      [
        { guard: { type: 'gave', params: 'verified' }, target: 'proving', actions: 'settle' },
        {
          guard: { type: 'gave', params: 'incorrect' },
          target: '#code',
          actions: { type: 'setCodeError', params: 'wrong' },
        },
        {
          guard: { type: 'gave', params: 'expired' },
          target: '#code',
          actions: { type: 'setCodeError', params: 'expired' },
        },
        {
          guard: { type: 'gave', params: 'wait' },
          target: '#code',
          actions: { type: 'setCodeError', params: null },
        },
        { guard: { type: 'gave', params: 'unclear' }, target: 'judging' },
        {
          guard: { type: 'gave', params: 'locked' },
          target: '#tooManyTries',
          actions: { type: 'callStaff', params: 'tooManyWrongCodes' },
        },
      ],
      'waitingInDoubt',
    ),
    // No known word, or a refusal: it is what the proof says.
    judging: asking(
      'proofStatus',
      inputs.inProof,
      [
        { guard: { type: 'proofIs', params: 'proved' }, target: '#matching' },
        {
          guard: 'firstOfTwoIsVerified',
          target: '#contact',
          actions: 'nextChannel',
        },
        ...ended,
        {
          guard: 'codesStayUnclear',
          target: '#askStaff',
          actions: { type: 'callStaff', params: 'unreadable' },
        },
        {
          guard: { type: 'proofIs', params: 'pending' },
          target: '#code',
          actions: ['countUnclear', { type: 'setCodeError', params: 'wrong' }],
        },
      ],
      'waitingToJudge',
    ),
    waitingToJudge: waitThen('judging'),
    // Where the proof cannot be read, the service's word about the code counts: it guards the match itself.
    proving: asking(
      'proofStatus',
      inputs.inProof,
      [
        { guard: { type: 'proofIs', params: 'proved' }, target: '#matching' },
        {
          guard: 'anotherChannelIsNeeded',
          target: '#contact',
          actions: 'nextChannel',
        },
        {
          guard: 'firstOfTwoFailsForGood',
          target: '#contact',
          actions: ['logFailure', 'nextChannel'],
        },
        { guard: 'failsForGood', target: '#matching', actions: 'logFailure' },
        {
          guard: 'succeeded',
          target: '#askStaff',
          actions: { type: 'callStaff', params: 'proofIncomplete' },
        },
      ],
      'waitingToProve',
    ),
    waitingToProve: waitThen('proving'),
    waitingInDoubt: waitThen('looking'),
    looking: asking(
      'proofStatus',
      inputs.inProof,
      [
        { guard: { type: 'proofIs', params: 'proved' }, target: '#matching' },
        ...ended,
        {
          guard: 'succeeded',
          target: '#code',
          actions: { type: 'setCodeError', params: null },
        },
      ],
      'waitingInDoubt',
    ),
  },
})
