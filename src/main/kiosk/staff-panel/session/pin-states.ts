import { and, assertEvent, stateIn } from 'xstate'
import { confirming, confirmsByMember, forgetMember, hasDesk, members } from './members.ts'
import { session, onError, idleMs, idleTimeout } from './session-setup.ts'
import type { StaffSessionContext } from './session-types.ts'

const onPad = idleTimeout(idleMs.pad)

/** The visit goes on; where there is none, the kiosk is made ready for one, or stays closed. */
const closes = [{ guard: 'isServing', target: '#deciding' }, { target: '#recovering' }] as const

const isRight = { type: 'answered', params: 'right' } as const

/** Reports a member's use of the PIN to the desk that did not answer; a sign-in by PIN was already reported. */
const tellOfPin = ({ context: { member, ports } }: { readonly context: StaffSessionContext }) => {
  if (member) ports.desk?.pinUsed()
}

/** Asks for the present PIN; each try is counted, on every page that asks. */
const asked = session.createStateConfig({
  initial: 'asking',
  states: {
    asking: {
      always: { guard: 'mustWait', target: 'waiting' },
      on: { submitPin: 'checking' },
    },
    checking: {
      invoke: {
        src: 'checkPin',
        input: ({ context, event }) => {
          assertEvent(event, 'submitPin')
          return { ports: context.ports, pin: event.pin }
        },
        onDone: [
          { guard: and([isRight, stateIn('#pad')]), target: '#entering' },
          { guard: isRight, target: '#choosingPin', actions: tellOfPin },
          {
            guard: { type: 'answered', params: 'wrong' },
            target: 'asking',
            actions: [{ type: 'pinWas', params: 'wrong' }, 'countError'],
          },
          { target: 'asking' },
        ],
        onError,
      },
    },
    waiting: { entry: 'markWait', after: { wait: 'asking' } },
  },
})

/**
 * Pad for staff's sign-in: by the members of the paired desk, or else by the kiosk's PIN; the visit beneath goes on.
 */
export const pad = session.createStateConfig({
  id: 'pad',
  entry: [...onPad.entry, forgetMember, 'forgetTrouble', 'forgetDone'],
  exit: 'forgetTouch',
  on: { activity: onPad.activity, untouched: closes, closeStaff: closes },
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: hasDesk, target: 'members' }, { target: 'pin' }] },
    members,
    pin: { ...asked, id: 'kioskPin', entry: 'forgetTrouble' },
  },
})

/** A new PIN, and the same again. */
export const choosing = session.createStateConfig({
  entry: 'forgetTrouble',
  exit: 'dropPin',
  initial: 'choose',
  states: {
    choose: {
      entry: 'dropPin',
      on: {
        choosePin: [
          { guard: 'isGoodPin', target: 'repeat', actions: 'holdPin' },
          { actions: ['assessPin', 'countError'] },
        ],
      },
    },
    repeat: {
      on: {
        choosePin: [
          { guard: 'isSamePin', target: 'keeping' },
          { target: 'choose', actions: [{ type: 'pinWas', params: 'notSame' }, 'countError'] },
        ],
        untouched: { guard: 'isFirst', target: 'choose' },
      },
    },
    keeping: {
      invoke: {
        src: 'choosePin',
        input: ({ context, event }) => {
          assertEvent(event, 'choosePin')
          return { ports: context.ports, pin: event.pin }
        },
        onDone: [
          { guard: 'isFirst', target: '#entering' },
          { target: '#machine', actions: { type: 'noteDone', params: 'pinChanged' } },
        ],
        onError,
      },
    },
  },
})

/**
 * Changes the PIN after asking for it or the member's secret, so that nobody can lock staff out at a panel left open.
 */
export const changing = session.createStateConfig({
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: confirmsByMember, target: 'member' }, { target: 'present' }] },
    member: confirming,
    present: { ...asked, id: 'presentPin' },
    choosing: { ...choosing, id: 'choosingPin' },
  },
})
