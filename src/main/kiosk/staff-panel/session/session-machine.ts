import { not, type ActorRefFrom, type SnapshotFrom } from 'xstate'
import { audits, session, onError, idleMs, idleTimeout } from './session-setup.ts'
import { type StaffSessionContext, noFacts } from './session-types.ts'
import { noDeskError, nothingOpen, panel } from './panel.ts'
import { forgetMember, hasDesk, nobody, noNames } from './members.ts'
import { choosing, pad } from './pin-states.ts'
import { pagesOf } from '../../../../shared/staff-rights.ts'

const onFirstStart = idleTimeout(idleMs.panel)

const opensPad = {
  openStaff: {
    target: '#covering',
    actions: audits('staffPadOpened'),
  },
} as const

/** Between two visits: the next one has what holds now, or there is none. */
const beginsAnew = {
  target: '#recovering',
  actions: { type: 'serves', params: false },
} as const

const seesHome = ({ context: { member } }: { readonly context: StaffSessionContext }) =>
  member === null || pagesOf(member.roles).includes('home')

/** A member's name; that it was by the PIN is said where members are asked, and could not be. */
function howEntered(context: StaffSessionContext): Readonly<Record<string, string>> {
  if (context.member) return { name: context.member.name }
  return hasDesk({ context }) ? { by: 'PIN' } : {}
}

/**
 * Reports a sign-in without a known member to the desk. The person who chooses the first PIN brings the kiosk into use.
 */
const tellOfPin = ({ context }: { readonly context: StaffSessionContext }) => {
  if (!context.member && !context.isFirst) context.ports.desk?.pinUsed()
}

/**
 * Staff session of a kiosk: locked, PIN pad, and panel. Audits every act before doing it; a throwing port ends it with
 * that error.
 */
export const staffSessionMachine = session.createMachine({
  id: 'staffSession',
  context: ({ input }) => ({
    ...input,
    own: input.ports,
    serving: false,
    held: null,
    givenUp: false,
    isFirst: false,
    chosen: null,
    pinError: null,
    errorCount: 0,
    ...nothingOpen,
    ...noDeskError,
    ...nobody,
    ...noNames,
    waitUntil: 0,
    checks: [],
    given: null,
    settingError: null,
    verdict: null,
    done: null,
    forgetError: null,
    forgetsWaiting: false,
    deskIsSilent: false,
    locksAt: null,
    endsAt: null,
    facts: noFacts,
  }),
  initial: 'beginning',
  states: {
    beginning: {
      always: [
        { guard: { type: 'begins', params: 'recover' }, target: 'recovering' },
        { guard: { type: 'begins', params: 'stranded' }, target: 'stranded' },
        { target: 'deciding' },
      ],
    },
    recovering: {
      id: 'recovering',
      entry: [forgetMember, 'readClosed'],
      invoke: {
        src: 'pause',
        input: ({ context }) => ({ ports: context.ports }),
        onDone: 'leaving',
        onError,
      },
    },
    /** A visit that waits goes on, locked; it keeps its page. */
    parting: {
      id: 'parting',
      entry: forgetMember,
      always: [
        {
          guard: 'holdsVisit',
          target: 'deciding',
          actions: [{ type: 'goOn', params: 'locked' }],
        },
        { guard: 'gaveUpVisit', target: 'recovering' },
        { target: 'leaving' },
      ],
    },
    /** Wipes the page: what staff typed must not stay in that of the next patient. */
    leaving: {
      id: 'leaving',
      entry: ['readClosed', 'forgetVisit'],
      invoke: {
        src: 'wipe',
        input: ({ context }) => ({ ports: context.ports }),
        onDone: 'deciding',
        onError,
      },
    },
    /** Locked: what the kiosk is for anyone who does not know the PIN. */
    deciding: {
      id: 'deciding',
      entry: forgetMember,
      always: [
        { guard: 'noPin', target: 'firstStart' },
        { guard: 'isClosed', target: 'closed' },
        { guard: 'isServing', target: 'away' },
        { target: 'away.beginning', actions: { type: 'serves', params: true } },
      ],
    },
    away: {
      on: {
        ...opensPad,
        'kiosk.changed': { guard: 'isClosed', ...beginsAnew },
        'settings.changed': beginsAnew,
      },
      initial: 'serving',
      states: {
        serving: {},
        beginning: {
          invoke: {
            src: 'resume',
            input: ({ context }) => ({ ports: context.ports }),
            onDone: 'serving',
            onError,
          },
        },
      },
    },
    closed: {
      on: { ...opensPad, 'kiosk.changed': { guard: not('isClosed'), target: 'deciding' } },
    },
    stranded: { on: opensPad, after: { recoverAgain: 'recovering' } },
    firstStart: {
      ...choosing,
      id: 'firstStart',
      entry: [...onFirstStart.entry, 'forgetTrouble', { type: 'isFirst', params: true }],
      on: { activity: onFirstStart.activity },
    },
    /** A form can draw a pad like staff's: theirs comes once no form is on the screen. */
    covering: {
      id: 'covering',
      invoke: {
        src: 'cover',
        input: ({ context }) => ({ ports: context.ports }),
        onDone: 'pad',
        onError,
      },
    },
    pad,
    entering: {
      id: 'entering',
      entry: [({ context }) => context.ports.audit('staffEntered', howEntered(context)), tellOfPin],
      invoke: {
        src: 'holdOrPause',
        input: ({ context }) => ({ ports: context.ports }),
        onDone: [
          { guard: 'beginsWithCredentials', target: '#credentials', actions: 'noteVisit' },
          { guard: not(seesHome), target: '#connection', actions: 'noteVisit' },
          { target: '#panel', actions: 'noteVisit' },
        ],
        onError,
      },
      exit: { type: 'isFirst', params: false },
    },
    panel,
    forgetting: {
      id: 'forgetting',
      invoke: {
        src: 'forgetKiosk',
        input: ({ context }) => ({ ports: context.ports, confirmed: context.forgetsWaiting }),
        onDone: 'ended',
        onError,
      },
    },
    /** Foyer ends. */
    ended: { id: 'ended', entry: forgetMember },
  },
})

export type StaffSessionSnapshot = SnapshotFrom<typeof staffSessionMachine>
export type StaffSessionActor = ActorRefFrom<typeof staffSessionMachine>
