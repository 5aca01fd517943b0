import { type AnyActorRef, and, assign, not, sendTo, stateIn } from 'xstate'
import { compareDates } from '../../../../shared/calendar-date.ts'
import type { FormViewEvent } from './form-view.ts'
import { contactOf, dateOf, deskMayBegin, isShared } from './rules.ts'
import { giveVisit } from './calls.ts'
import { endVisit, logs, visit } from './visit-setup.ts'
import type { Given, InContext, VisitContext } from './visit-types.ts'

const toIdleWarning = '#idleWarning'

export const helpMs = 60_000

const hideContact = visit.assign({ contactShown: 'before' })

export const overlay = visit.createStateConfig({
  initial: 'open',
  on: {
    // The patient walks away after asking for help: nobody may reveal the whole contact any more.
    help: { target: '#help', actions: [logs('helpRequested', { reason: 'asked' }), hideContact] },
    startOver: '#startOver',
    uncover: '#noOverlay',
    'desk.lock': { actions: hideContact },
    'staff.left': { actions: hideContact },
    'staff.hold': { target: '#noOverlay', actions: hideContact },
  },
  states: {
    open: {
      initial: 'none',
      entry: 'markTime',
      after: {
        lastScreenTime: { guard: 'lastScreenAlone', ...endVisit('done') },
        idleTime: { guard: 'idleCounts', target: toIdleWarning },
        mailIdleTime: { guard: 'readingMail', target: toIdleWarning },
        scanIdleTime: { guard: 'scanning', target: toIdleWarning },
        formIdleTime: { guard: 'fillingIn', target: toIdleWarning },
      },
      on: {
        activity: { target: '#asItWas', reenter: true },
        restartIdle: { target: '#asItWas', reenter: true },
        stillHere: { target: '#asItWas', reenter: true },
      },
      states: {
        none: { id: 'noOverlay', on: { openDisplay: 'display' } },
        display: { on: { closeDisplay: 'none' } },
        help: {
          id: 'help',
          on: { closeHelp: 'none', cancelHelp: 'none' },
          after: { [helpMs]: toIdleWarning },
        },
        startOver: {
          id: 'startOver',
          on: { cancelStartOver: 'none', confirmStartOver: endVisit('startedOver') },
        },
        asItWas: { id: 'asItWas', type: 'history' },
      },
    },
    idleWarning: {
      id: 'idleWarning',
      entry: ['markTime', 'askBeforeWipe'],
      after: { warningTime: endVisit('idle') },
      on: { stillHere: '#asItWas', 'packet.completed': '#noOverlay' },
    },
  },
})

const mostTries = 2

/** Tells whether a wrong answer now is the last that the lock takes. */
export const isLastLockTry = ({ lockTries }: VisitContext): boolean => lockTries + 1 >= mostTries

const say = (lockError: VisitContext['lockError']) =>
  visit.assign(({ context }) => ({ lockError, errorCount: context.errorCount + 1 }))

const dateKey = ({ provenDate, typedDate }: VisitContext) => provenDate ?? typedDate

/** Finds what opens the visit again; null while nothing could tell its patient from a stranger. */
const keyOf = (context: VisitContext) => dateKey(context) ?? context.lockContact

const locks = {
  guard: and([({ context }: InContext) => keyOf(context) !== null, not(stateIn('#last'))]),
  target: 'locked',
} as const

const isSameDate = ({ context, event }: Given) => {
  const typed = dateOf(event)
  const key = dateKey(context)
  return typed.ok && key !== null && compareDates(typed.value, key) === 0
}

const isSameContact = ({ context, event }: Given) => {
  const typed = contactOf(event)
  return typed.ok && typed.value === context.lockContact
}

/** Not even a whole contact, which is no try; one to which no code is sent is a wrong one. */
const isNoContact =
  (error: 'empty' | 'notValid') =>
  ({ event }: Given) => {
    const typed = contactOf(event)
    return !typed.ok && typed.error === error
  }

const opens = { target: 'unlocked', actions: 'restartIdle' } as const

const wrong = [
  { guard: ({ context }: InContext) => isLastLockTry(context), ...endVisit('notUnlocked') },
  {
    actions: [
      visit.assign({ lockTries: ({ context }) => context.lockTries + 1 }),
      say('notMatched'),
    ],
  },
] as const

export const lock = visit.createStateConfig({
  // Help locks a visit once its patient is known, for the walk to the desk: only their own date or contact opens it.
  initial: 'unlocked',
  states: {
    unlocked: {
      on: { help: locks, 'staff.hold': locks, 'staff.left': locks, 'desk.lock': locks },
    },
    locked: {
      id: 'locked',
      entry: assign({ lockError: null, lockTries: 0 }),
      // The date is not the record's: there is nothing to lock.
      always: { guard: ({ context }) => keyOf(context) === null, target: 'unlocked' },
      on: {
        'staff.help': 'unlocked',
        submitDateOfBirth: [
          { guard: ({ context }) => dateKey(context) === null },
          { guard: not('isDate'), actions: say('notADate') },
          { guard: isSameDate, ...opens },
          ...wrong,
        ],
        submitContact: [
          { guard: ({ context }) => context.lockContact === null },
          { guard: isNoContact('empty'), actions: say('empty') },
          { guard: isNoContact('notValid'), actions: say('notValid') },
          { guard: isSameContact, ...opens },
          ...wrong,
        ],
      },
    },
  },
})

/** ms without a touch after which staff count as gone from a visit that they help with; as their panel. */
export const assistIdleMs = 2 * 60_000

/** ms that a visit waits at most: longer than staff's panel is ever open. */
const longestHoldMs = 16 * 60_000

const left = visit.raise({ type: 'staff.left' })
const assistEnds = (reason: 'done' | 'staff' | 'idle') => logs('staffAssistEnded', { reason })

export const staff = visit.createStateConfig({
  // Helping opens it without the date of birth until they finish or nobody touches it; then it is locked.
  initial: 'away',
  states: {
    away: {
      id: 'staffAway',
      on: {
        'staff.hold': {
          guard: and([not(stateIn('#welcome')), not(stateIn('#last'))]),
          target: 'holding',
        },
      },
    },
    holding: {
      id: 'staffHold',
      exit: 'restartIdle',
      after: { [longestHoldMs]: 'away' },
      on: {
        'staff.help': { target: 'helping', actions: logs('staffAssisted') },
        'staff.release': 'away',
      },
    },
    helping: {
      id: 'staffHelp',
      exit: [left, 'restartIdle'],
      initial: 'touched',
      on: {
        activity: '.touched',
        doneHelping: { target: 'away', actions: assistEnds('done') },
        'staff.hold': { target: 'holding', actions: assistEnds('staff') },
      },
      states: {
        touched: {
          after: { [assistIdleMs]: { target: '#staffAway', actions: assistEnds('idle') } },
        },
      },
    },
  },
})

const helpIsOver = { target: 'none', actions: visit.assign({ helpHeard: null }) } as const

/** Outlasts its message on the screen: until the patient takes it back, staff come, or the visit ends. */
export const help = visit.createStateConfig({
  initial: 'none',
  states: {
    none: { on: { help: 'asked' } },
    asked: {
      invoke: { src: 'helpCall', input: giveVisit },
      on: {
        'help.heard': [
          {
            // The patient is there to wait for the person who is coming.
            guard: ({ event }) => event.heard === 'coming',
            actions: [visit.assign({ helpHeard: 'coming' }), 'restartIdle'],
          },
          { actions: assign({ helpHeard: ({ event }) => event.heard }) },
        ],
        cancelHelp: helpIsOver,
        'staff.hold': helpIsOver,
      },
    },
  },
})

/** Ends a visit even while it is touched: a wedged key or a cat on the screen would prevent the idle end. */
export const length = visit.createStateConfig({
  initial: 'unbegun',
  states: {
    unbegun: {
      always: { guard: isShared, target: 'counting' },
      on: { begin: 'counting', 'desk.begin': { guard: deskMayBegin, target: 'counting' } },
    },
    counting: { after: { visitTime: 'over' } },
    over: {
      id: 'over',
      entry: ['markOver', 'uncover', 'askBeforeWipe'],
      after: { warningTime: endVisit('tooLong') },
      on: {
        stillHere: { guard: 'mayTakeMoreTime', target: 'counting', actions: 'takeMoreTime' },
        // The visit ends by itself after this.
        'packet.completed': 'counting',
      },
    },
  },
})

function dismiss({ self }: { readonly self: AnyActorRef }): void {
  const { children } = self.getSnapshot() as { readonly children: Record<string, AnyActorRef> }
  children['formView']?.send({ type: 'dismiss' } satisfies FormViewEvent)
}

/** Goes with the form, waits beneath anything over the screen, and ends with the visit. An unseen one is answered no. */
export const dialog = visit.createStateConfig({
  initial: 'none',
  states: {
    none: {
      id: 'noDialog',
      entry: assign({ dialog: null }),
      on: {
        'dialog.asked': [
          {
            guard: stateIn('#completing'),
            target: 'asking',
            actions: assign({ dialog: ({ event }) => event.dialog }),
          },
          { actions: dismiss },
        ],
      },
    },
    asking: {
      id: 'dialog',
      on: {
        answerDialog: {
          // A picture is given as one.
          guard: ({ context: { dialog }, event }) =>
            dialog?.number === event.number && !(dialog.kind === 'picture' && event.accepted),
          target: 'none',
          actions: sendTo('formView', ({ event: { number, accepted, text } }): FormViewEvent => ({
            type: 'answer',
            number,
            answer: accepted ? text : null,
          })),
        },
        givePicture: {
          guard: ({ context: { dialog }, event }) =>
            dialog?.number === event.number && dialog.kind === 'picture',
          target: 'none',
          actions: [
            logs('pictureGiven'),
            sendTo('formView', ({ event: { number, picture } }): FormViewEvent => ({
              type: 'answer',
              number,
              answer: picture,
            })),
          ],
        },
        // The form is gone, or the patient has left it: there is nobody left to answer.
        'dialog.over': { target: 'none', actions: dismiss },
      },
    },
  },
})
