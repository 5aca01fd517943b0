import { deskMayBegin } from './desk-code-rules.ts'
import { visit } from './visit-setup.ts'

/**
 * Watches how long a visit lasts, whatever is touched meanwhile: a wedged key or a cat on the screen keeps the idle
 * time from ever ending. A patient is asked before, and may take more time so many times.
 */
export const length = visit.createStateConfig({
  initial: 'unbegun',
  states: {
    unbegun: {
      on: { begin: 'counting', 'desk.begin': { guard: deskMayBegin, target: 'counting' } },
    },
    counting: { after: { visitTime: 'over' } },
    over: {
      id: 'over',
      entry: ['markOver', 'uncover', 'askBeforeWipe'],
      after: {
        warningTime: { target: '#ended', actions: { type: 'end', params: 'tooLong' } },
      },
      on: {
        stillHere: { guard: 'mayTakeMoreTime', target: 'counting', actions: 'takeMoreTime' },
        // What follows are the visit's last words, which end by themselves.
        'packet.completed': 'counting',
      },
    },
  },
})
