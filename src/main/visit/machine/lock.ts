import { and, assign, not, stateIn } from 'xstate'
import { compareDates } from '../../../shared/calendar-date.ts'
import { dateOf } from './event-values.ts'
import { visit } from './visit-setup.ts'
import type { VisitContext } from './visit-types.ts'

/** How many wrong dates of birth the lock takes; the last of them ends the visit. */
const mostTries = 2

/** Whether a wrong date of birth now is the last that the lock takes. */
export const isLastLockTry = ({ lockTries }: VisitContext): boolean => lockTries + 1 >= mostTries

const say = (lockError: VisitContext['lockError']) =>
  visit.assign(({ context }) => ({ lockError, errorCount: context.errorCount + 1 }))

interface Given {
  readonly context: VisitContext
}

/** The date that opens the visit again: the record's, or the one that is being compared with it. Null before one is given. */
const keyOf = ({ provenDate, typedDate }: VisitContext) => provenDate ?? typedDate

const locks = {
  guard: and([({ context }: Given) => keyOf(context) !== null, not(stateIn('#last'))]),
  target: 'locked',
} as const

/**
 * Who asks for help walks to the desk, and somebody else may tap the way back. Once the date of birth was given, help
 * locks the visit, whatever lies over it meanwhile, and only the same date opens it. While it is locked nothing of it
 * is shown but its last words. Staff who come lock it too, and open it to help with it.
 */
export const lock = visit.createStateConfig({
  initial: 'unlocked',
  states: {
    unlocked: {
      on: { help: locks, 'staff.hold': locks, 'staff.left': locks },
    },
    locked: {
      id: 'locked',
      entry: assign({ lockError: null, lockTries: 0 }),
      // The date is not the record's: there is nothing to lock.
      always: { guard: ({ context }) => keyOf(context) === null, target: 'unlocked' },
      on: {
        'staff.help': 'unlocked',
        submitDateOfBirth: [
          { guard: not('isDate'), actions: say('notADate') },
          {
            guard: ({ context, event }) => {
              const typed = dateOf(event)
              const key = keyOf(context)
              return typed.ok && key !== null && compareDates(typed.value, key) === 0
            },
            target: 'unlocked',
            actions: 'restartIdle',
          },
          {
            guard: ({ context }) => isLastLockTry(context),
            target: '#ended',
            actions: { type: 'end', params: 'notUnlocked' },
          },
          {
            actions: [
              assign({ lockTries: ({ context }) => context.lockTries + 1 }),
              say('notMatched'),
            ],
          },
        ],
      },
    },
  },
})
