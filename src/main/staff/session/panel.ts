import { assertEvent, not } from 'xstate'
import {
  session,
  cancelIdleTimer,
  idleTimeoutWithWarning,
  onError,
  idleMs,
} from './session-setup.ts'
import { changing } from './pin-states.ts'
import { desk } from './desk-page.ts'
import { machine } from './machine-page.ts'
import { intakes } from './intakes-page.ts'
import { endMemberLooks, lookAtMemberLater, watchesMember } from './member-watch.ts'
import { endLive, lookLater, readLive } from './live.ts'

const onPanel = idleTimeoutWithWarning(idleMs.panel)
const onCredentials = idleTimeoutWithWarning(idleMs.credentials)
const begin = [...onPanel.entry, 'forgetTrouble'] as const

/** The pages that ask about form origins; a confirmation holds from the next patient on. */
const formOrigins = {
  confirmFormOrigin: {
    guard: 'mayConfirmOrigin',
    actions: ['giveUpVisit', 'confirmFormOrigin', 'readFacts'],
  },
  declineFormOrigin: { guard: 'originIsAsked', actions: ['declineFormOrigin', 'readFacts'] },
} as const

const home = session.createStateConfig({
  entry: [...begin, 'forgetDone'],
  on: {
    ...formOrigins,
    helpPatient: {
      guard: 'holdsVisit',
      target: '#deciding',
      actions: [
        { type: 'audit', params: { kind: 'staffLeft', fields: { reason: 'helping' } } },
        { type: 'goOn', params: 'helped' },
      ],
    },
    settleRequest: { guard: 'requestIsOpen', actions: ['settleRequest', 'readFacts'] },
    takeOutOfService: {
      guard: not('isClosed'),
      actions: [
        { type: 'audit', params: { kind: 'takenOutOfService' } },
        { type: 'setClosed', params: true },
        'giveUpVisit',
        'readFacts',
      ],
    },
    putInService: {
      guard: 'isClosed',
      actions: [
        { type: 'audit', params: { kind: 'putInService' } },
        { type: 'setClosed', params: false },
        'readFacts',
      ],
    },
  },
})

const onTest = {
  'test.check': { actions: 'noteCheck' },
  'test.failed': onError,
} as const

const connection = session.createStateConfig({
  id: 'connection',
  entry: [...begin, 'forgetDone'],
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
  entry: [...onCredentials.entry, 'forgetTrouble', 'forgetDone'],
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
        removePreviousCredentials: {
          guard: 'hasPreviousPair',
          actions: ['giveUpVisit', 'removeCredentials', 'readFacts'],
        },
      },
    },
    testing: {
      invoke: {
        src: 'test',
        input: ({ context, event }) => {
          assertEvent(event, 'giveCredentials')
          return { ports: context.ports, given: { name: event.interface, pair: event.pair } }
        },
      },
      on: { ...onTest, 'test.ended': { target: 'idle', actions: ['noteKept', 'readFacts'] } },
    },
  },
})

const settings = session.createStateConfig({
  entry: [...begin, 'forgetDone'],
  on: {
    changeSetting: { guard: 'mayChange', actions: ['giveUpVisit', 'changeSetting', 'readFacts'] },
    resetSetting: { guard: 'mayChange', actions: ['giveUpVisit', 'resetSetting', 'readFacts'] },
  },
})

const audit = session.createStateConfig({
  entry: [...begin, 'forgetDone'],
  initial: 'idle',
  states: {
    idle: { on: { verifyAudit: 'verifying' } },
    verifying: {
      entry: { type: 'audit', params: { kind: 'auditVerified' } },
      after: { drawn: { target: 'idle', actions: 'verifyAudit' } },
    },
  },
})

/** What staff see once they are in. */
export const panel = session.createStateConfig({
  id: 'panel',
  invoke: watchesMember.invoke,
  entry: [lookLater, lookAtMemberLater],
  exit: [...cancelIdleTimer, 'forgetEnd', endLive, endMemberLooks],
  after: {
    nearEnd: { actions: 'warnOfEnd' },
    end: {
      target: '#parting',
      actions: { type: 'audit', params: { kind: 'staffLeft', fields: { reason: 'overdue' } } },
    },
  },
  on: {
    openStaffPage: [
      { guard: { type: 'isPage', params: 'home' }, target: '.home' },
      { guard: { type: 'isPage', params: 'intakes' }, target: '.intakes' },
      { guard: { type: 'isPage', params: 'desk' }, target: '.desk' },
      { guard: { type: 'isPage', params: 'connection' }, target: '.connection' },
      { guard: { type: 'isPage', params: 'credentials' }, target: '.credentials' },
      { guard: { type: 'isPage', params: 'settings' }, target: '.settings' },
      { guard: { type: 'isPage', params: 'audit' }, target: '.audit' },
      { target: '.machine' },
    ],
    activity: onPanel.activity,
    refresh: { actions: [readLive, lookLater] },
    ...watchesMember.on,
    'test.failed': onError,
    nearlyUntouched: { actions: 'warn' },
    untouched: {
      target: '#parting',
      actions: { type: 'audit', params: { kind: 'staffLeft', fields: { reason: 'untouched' } } },
    },
    closeStaff: {
      target: '#parting',
      actions: { type: 'audit', params: { kind: 'staffLeft', fields: { reason: 'locked' } } },
    },
  },
  initial: 'home',
  states: {
    home,
    intakes: { ...intakes, entry: [...begin, 'forgetDone'] },
    desk: {
      ...desk,
      entry: [...onCredentials.entry, 'forgetTrouble', 'forgetDone'],
      on: { activity: onCredentials.activity },
    },
    connection,
    credentials,
    settings,
    audit,
    machine: { ...machine, entry: begin },
    changingPin: { ...changing, id: 'changingPin', entry: [...begin, 'forgetDone'] },
  },
})
