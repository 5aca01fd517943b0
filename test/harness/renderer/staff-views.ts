import {
  checkName,
  type ConnectionCheck,
  type StaffSetting,
  type StaffScreen,
  vaultFault,
  type VaultFault,
} from '../../../src/shared/staff.ts'
import type { FormOriginQuestion } from '../../../src/shared/staff-origins.ts'
import { screensOf, screenWith, type Of } from './blank.ts'
import { minutesBefore, sampleMoment } from './sample-moment.ts'
import { pairFault } from '../../../src/shared/staff-desk.ts'
import { keptCounts, intakeScreens } from './intake-views.ts'
import { refusedOrigins } from './refused-origins.ts'

const checks = (...states: Omit<ConnectionCheck, 'name'>[]): ConnectionCheck[] =>
  states.map((state, index) => ({ name: checkName.options[index]!, ...state }))
const untested = { state: 'untested', reason: null } as const
const testing = { state: 'testing', reason: null } as const
const passed = { state: 'passed', reason: null } as const
const failed = (reason: NonNullable<ConnectionCheck['reason']>) =>
  ({ state: 'failed', reason }) as const

const question = (origin: string, rest: Partial<FormOriginQuestion> = {}): FormOriginQuestion => ({
  key: '31',
  origin,
  from: 'tested',
  at: minutesBefore(1),
  canConfirm: true,
  ...rest,
})

const setting = (
  key: string,
  value: string,
  rest: Partial<StaffSetting> & Pick<StaffSetting, 'kind'>,
): StaffSetting => ({
  key,
  value,
  choices: [],
  least: null,
  most: null,
  origin: 'default',
  canChange: true,
  ...rest,
})

/** Settings of every kind and origin, as staff see them. */
const settings: StaffSetting[] = [
  setting('identity.channels', 'either', {
    kind: 'choice',
    choices: ['sms', 'email', 'either', 'both'],
  }),
  setting('identity.noMatch', 'staff', { kind: 'choice', choices: ['staff', 'publicLink'] }),
  setting('languages', 'en, es', { kind: 'choice', choices: ['en, es', 'es, en', 'en', 'es'] }),
  setting('identity.phoneRegion', 'US', { kind: 'text', origin: 'kiosk' }),
  setting('identity.phoneCountries', 'CA, MX', { kind: 'text', origin: 'kiosk' }),
  setting('packets.createWhenNone', 'false', { kind: 'flag' }),
  setting('idle.afterMs', '90', { kind: 'seconds', least: 10, most: 1800, origin: 'kiosk' }),
  setting('idle.warningMs', '30', {
    kind: 'seconds',
    least: 30,
    most: 300,
    origin: 'policy',
    canChange: false,
  }),
  setting('kiosk.name', 'front-desk-2', { kind: 'text', origin: 'kiosk' }),
  setting('service.partnerUrl', 'https://intake.clinic.example', {
    kind: 'shown',
    origin: 'file',
    canChange: false,
  }),
  setting('formView.origins', 'https://forms.intake.example.com', {
    kind: 'shown',
    origin: 'kiosk',
  }),
  setting('service.accountId', '4711', { kind: 'shown', origin: 'environment', canChange: false }),
]

type Desk = Of<'staffDesk'>

const paired = {
  name: 'Front desk',
  address: 'desk.harbour-clinic.example:8883',
  at: minutesBefore(9_000),
  connection: 'connected',
  connectionSince: minutesBefore(300),
  lastHeard: minutesBefore(1),
  waiting: 0,
  stations: [
    { name: 'Front desk', kind: 'desk', state: 'free', since: minutesBefore(300) },
    { name: 'hub-1', kind: 'hub', state: 'gone', since: minutesBefore(4) },
  ],
} as const satisfies NonNullable<Desk['desk']['paired']>

const none = screenWith('staffDesk', { canPair: true })
const withDesk = (
  change: Partial<NonNullable<Desk['desk']['paired']>>,
  wipeAsked: Desk['desk']['wipeAsked'] = null,
): Desk => ({
  ...none,
  desk: { paired: { ...paired, stations: [...paired.stations], ...change }, wipeAsked },
})

const deskScreens: Readonly<Record<string, StaffScreen>> = {
  'staff-desk': none,
  'staff-desk-pairing': { ...none, isPairing: true },
  'staff-desk-no-pairing': { ...none, canPair: false },
  ...screensOf('staff-desk-error', pairFault.options, (error) => ({
    ...none,
    error,
    errorCount: 1,
  })),
  'staff-desk-paired': withDesk({}),
  'staff-desk-connecting': withDesk({ connection: 'connecting', waiting: 3, stations: [] }),
  'staff-desk-refused': withDesk({ connection: 'refused', lastHeard: null, waiting: 1 }),
  'staff-desk-wipe': withDesk(
    {},
    { by: 'Maria Hernandez', reason: 'This kiosk goes back to the lender.', at: minutesBefore(3) },
  ),
}

const names = [
  ...['Ana Ruiz', 'Ben Okafor', 'Chloé Lefèvre', 'David Chen', 'Emília Souza', 'Fatima al-Sayed'],
  ...['Gabriel Núñez', 'Hana Kobayashi', 'Montserrat-Guadalupe Fernández de Córdoba y Bobadilla'],
]
const members = names.map((name, at) => ({ id: `00000000-0000-4000-8000-00000000000${at}`, name }))
const [ana = { id: '', name: '' }] = members

const choose = screenWith('staffChooseMember', { members })
const secret = screenWith('staffMemberSecret', { member: ana })

/** The screens on which a member of the desk's staff comes in, in every state in which they look different. */
const memberScreens: Readonly<Record<string, StaffScreen>> = {
  'staff-desk-asked': { name: 'staffDeskAsked' },
  'staff-choose-member': choose,
  'staff-choose-member-gone': { ...choose, isGone: true },
  'staff-choose-member-many': {
    ...choose,
    members: Array.from({ length: 60 }, (_, at) => ({
      id: `00000000-0000-4000-8000-0000000000${at + 10}`,
      name: `${names[at % 8] ?? ''} ${at}`,
    })),
  },
  'staff-member-secret': secret,
  'staff-member-secret-wrong': { ...secret, error: 'wrong', errorCount: 1 },
  'staff-member-secret-checking': { ...secret, checking: true },
  'staff-member-secret-wait': { ...secret, error: 'wrong', errorCount: 3, waitMs: 95_000 },
  'staff-member-secret-change': { ...secret, purpose: 'change' },
  'staff-desk-away': { name: 'staffDeskAway' },
  'staff-no-role': { name: 'staffNoRole', member: 'Ana Ruiz' },
}

const choosePin = screenWith('staffChoosePin')
const enterPin = screenWith('staffEnterPin')
const home = screenWith('staffHome', {
  connection: 'online',
  connectionSince: minutesBefore(95),
  inService: true,
})
const connection = screenWith('staffConnection', {
  checks: checks(untested, untested, untested, untested, untested),
})
const tested = (...states: Parameters<typeof checks>) => ({
  ...connection,
  checks: checks(...states),
})
const credentials = screenWith('staffCredentials', {
  interfaces: [
    { name: 'partner', since: minutesBefore(60 * 24 * 40) },
    { name: 'developer', since: null },
  ],
  accountId: '4711',
  locationId: '1',
})
type State = Parameters<typeof checks>[number]
const givenDeveloper = (outcome: 'kept' | 'notKept', token: State, location: State) => ({
  given: {
    interface: 'developer',
    outcome,
    checks: [
      { name: 'developerToken', ...token },
      { name: 'location', ...location },
    ],
  } satisfies Of<'staffCredentials'>['given'],
})
const audit = screenWith('staffAudit')
const machine = screenWith('staffMachine', { version: '0.1.0', kioskName: 'front-desk-2' })
const bySecret: Of<'staffMachine'> = { ...machine, confirmWith: 'secret' }

const details: Partial<Record<VaultFault, string>> = {
  corrupt: 'SQLITE_CORRUPT',
  readOnly: 'EACCES',
  newerSchema: 'schema 9 > 3',
  unavailable: 'SQLITE_IOERR_FSYNC',
}

/** Every screen of staff in every state in which it looks different. */
export const staffScreens: Readonly<Record<string, StaffScreen>> = {
  'staff-choose-pin-first': { ...choosePin, isFirst: true },
  'staff-choose-pin': choosePin,
  'staff-choose-pin-repeat': { ...choosePin, stage: 'repeat' },
  'staff-choose-pin-too-short': { ...choosePin, error: 'tooShort', errorCount: 1 },
  'staff-choose-pin-too-easy': { ...choosePin, error: 'tooEasy', errorCount: 1 },
  'staff-choose-pin-not-same': { ...choosePin, isFirst: true, error: 'notSame', errorCount: 1 },
  'staff-enter-pin': enterPin,
  'staff-enter-pin-wrong': { ...enterPin, error: 'wrong', errorCount: 1 },
  'staff-enter-pin-checking': { ...enterPin, checking: true },
  'staff-enter-pin-change': { ...enterPin, purpose: 'change' },
  'staff-enter-pin-wait': { ...enterPin, error: 'wrong', errorCount: 3, waitMs: 95_000 },
  ...memberScreens,
  'staff-home-reception': {
    ...home,
    signedIn: { name: 'Ana Ruiz', pages: ['home', 'intakes'] },
    missing: ['partner'],
    wipeAsked: true,
    visit: '4 271',
    intakes: keptCounts,
  },
  'staff-connection-administrator': {
    ...connection,
    signedIn: {
      name: 'Montserrat-Guadalupe Fernández de Córdoba y Bobadilla-Ayala',
      pages: ['desk', 'connection', 'credentials', 'settings', 'audit', 'machine'],
    },
  },
  'staff-home': {
    ...home,
    requests: [
      { key: '17', helpNumber: '4 271', reason: 'asked', detail: '', at: minutesBefore(2) },
      {
        key: '16',
        helpNumber: '4 108',
        reason: 'dateOfBirthNotMatched',
        detail: '',
        at: minutesBefore(31),
      },
    ],
    outcomes: (['done', 'startedOver', 'idle', 'done', 'staff', 'done'] as const).map(
      (outcome, index) => ({ outcome, at: minutesBefore(6 + index * 17) }),
    ),
  },
  'staff-home-quiet': { ...home, connection: 'unknown', connectionSince: null },
  'staff-home-wipe': { ...home, wipeAsked: true },
  'staff-home-intakes': { ...home, intakes: keptCounts, connection: 'offline' },
  'staff-home-visit': { ...home, visit: '4 271' },
  'staff-home-troubled': {
    ...home,
    unusualCodesAt: minutesBefore(12),
    requests: (
      [
        ...(['asked', 'noContact', 'noMatch', 'severalMatches', 'dateOfBirthNotMatched'] as const),
        ...(['dateOfBirthOfAnother', 'noDateOfBirthOnRecord', 'tooManyCodes'] as const),
        ...(['tooManyWrongCodes', 'proofIncomplete', 'formTrouble', 'formOrigin'] as const),
        ...(['noAnswer', 'refused', 'unreadable', 'bug', 'auditRolledBack'] as const),
      ] as const
    ).map((reason, index) => ({
      key: String(index),
      helpNumber: `4 ${100 + index}`,
      reason,
      detail:
        reason === 'unreadable'
          ? 'partner.formPackets.list: expected a list of form packets, found { packetRows: object }'
          : '',
      at: minutesBefore(index * 47),
    })),
    outcomes: (['outOfService', 'bug', 'idle'] as const).map((outcome, index) => ({
      outcome,
      at: minutesBefore(60 * 30 + index * 17),
    })),
    connection: 'refused',
    inService: false,
    missing: ['partner', 'developer'],
  },
  'staff-home-origin': {
    ...home,
    formOrigins: [question('https://forms.intake.example.com', { from: 'refused' })],
  },
  'staff-home-origins': {
    ...home,
    formOrigins: [
      question('https://xn--frms-6qa.intake-of-a-very-long-name.example.com:8443', { key: '34' }),
      question('https://192.168.1.1', { key: '33', from: 'refused', canConfirm: false }),
    ],
    formOriginError: 'a file that can be written (EACCES)',
  },
  ...intakeScreens,
  ...deskScreens,
  'staff-connection': connection,
  'staff-connection-testing': tested(passed, testing, untested, untested, untested),
  'staff-connection-good': tested(passed, passed, passed, passed, passed),
  'staff-connection-failed': tested(
    ...[failed('refused'), failed('noCredentials'), failed('noGrant'), untested, untested],
  ),
  'staff-connection-origin': {
    ...tested(passed, passed, passed, passed, failed('notConfirmed')),
    formOrigins: [question('https://forms.intake.example.com')],
  },
  'staff-connection-certificate': tested(
    ...[failed('certificateExpired'), failed('certificateNotYetValid'), failed('clockWrong')],
    ...[failed('certificateOfOtherName'), failed('caFileUnusable')],
  ),
  'staff-connection-authority': tested(
    ...[failed('certificateIssuerUnknown'), failed('certificateSelfSigned')],
    ...[failed('hungUp'), failed('clientCertificateUnusable'), failed('proxyRefused')],
  ),
  'staff-connection-unreachable': tested(
    ...[failed('unreachable'), failed('other'), failed('other'), failed('notFound'), untested],
  ),
  'staff-connection-refused': { ...connection, refused: refusedOrigins },
  'staff-connection-refused-not-kept': {
    ...connection,
    refused: { ...refusedOrigins, origins: refusedOrigins.origins.slice(0, 1) },
    refusedError: 'a file that can be written (EACCES)',
  },
  ...screensOf('staff-connection-refused', ['file', 'environment', 'policy'], (setBy) => {
    const origins = refusedOrigins.origins.map((each) => ({ ...each, canAllow: false }))
    return { ...connection, refused: { origins, setBy } }
  }),
  'staff-credentials': credentials,
  'staff-credentials-testing': {
    ...credentials,
    given: {
      interface: 'partner',
      checks: checks(passed, untested, testing, untested).filter(
        ({ name }) => name !== 'developerToken',
      ),
      outcome: 'testing',
    },
  },
  'staff-credentials-kept': {
    ...credentials,
    ...givenDeveloper('kept', passed, passed),
    interfaces: credentials.interfaces.map((one) => ({ ...one, since: sampleMoment })),
  },
  'staff-credentials-not-kept': {
    ...credentials,
    ...givenDeveloper('notKept', failed('refused'), untested),
  },
  'staff-settings': { name: 'staffSettings', settings, error: null, errorCount: 0 },
  'staff-settings-error': {
    name: 'staffSettings',
    settings,
    error: { key: 'identity.phoneRegion', expected: 'two capital letters' },
    errorCount: 1,
  },
  'staff-audit': audit,
  'staff-audit-verifying': { ...audit, state: 'verifying' },
  'staff-audit-holds': {
    ...audit,
    state: 'holds',
    entries: 12_345,
    hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  },
  'staff-audit-broken': { ...audit, state: 'broken', fault: 'entry 4102: its hash is not its own' },
  'staff-machine': machine,
  'staff-machine-pin-changed': { ...machine, done: 'pinChanged', shell: 'browser' },
  'staff-machine-key-rotated': { ...machine, done: 'keyRotated' },
  'staff-machine-key-not-rotated': { ...machine, done: 'keyNotRotated' },
  'staff-machine-intakes': { ...machine, waitingIntakes: 3 },
  'staff-machine-forget-wrong': { ...machine, forgetError: 'wrong', errorCount: 1 },
  ...screensOf('staff-vault-fault', vaultFault.options, (fault) => ({
    name: 'staffVaultFault',
    fault,
    detail: details[fault] ?? '',
  })),
  'staff-machine-forget-intakes': { ...machine, forgetError: 'stillWaiting', waitingIntakes: 3 },
  'staff-machine-forget-member': bySecret,
  'staff-machine-forget-member-wrong': { ...bySecret, forgetError: 'wrong', errorCount: 1 },
  'staff-machine-forget-desk-silent': { ...machine, forgetError: 'deskSilent', errorCount: 1 },
  'staff-machine-forget-wait': { ...machine, forgetError: 'wait', errorCount: 1, waitMs: 60_000 },
}
