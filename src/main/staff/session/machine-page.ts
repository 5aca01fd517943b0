import { and, assertEvent, assign, not } from 'xstate'
import { confirmsByMember, isGone, isTheirs, leavesAsGone, notForgotten } from './confirm-states.ts'
import { onError, session } from './session-setup.ts'

/** The machine itself: its PIN, its key, its end. */
export const machine = session.createStateConfig({
  id: 'machine',
  initial: 'idle',
  states: {
    idle: {
      on: {
        changePin: '#changingPin',
        rotateKey: { target: 'rotating', actions: ['giveUpVisit', 'forgetDone'] },
        leaveKiosk: {
          target: '#ended',
          actions: [{ type: 'audit', params: { kind: 'kioskLeft' } }, 'leave'],
        },
        forgetKiosk: {
          guard: not(confirmsByMember),
          target: 'checking',
          actions: ['forgetDone', 'noteConfirmed'],
        },
        forgetKioskAsMember: {
          guard: confirmsByMember,
          target: 'confirming',
          actions: ['forgetDone', 'noteConfirmed'],
        },
      },
    },
    rotating: {
      invoke: {
        src: 'rotateKey',
        input: ({ context }) => ({ ports: context.ports }),
        onDone: [
          {
            guard: ({ event }) => event.output,
            target: 'idle',
            actions: { type: 'noteDone', params: 'keyRotated' },
          },
          {
            target: 'idle',
            actions: [{ type: 'noteDone', params: 'keyNotRotated' }, 'countError'],
          },
        ],
        onError,
      },
    },
    // Asks for the PIN again, so that nobody can erase the kiosk at a panel that was left open.
    checking: {
      invoke: {
        src: 'checkPin',
        input: ({ context, event }) => {
          assertEvent(event, 'forgetKiosk')
          return { ports: context.ports, pin: event.pin }
        },
        onDone: [
          {
            guard: and([{ type: 'answered', params: 'right' as const }, 'mayForget']),
            target: '#forgetting',
          },
          { target: 'idle', actions: ['noteForgetAnswer', 'markWait', 'countError'] },
        ],
        onError,
      },
    },
    // The same of a member who is in, with what is their own.
    confirming: {
      invoke: {
        src: 'memberConfirm',
        input: ({ context: { ports, member }, event }) => {
          assertEvent(event, 'forgetKioskAsMember')
          return { ports, member, secret: event.secret, what: 'forget' as const }
        },
        onDone: [
          { guard: and([isTheirs, 'mayForget']), target: '#forgetting' },
          { guard: isGone, ...leavesAsGone },
          {
            target: 'idle',
            actions: [
              assign(({ context, event }) => notForgotten(context, event.output)),
              'countError',
            ],
          },
        ],
        onError,
      },
    },
  },
})
