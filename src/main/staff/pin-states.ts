import { assertEvent } from 'xstate'
import { desk, onError, untouchedMs, watched } from './desk-setup.ts'

const onPad = watched(untouchedMs.pad)

/** The visit goes on; where there is none, the kiosk is made ready for one, or stays closed. */
const closes = [{ guard: 'isServing', target: '#deciding' }, { target: '#recovering' }] as const

/** The pad on which staff enter the PIN; the visit beneath goes on. */
export const pad = desk.createStateConfig({
  id: 'pad',
  entry: [...onPad.entry, 'forgetTrouble', 'forgetDone'],
  exit: 'forgetTouch',
  on: { activity: onPad.activity, untouched: closes, closeStaff: closes },
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
          { guard: { type: 'answered', params: 'right' }, target: '#entering' },
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

/** A new PIN, and the same again. */
export const choosing = desk.createStateConfig({
  entry: 'forgetTrouble',
  exit: 'dropPin',
  initial: 'choose',
  states: {
    choose: {
      entry: 'dropPin',
      on: {
        choosePin: [
          { guard: 'isGoodPin', target: 'repeat', actions: 'holdPin' },
          { actions: ['judgePin', 'countError'] },
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
