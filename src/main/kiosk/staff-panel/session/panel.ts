import { and, assertEvent, assign, not } from 'xstate'
import type { PairFault } from '../../../../shared/staff-desk.ts'
import type { IntakeFault } from '../../../../shared/staff-intakes.ts'
import { staffPage } from '../../../../shared/staff-pages.ts'
import { settledIn, type IntakesService } from '../services/intakes-service.ts'
import {
  confirmsByMember,
  endMemberLooks,
  isGoneMember,
  isTheirs,
  lookAtMemberLater,
  notForgotten,
  watchesMember,
} from './members.ts'
import { changing } from './pin-states.ts'
import {
  audits,
  cancelIdleTimer,
  idleMs,
  idleTimeoutWithWarning,
  leaves,
  onError,
  session,
} from './session-setup.ts'
import {
  Secret,
  type StaffSessionContext,
  type StaffSessionEvent,
  readLiveFacts,
} from './session-types.ts'

/** ms between two looks at what changes while staff do nothing. */
export const refreshMs = 3_000

/** Reads what changes by itself: the connection, what waits, and how the intake that is open stands. */
const readLive = session.assign(({ context: { ports, facts, intake } }) => ({
  facts: { ...facts, ...readLiveFacts(ports) },
  intake: intake && ports.intakes ? new Secret(ports.intakes.again(intake.read())) : intake,
}))

/** Looks again in a while; stopped by `endLive`. */
const lookLater = session.raise({ type: 'refresh' }, { id: 'refresh', delay: refreshMs })
const endLive = session.cancel('refresh')

interface InContext {
  readonly context: StaffSessionContext
}
const isPaired = ({ context }: InContext) => context.facts.desk.paired !== null
const isNotPaired = (given: InContext) => given.context.ports.desk !== undefined && !isPaired(given)
const isAskedToWipe = ({ context }: InContext) => context.facts.desk.wipeAsked !== null

/** Nothing was tried to pair the kiosk. */
export const noDeskError = { deskError: null } as const
const forgetDeskError = session.assign(noDeskError)

const noteFault = ({ errorCount }: StaffSessionContext, fault: PairFault | null) =>
  fault === null ? noDeskError : { deskError: fault, errorCount: errorCount + 1 }

/** Pairs the kiosk with the clinic's desk, follows a desk that has moved, or ends the pairing. */
const desk = session.createStateConfig({
  exit: forgetDeskError,
  initial: 'idle',
  states: {
    idle: {
      on: {
        pairKiosk: { guard: isNotPaired, target: 'pairing', actions: [audits('pairingTried')] },
        moveDesk: { guard: isPaired, target: 'pairing', actions: [audits('pairingTried')] },
        // It is audited where it is done, and before anything is forgotten.
        unpairKiosk: { guard: isPaired, target: 'unpairing' },
        declineWipe: {
          guard: isAskedToWipe,
          actions: [
            audits('wipeDeclined'),
            ({ context }) => context.ports.desk?.declineWipe(),
            readLive,
          ],
        },
      },
    },
    pairing: {
      entry: forgetDeskError,
      invoke: {
        src: 'pairKiosk',
        input: ({ context, event }) => {
          assertEvent(event, ['pairKiosk', 'moveDesk'])
          const code = event.type === 'pairKiosk' ? event.code : null
          return { ports: context.ports, address: event.address, code }
        },
        onDone: {
          target: 'idle',
          actions: [assign(({ context, event }) => noteFault(context, event.output)), 'readFacts'],
        },
        onError,
      },
    },
    unpairing: {
      invoke: {
        src: 'unpairKiosk',
        input: ({ context }) => ({ ports: context.ports }),
        onDone: { target: 'idle', actions: 'readFacts' },
        onError,
      },
    },
  },
})

/** No intake is open, and nothing of one is known. */
export const nothingOpen = {
  intake: null,
  answers: null,
  intakeFault: null,
  intakeNote: null,
  pdf: null,
} as const

/** An older snapshot may be held a while longer, as by the view that was shown last: nothing of a patient is in it. */
const drop = ({ context: { intake, answers } }: { readonly context: StaffSessionContext }) => {
  intake?.drop()
  answers?.drop()
}
const forget = [drop, session.assign(nothingOpen)] as const

type Given = { readonly context: StaffSessionContext; readonly event: StaffSessionEvent }

function serviceOf({ ports }: StaffSessionContext): IntakesService {
  if (!ports.intakes) throw new Error('there are no intakes on this kiosk')
  return ports.intakes
}

const areThere = ({ context }: Given) => context.ports.intakes !== undefined
/** Tells whether a command means the intake that is shown: a tap on a screen that is gone meanwhile does nothing. */
const isOpen = ({ context, event }: Given) =>
  'intake' in event && context.intake?.read().shown.id === event.intake
const canSave = ({ context }: Given) => context.ports.intakes?.savePdf !== undefined

const openIntake = session.assign(({ context, event }) => {
  assertEvent(event, 'openIntake')
  const opened = serviceOf(context).open(event.intake)
  return opened.ok
    ? { ...nothingOpen, intake: new Secret(opened.value) }
    : { ...nothingOpen, intakeNote: 'gone' as const }
})

const readIntake = session.assign(({ context, event }) => {
  assertEvent(event, 'readIntake')
  const answers = serviceOf(context).read(event.intake)
  return answers.ok
    ? { answers: new Secret(answers.value), intakeFault: null }
    : failed(context, answers.error.kind)
})

const failed = ({ errorCount }: StaffSessionContext, intakeFault: IntakeFault) => ({
  intakeFault,
  errorCount: errorCount + 1,
})

const act = session.assign(({ context, event }) => {
  assertEvent(event, ['chooseCandidate', 'actOnIntake', 'discardIntake'])
  const done = serviceOf(context).settle(event)
  if (!done.ok) return failed(context, done.error.kind)
  if (event.type === 'discardIntake') return { ...nothingOpen, intakeNote: 'discarded' as const }
  return { intakeFault: null }
})

const acts = { guard: isOpen, actions: [act, readLive] } as const

/** Saves the intake that is open, or all that are settled. */
const saving = session.createStateConfig({
  invoke: {
    src: 'savePdf',
    input: ({ context, event }) => {
      assertEvent(event, ['saveIntakePdf', 'saveSettledPdf'])
      const ids = event.type === 'saveIntakePdf' ? [event.intake] : settledIn(serviceOf(context))
      return { ports: context.ports, ids }
    },
    onDone: { target: 'idle', actions: assign({ pdf: ({ event }) => event.output }) },
    onError,
  },
})

/** Intakes that the kiosk keeps, and one of them; a patient's data is forgotten with its page. */
const intakes = session.createStateConfig({
  exit: forget,
  initial: 'list',
  on: { openIntake: { guard: areThere, target: '.one', actions: [drop, openIntake] } },
  states: {
    list: {
      initial: 'idle',
      states: {
        idle: { on: { saveSettledPdf: { guard: canSave, target: 'saving' } } },
        saving,
      },
    },
    one: {
      always: { guard: ({ context }) => context.intake === null, target: 'list' },
      initial: 'idle',
      states: {
        idle: {
          on: {
            readIntake: { guard: isOpen, actions: readIntake },
            chooseCandidate: acts,
            actOnIntake: acts,
            discardIntake: acts,
            saveIntakePdf: { guard: and([isOpen, canSave]), target: 'saving' },
          },
        },
        saving,
      },
    },
  },
})

/** The machine itself: its PIN, its key, its end. */
const machine = session.createStateConfig({
  id: 'machine',
  initial: 'idle',
  states: {
    idle: {
      on: {
        changePin: '#changingPin',
        rotateKey: { target: 'rotating', actions: ['giveUpVisit', 'forgetDone'] },
        leaveKiosk: {
          target: '#ended',
          actions: [audits('kioskLeft'), 'leave'],
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
    // The same for a signed-in member, with their own secret.
    confirming: {
      invoke: {
        src: 'memberSecret',
        input: ({ context: { ports, member }, event }) => {
          assertEvent(event, 'forgetKioskAsMember')
          if (!member) throw new Error('nobody is in who could confirm it')
          return { ports, member: member.id, secret: event.secret, what: 'forget' }
        },
        onDone: [
          { guard: and([isTheirs, 'mayForget']), target: '#forgetting' },
          { guard: isGoneMember, ...leaves('memberChanged') },
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

const onPanel = idleTimeoutWithWarning(idleMs.panel)
const onCredentials = idleTimeoutWithWarning(idleMs.credentials)
const entersMachine = [...onPanel.entry, 'forgetTrouble'] as const
const enters = [...entersMachine, 'forgetDone'] as const
const entersForm = [...onCredentials.entry, 'forgetTrouble', 'forgetDone'] as const

/** The pages that ask about form origins; a confirmation holds from the next patient on. */
const formOrigins = {
  confirmFormOrigin: {
    guard: 'mayConfirmOrigin',
    actions: ['giveUpVisit', 'confirmFormOrigin', 'readFacts'],
  },
  declineFormOrigin: { guard: 'originIsAsked', actions: ['declineFormOrigin', 'readFacts'] },
} as const

const home = session.createStateConfig({
  entry: enters,
  on: {
    ...formOrigins,
    helpPatient: {
      guard: 'holdsVisit',
      target: '#deciding',
      actions: [audits('staffLeft', { reason: 'helping' }), { type: 'goOn', params: 'helped' }],
    },
    settleRequest: { guard: 'requestIsOpen', actions: ['settleRequest', 'readFacts'] },
    takeOutOfService: {
      guard: not('isClosed'),
      actions: [
        audits('takenOutOfService'),
        { type: 'setClosed', params: true },
        'giveUpVisit',
        'readFacts',
      ],
    },
    putInService: {
      guard: 'isClosed',
      actions: [audits('putInService'), { type: 'setClosed', params: false }, 'readFacts'],
    },
  },
})

const onTest = {
  'test.check': { actions: 'noteCheck' },
  'test.failed': onError,
} as const

const connection = session.createStateConfig({
  id: 'connection',
  entry: enters,
  on: {
    ...formOrigins,
    allowOrigin: { guard: 'mayAllowOrigin', actions: ['giveUpVisit', 'allowOrigin', 'readFacts'] },
  },
  initial: 'idle',
  states: {
    idle: { on: { testConnection: { target: 'testing', actions: 'beginTest' } } },
    testing: {
      invoke: { src: 'test', input: ({ context }) => ({ ports: context.ports }) },
      on: { ...onTest, 'test.ended': { target: 'idle', actions: 'readFacts' } },
    },
  },
})

const credentials = session.createStateConfig({
  id: 'credentials',
  entry: entersForm,
  on: { ...formOrigins, activity: onCredentials.activity },
  initial: 'idle',
  states: {
    idle: {
      on: {
        giveCredentials: { target: 'testing', actions: ['giveUpVisit', 'beginTest'] },
        removeCredentials: {
          guard: 'hasPair',
          actions: ['giveUpVisit', 'removeCredentials', 'readFacts'],
        },
      },
    },
    testing: {
      invoke: {
        src: 'test',
        input: ({ context, event }) => {
          assertEvent(event, 'giveCredentials')
          return { ports: context.ports, given: event }
        },
      },
      on: { ...onTest, 'test.ended': { target: 'idle', actions: ['noteKept', 'readFacts'] } },
    },
  },
})

const settings = session.createStateConfig({
  entry: enters,
  on: {
    changeSetting: { guard: 'mayChange', actions: ['giveUpVisit', 'changeSetting', 'readFacts'] },
    resetSetting: { guard: 'mayChange', actions: ['giveUpVisit', 'resetSetting', 'readFacts'] },
  },
})

const audit = session.createStateConfig({
  entry: enters,
  initial: 'idle',
  states: {
    idle: { on: { verifyAudit: 'verifying' } },
    verifying: {
      entry: audits('auditVerified'),
      after: { drawn: { target: 'idle', actions: 'verifyAudit' } },
    },
  },
})

/** Holds the pages that staff see once they are in. */
export const panel = session.createStateConfig({
  id: 'panel',
  invoke: watchesMember.invoke,
  entry: [lookLater, lookAtMemberLater],
  exit: [...cancelIdleTimer, 'forgetEnd', endLive, endMemberLooks],
  after: {
    nearEnd: { actions: 'warnOfEnd' },
    end: leaves('overdue'),
  },
  on: {
    openStaffPage: staffPage.options.map((page) => ({
      guard: ({ event }) => event.page === page,
      target: `.${page}` as const,
    })),
    activity: onPanel.activity,
    refresh: { actions: [readLive, lookLater] },
    ...watchesMember.on,
    'test.failed': onError,
    nearlyUntouched: { actions: 'warn' },
    untouched: leaves('untouched'),
    closeStaff: leaves('locked'),
  },
  initial: 'home',
  states: {
    home,
    intakes: { ...intakes, entry: enters },
    desk: {
      ...desk,
      entry: entersForm,
      on: { activity: onCredentials.activity },
    },
    connection,
    credentials,
    settings,
    audit,
    machine: { ...machine, entry: entersMachine },
    changingPin: { ...changing, id: 'changingPin', entry: enters },
  },
})
