import { and, assign, not, stateIn } from 'xstate'
import { compareDates } from '../../../shared/calendar-date.ts'
import { contactOf, dateOf } from './event-values.ts'
import { visit } from './visit-setup.ts'
import type { VisitContext, VisitEvent } from './visit-types.ts'

/** How many wrong answers the lock takes; the last of them ends the visit. */
const mostTries = 2

/** Whether a wrong answer now is the last that the lock takes. */
export const isLastLockTry = ({ lockTries }: VisitContext): boolean => lockTries + 1 >= mostTries

const say = (lockError: VisitContext['lockError']) =>
  visit.assign(({ context }) => ({ lockError, errorCount: context.errorCount + 1 }))

interface Given {
  readonly context: VisitContext
}
interface Answered extends Given {
  readonly event: VisitEvent
}

/** The date that opens the visit again: the record's, or the one that is being compared with it. Null before one is given. */
const dateKey = ({ provenDate, typedDate }: VisitContext) => provenDate ?? typedDate

/** What opens the visit again; null while nothing is known by which its patient could be told from a stranger. */
const keyOf = (context: VisitContext) => dateKey(context) ?? context.lockContact

const locks = {
  guard: and([({ context }: Given) => keyOf(context) !== null, not(stateIn('#last'))]),
  target: 'locked',
} as const

const isSameDate = ({ context, event }: Answered) => {
  const typed = dateOf(event)
  const key = dateKey(context)
  return typed.ok && key !== null && compareDates(typed.value, key) === 0
}

const isSameContact = ({ context, event }: Answered) => {
  const typed = contactOf(event)
  return typed.ok && typed.value === context.lockContact
}

/** Not even a whole contact, which is no try; one to which no code is sent is a wrong one. */
const isNoContact =
  (error: 'empty' | 'notValid') =>
  ({ event }: Answered) => {
    const typed = contactOf(event)
    return !typed.ok && typed.error === error
  }

const opens = { target: 'unlocked', actions: 'restartIdle' } as const

const wrong = [
  {
    guard: ({ context }: Given) => isLastLockTry(context),
    target: '#ended',
    actions: { type: 'end', params: 'notUnlocked' },
  },
  {
    actions: [
      visit.assign({ lockTries: ({ context }) => context.lockTries + 1 }),
      say('notMatched'),
    ],
  },
] as const

/**
 * Who asks for help walks to the desk, and somebody else may tap the way back. Once the date of birth was given, help
 * locks the visit, whatever lies over it meanwhile, and only the same date opens it; a visit without a record is opened
 * by the contact that was proved. While it is locked nothing of it is shown but its last words. Staff who come lock it
 * too, and open it to help with it; so does the desk.
 */
export const lock = visit.createStateConfig({
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
