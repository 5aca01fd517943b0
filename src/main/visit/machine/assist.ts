import { and, not, stateIn } from 'xstate'
import { visit } from './visit-setup.ts'

/** ms without a touch after which staff count as gone from a visit that they help with; as their panel. */
export const assistIdleMs = 2 * 60_000

/** ms that a visit waits at most: longer than staff's panel is ever open. */
const longestHoldMs = 16 * 60_000

const left = visit.raise({ type: 'staff.left' })

/**
 * Staff beside a visit. While they are in their panel it is held: locked, covered by whoever shows it, and it does not
 * end for want of a touch. They help with it, and then it is open without the date of birth until they say that they
 * are done, or nobody touches it; after that it is locked.
 */
export const staff = visit.createStateConfig({
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
        'staff.help': { target: 'helping', actions: 'logAssist' },
        'staff.release': 'away',
      },
    },
    helping: {
      id: 'staffHelp',
      exit: [left, 'restartIdle'],
      initial: 'touched',
      on: {
        activity: '.touched',
        doneHelping: { target: 'away', actions: { type: 'logAssistEnd', params: 'done' } },
        'staff.hold': { target: 'holding', actions: { type: 'logAssistEnd', params: 'staff' } },
      },
      states: {
        touched: {
          after: {
            [assistIdleMs]: {
              target: '#staffAway',
              actions: { type: 'logAssistEnd', params: 'idle' },
            },
          },
        },
      },
    },
  },
})
