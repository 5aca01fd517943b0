import type { PinAnswer } from '../pin/pin.ts'
import type { StaffPorts } from '../ports.ts'
import { confirming, confirmsByMember, forgetMember, hasDesk, members } from './members.ts'
import {
  type InContext,
  type Update,
  asksSecret,
  countError,
  eventOf,
  forgetTouch,
  forgetTrouble,
  idleMs,
  idleTimeout,
  readAll,
  runs,
  session,
  updates,
} from './session-setup.ts'
import { type Secret, type StaffSessionContext, noTrouble } from './session-types.ts'

const onPad = idleTimeout(idleMs.pad)

/** The visit goes on; where there is none, the kiosk is made ready for one, or stays closed. */
const closes = [
  { guard: ({ context }: InContext) => context.serving, target: '#deciding' },
  { target: '#recovering' },
] as const

/** Checks a PIN. Audited here and not by the session: a pad that is closed meanwhile hides no wrong PIN. */
export async function checkPin(ports: StaffPorts, pin: Secret<string>): Promise<PinAnswer> {
  const answer = await ports.pin.check(pin.read())
  if (answer.kind === 'wrong') {
    ports.audit('staffPinWrong')
    if (answer.waitMs > 0) ports.audit('staffPinLocked', { waitMs: answer.waitMs })
  }
  return answer
}

/** Notes until when no other PIN is looked at. */
export const markWait = ({ now, ports }: StaffSessionContext) => ({
  waitUntil: now() + ports.pin.waitMs(),
})

/** Each try is counted, on every page that asks. `next`: the state behind a right one. */
const asksPin = (next: string, onRight: Update = () => undefined) =>
  session.createStateConfig({
    initial: 'typing',
    states: asksSecret(
      { submitPin: 'checking' },
      runs(
        (ports, given) => checkPin(ports, eventOf(given, 'submitPin').pin),
        { when: ({ kind }) => kind === 'right', target: next, update: onRight },
        {
          when: ({ kind }) => kind === 'wrong',
          target: 'typing',
          update: (context) => ({ ...countError(context), pinError: 'wrong' }),
        },
        { target: 'typing' },
      ),
      {},
      updates(markWait),
    ),
  })

/** By the members of the paired desk, or else by the kiosk's PIN; the visit beneath goes on. */
export const pad = session.createStateConfig({
  id: 'pad',
  entry: [...onPad, forgetMember, forgetTrouble, session.assign({ done: null })],
  exit: forgetTouch,
  on: { activity: { actions: onPad }, untouched: closes, closeStaff: closes },
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: hasDesk, target: 'members' }, { target: 'pin' }] },
    members,
    pin: { ...asksPin('#entering'), id: 'kioskPin', entry: forgetTrouble },
  },
})

const dropPin = session.assign({ chosen: null })

export const choosing = session.createStateConfig({
  entry: forgetTrouble,
  exit: dropPin,
  initial: 'choose',
  states: {
    choose: {
      entry: dropPin,
      on: {
        choosePin: [
          {
            guard: ({ context, event }) => context.ports.pin.assess(event.pin.read()) === 'good',
            target: 'repeat',
            actions: session.assign((given) => ({
              chosen: eventOf(given, 'choosePin').pin,
              pinError: null,
            })),
          },
          {
            actions: session.assign((given) => {
              const verdict = given.context.ports.pin.assess(eventOf(given, 'choosePin').pin.read())
              const pinError = verdict === 'good' ? null : verdict
              return { ...countError(given.context), pinError }
            }),
          },
        ],
      },
    },
    repeat: {
      on: {
        choosePin: [
          {
            guard: ({ context, event }) => context.chosen?.read() === event.pin.read(),
            target: 'keeping',
          },
          {
            target: 'choose',
            actions: updates((context) => ({ ...countError(context), pinError: 'notSame' })),
          },
        ],
        untouched: { guard: ({ context }) => context.isFirst, target: 'choose' },
      },
    },
    keeping: {
      invoke: runs(
        (ports, given) => {
          ports.audit('staffPinChosen')
          return ports.pin.choose(eventOf(given, 'choosePin').pin.read())
        },
        { when: (_, { isFirst }) => isFirst, target: '#entering' },
        { target: '#resting', update: () => ({ ...noTrouble, done: 'pinChanged' }) },
      ),
    },
  },
})

/** Asks for the PIN or the member's secret first, so that nobody can lock staff out at a panel left open. */
export const changing = session.createStateConfig({
  entry: [forgetTrouble, updates((context) => ({ done: null, ...readAll(context) }))],
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: confirmsByMember, target: 'member' }, { target: 'present' }] },
    member: confirming,
    // A sign-in by PIN was already reported; a member's use of it is told to the desk that did not answer.
    present: {
      ...asksPin('#choosingPin', ({ member, ports }) => {
        if (member) ports.desk?.pinUsed()
      }),
      id: 'presentPin',
    },
    choosing: { ...choosing, id: 'choosingPin' },
  },
})
