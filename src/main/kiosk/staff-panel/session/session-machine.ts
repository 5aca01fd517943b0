import { type ActorRefFrom, type SnapshotFrom, not } from 'xstate'
import {
  type InContext,
  type Update,
  audits,
  forgetTrouble,
  goOn,
  idleMs,
  idleTimeout,
  runs,
  session,
  updates,
} from './session-setup.ts'
import { type StaffSessionContext, atStart } from './session-types.ts'
import { openPage, panel } from './panel.ts'
import { forgetMember, hasDesk } from './members.ts'
import { choosing, pad } from './pin-states.ts'
import { pagesOf } from '../../../../shared/staff-rights.ts'

const onFirstStart = idleTimeout(idleMs.panel)

const opensPad = { openStaff: { target: '#covering', actions: audits('staffPadOpened') } } as const

/** Between two visits: the next one has what holds now, or there is none. */
const beginsAnew = { target: '#recovering', actions: session.assign({ serving: false }) } as const

const isClosed = ({ context }: InContext) => context.ports.kiosk.isClosed()
const readClosed: Update = ({ facts, ports }) => ({
  facts: { ...facts, isClosed: ports.kiosk.isClosed() },
})

const beginPanel: Update<string | null> = (context, held) => {
  const { isFirst, ports, member } = context
  const lacks = isFirst && ports.credentials.status().some(({ since }) => since === null)
  const seesHome = member === null || pagesOf(member.roles).includes('home')
  const page = lacks ? 'credentials' : seesHome ? 'home' : 'connection'
  return { held, serving: held !== null, isFirst: false, ...openPage(context, page) }
}

/** A member's name; that it was by the PIN is said where members are asked, and could not be. */
function howEntered(context: StaffSessionContext): Readonly<Record<string, string>> {
  if (context.member) return { name: context.member.name }
  return hasDesk({ context }) ? { by: 'PIN' } : {}
}

/** The person who chooses the first PIN brings the kiosk into use. */
const tellOfPin = ({ context }: InContext) => {
  if (!context.member && !context.isFirst) context.ports.desk?.pinUsed()
}

/** Staff session of a kiosk. Audits every act before doing it; a throwing port ends it with that error. */
export const staffSessionMachine = session.createMachine({
  id: 'staffSession',
  context: ({ input }) => ({ ...input, ...atStart, own: input.ports }),
  initial: 'beginning',
  states: {
    beginning: {
      always: [
        { guard: ({ context }) => context.begin === 'recover', target: 'recovering' },
        { guard: ({ context }) => context.begin === 'stranded', target: 'stranded' },
        { target: 'deciding' },
      ],
    },
    recovering: {
      id: 'recovering',
      entry: [forgetMember, updates(readClosed)],
      invoke: runs((ports) => ports.kiosk.pause(), { target: 'leaving' }),
    },
    parting: {
      id: 'parting',
      entry: forgetMember,
      always: [
        {
          guard: ({ context }) => context.held !== null,
          target: 'deciding',
          actions: updates(goOn('locked')),
        },
        { guard: ({ context }) => context.givenUp, target: 'recovering' },
        { target: 'leaving' },
      ],
    },
    /** Wipes the page: what staff typed must not stay in that of the next patient. */
    leaving: {
      id: 'leaving',
      entry: [updates(readClosed), session.assign({ givenUp: false })],
      invoke: runs((ports) => ports.kiosk.wipe(), { target: 'deciding' }),
    },
    deciding: {
      id: 'deciding',
      entry: forgetMember,
      always: [
        { guard: ({ context }) => !context.ports.pin.isChosen(), target: 'firstStart' },
        { guard: isClosed, target: 'closed' },
        { guard: ({ context }) => context.serving, target: 'away' },
        { target: 'away.beginning', actions: session.assign({ serving: true }) },
      ],
    },
    away: {
      on: {
        ...opensPad,
        'kiosk.changed': { guard: isClosed, ...beginsAnew },
        'settings.changed': beginsAnew,
      },
      initial: 'serving',
      states: {
        serving: {},
        // Not an action: it starts a machine of its own, which XState does not expect of one.
        beginning: { invoke: runs((ports) => ports.kiosk.resume(), { target: 'serving' }) },
      },
    },
    closed: { on: { ...opensPad, 'kiosk.changed': { guard: not(isClosed), target: 'deciding' } } },
    stranded: { on: opensPad, after: { recoverAgain: 'recovering' } },
    firstStart: {
      ...choosing,
      id: 'firstStart',
      entry: [...onFirstStart, forgetTrouble, session.assign({ isFirst: true })],
      on: { activity: { actions: onFirstStart } },
    },
    /** A form can draw a pad like staff's: theirs comes once no form is on the screen. */
    covering: {
      id: 'covering',
      invoke: runs((ports) => ports.kiosk.cover(true), { target: 'pad' }),
    },
    pad,
    entering: {
      id: 'entering',
      entry: [({ context }) => context.ports.audit('staffEntered', howEntered(context)), tellOfPin],
      invoke: runs(
        // A visit that is not held is over, and wiped.
        async (ports) => {
          const held = ports.kiosk.hold()
          if (held === null) await ports.kiosk.pause()
          return held
        },
        { target: '#panel', update: beginPanel },
      ),
    },
    panel,
    forgetting: {
      id: 'forgetting',
      invoke: runs(
        (ports, { context }) => {
          ports.audit('kioskForgotten')
          return ports.kiosk.forget(context.forgetsWaiting)
        },
        { target: 'ended' },
      ),
    },
    ended: { id: 'ended', entry: forgetMember },
  },
})

export type StaffSessionSnapshot = SnapshotFrom<typeof staffSessionMachine>
export type StaffSessionActor = ActorRefFrom<typeof staffSessionMachine>
