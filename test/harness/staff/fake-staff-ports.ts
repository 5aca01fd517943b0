import { err, ok } from '../../../src/shared/result.ts'
import type { DeskShown, PairFault } from '../../../src/shared/staff-desk.ts'
import type {
  DeskService,
  MembersService,
  StaffPorts,
} from '../../../src/main/kiosk/staff-panel/ports.ts'
import type { AuditVerdict } from '../../../src/main/kiosk/staff-panel/services/audit-service.ts'
import type { IntakesService } from '../../../src/main/kiosk/staff-panel/services/intakes-service.ts'
import type { Intake } from '../../../src/main/kiosk/offline/intake.ts'
import type { IntakeFault, IntakeShown, IntakesShown } from '../../../src/shared/staff-intakes.ts'
import type { FormOriginQuestion } from '../../../src/shared/staff-origins.ts'
import { intake, noIntakes } from '../renderer/intake-views.ts'
import { refusedOrigins } from '../renderer/refused-origins.ts'
import { sampleIntake } from '../offline/sample-intakes.ts'
import {
  type ActingMember,
  createActingMember,
} from '../../../src/main/kiosk/staff-panel/audited-acts.ts'
import type { MemberRole } from '../../../src/shared/desk/members.ts'
import type { PanelMember, SignInAnswer } from '../../../src/shared/staff-members.ts'
import type { ConnectionState } from '../../../src/shared/connection.ts'
import type { ConnectionCheck, HelpRequest, StaffSetting } from '../../../src/shared/staff.ts'

/** State of a test's kiosk at a desk; a test may set all of it. */
export interface FakeDesk {
  shown: DeskShown
  /** Reason why pairing fails; null: it does not. */
  fault: PairFault | null
  pairing: Promise<void>
}

type Paired = NonNullable<DeskShown['paired']>

const pairedShown: Omit<Paired, 'stations'> = {
  name: 'Front desk',
  address: 'desk.clinic.example:8883',
  at: 5,
  connection: 'connected',
  connectionSince: 6,
  lastHeard: 7,
  waiting: 0,
}

/** A kiosk that is not paired, or is. */
export function someDesk(isPaired = false): FakeDesk {
  const paired = isPaired ? { ...pairedShown, stations: [] } : null
  return { shown: { paired, wipeAsked: null }, fault: null, pairing: Promise.resolve() }
}

/** The desk as a staff session asks of it. Every act is told to `act` first, which may throw. */
const fakeDesk = (desk: FakeDesk, act: (what: string) => void): DeskService => ({
  shown: () => desk.shown,
  async pair(address, code) {
    act(`pair ${address} ${code}`)
    await desk.pairing
    if (desk.fault) return err({ kind: desk.fault })
    desk.shown = { ...desk.shown, paired: { ...pairedShown, stations: [] } }
    return ok(null)
  },
  move(address) {
    act(`move ${address}`)
    return Promise.resolve(desk.fault ? err({ kind: desk.fault }) : ok(null))
  },
  unpair() {
    act('unpair')
    desk.shown = { ...desk.shown, paired: null }
    return Promise.resolve()
  },
  pinUsed: () => act('tell of PIN'),
  declineWipe() {
    act('decline wipe')
    desk.shown = { ...desk.shown, wipeAsked: null }
  },
})

/** The intakes of a kiosk as far as staff see and change them; a test may set all of it. */
export interface FakeIntakes {
  list: IntakesShown
  one: IntakeShown
  told: Intake | null
  /** Error that the next command, or the next opening, fails with. */
  fault: IntakeFault | null
  savePdf: IntakesService['savePdf']
}

const id = '00000000-0000-4000-8000-000000000001'

/** A kiosk with one intake that needs a person; its names and answers say that they are a patient's. */
export function someIntakes(): FakeIntakes {
  const row = { id, helpNumber: '4711', at: 5 }
  return {
    list: {
      ...noIntakes,
      complete: [row],
      needsPerson: [{ ...row, reason: 'severalMatches' }],
    },
    one: {
      ...intake,
      ...row,
      person: {
        name: 'canary-name',
        dateOfBirth: '1990-04-05',
        phone: 'canary-phone',
        email: null,
        proved: [],
      },
      candidates: [
        {
          key: '1',
          name: 'canary-candidate',
          dateOfBirth: null,
          isActive: true,
          phone: { is: 'none', ending: null },
          email: 'none',
        },
      ],
    },
    told: sampleIntake({ id }),
    fault: null,
    savePdf: undefined,
  }
}

/** Every act is told to `act` first, which may throw: then nothing comes of it. */
function fakeIntakes(state: FakeIntakes, act: (what: string) => void): IntakesService {
  const done = (what: string) => {
    act(what)
    return state.fault ? err({ kind: state.fault }) : ok(null)
  }
  const opened = () => ({ shown: state.one, told: state.told })
  return {
    list: () => state.list,
    open(of) {
      const answer = done(`open ${of}`)
      return answer.ok ? ok(opened()) : answer
    },
    again: opened,
    read(of) {
      const answer = done(`read ${of}`)
      const answers = [
        { label: 'Question', answer: { kind: 'text' as const, text: 'canary-answer' } },
      ]
      return answer.ok ? ok([{ name: 'Form', answers }]) : answer
    },
    settle(command) {
      const { intake: of } = command
      if (command.type === 'actOnIntake') return done(`${command.act} ${of}`)
      if (command.type === 'discardIntake') return done(`discard ${of} ${command.reason}`)
      return done(`choose ${of} ${command.candidate}`)
    },
    savePdf: state.savePdf,
  }
}

export const memberSecret = 'canary-passphrase'

/** The desk with its members, as the kiosk of a test sees it; a test may set all of it. */
export interface FakeMembers {
  desk: ReturnType<MembersService['desk']>
  list: readonly PanelMember[]
  /** Answer of the desk to anything typed; null: it does not answer; undefined: the right one. */
  says: SignInAnswer | null | undefined
  /** The desk is silent when it is asked for names. */
  isSilent: boolean
  /** Until then nothing is answered. */
  answering: Promise<void>
}

export const memberId = (number: number) => `00000000-0000-4000-8000-00000000000${number}`

/** A desk whose only member has these roles. */
export const someMembers = (...roles: MemberRole[]): FakeMembers => ({
  desk: 'there',
  says: undefined,
  isSilent: false,
  answering: Promise.resolve(),
  list: [{ id: memberId(1), name: 'Ana Ruiz', roles }],
})

function fakeMembers(
  state: FakeMembers,
  acting: Pick<ActingMember, 'as'>,
  act: (what: string) => void,
): MembersService {
  async function judge(id: string, secret: string): Promise<SignInAnswer | undefined> {
    await state.answering
    if (state.says !== undefined) return state.says ?? undefined
    const member = state.list.find((one) => one.id === id)
    if (!member) return { kind: 'gone' }
    return secret === memberSecret ? { kind: 'in', member } : { kind: 'wrong', waitMs: 0 }
  }
  return {
    desk: () => state.desk,
    async names() {
      act('ask names')
      await state.answering
      return state.isSilent ? undefined : state.list.map(({ id, name }) => ({ id, name }))
    },
    async still(id) {
      await state.answering
      if (state.isSilent) return undefined
      const member = state.list.find((one) => one.id === id)
      return member ? { kind: 'in', member } : { kind: 'gone' }
    },
    signIn(id, secret) {
      act('ask sign-in')
      return judge(id, secret)
    },
    confirm(id, secret, what) {
      act(`ask confirm ${what}`)
      return judge(id, secret)
    },
    as: (id, run) => acting.as(id, run),
  }
}

/** A text setting as staff see it. */
function setting(key: string, canChange: boolean): StaffSetting {
  const none = { choices: [], least: null, most: null }
  return { ...none, key, kind: 'text', value: `value of ${key}`, origin: 'file', canChange }
}

export const someRequest: HelpRequest = {
  key: '9',
  helpNumber: '417',
  reason: 'asked',
  detail: '',
  at: 3,
}

/** An origin of forms that waits for a yes. */
export const someQuestion: FormOriginQuestion = {
  key: '31',
  origin: 'https://forms.example.com',
  from: 'refused',
  at: 3,
  canConfirm: true,
}

/** Gives staff something to decide on every page. */
export function giveWork(kiosk: FakeKiosk): void {
  kiosk.requests = [someRequest]
  kiosk.questions = [someQuestion]
  kiosk.refused = refusedOrigins
}

export const pair = { clientId: 'client-canary', clientSecret: 'secret-canary' } as const

/** The state of a kiosk as far as staff see and change it; a test may set all of it. */
export abstract class FakeKiosk {
  /** Questions that it was asked, in order. */
  readonly acts: string[] = []
  closed = false
  requests: HelpRequest[] = []
  questions: ReturnType<StaffPorts['formOrigins']['questions']> = []
  refused: ReturnType<StaffPorts['refusedOrigins']['read']> = { origins: [], setBy: null }
  /** True if a template group is set, and so the connection's test asks where forms stand. */
  hasTemplateGroup = false
  unusualCodesAt: number | null = null
  since: { partner: number | null; developer: number | null } = { partner: 1, developer: 1 }
  verdict: AuditVerdict = { holds: true, entries: 7, hash: 'ab12' }
  keyRotates = true
  waitingIntakes = 0
  connection: ConnectionState = 'online'
  /** Null where they are not switched on. */
  intakes: FakeIntakes | null = null
  /** Null where the kiosk can be paired with nothing. */
  desk: FakeDesk | null = null
  /** Null where the kiosk can be paired with nothing. */
  members: FakeMembers | null = null
  keepsOrigins = true
  /** A test of the connection or of a pair that waits for its end. */
  test: { onCheck: (check: ConnectionCheck) => void; end: (kept: boolean) => void } | undefined
  /** Help number of the visit that there is to keep. */
  visit: string | null = null
  covering: Promise<void> = Promise.resolve()
  pausing: Promise<void> = Promise.resolve()
  wiping: Promise<void> = Promise.resolve()
  /** The PIN of this kiosk, as it is opened at a start. */
  abstract pin(): StaffPorts['pin']
}

/** Kiosk as a staff session asks for it, answered from `kiosk`. Each act is told to `act` first; if that throws, nothing comes of it. */
export function fakeStaffPorts(kiosk: FakeKiosk, act: (what: string) => void): StaffPorts {
  const acting = createActingMember()
  const doing = (what: string) => {
    act(what)
    return Promise.resolve()
  }
  const testing = (what: string, onCheck: (check: ConnectionCheck) => void) => {
    act(what)
    const ended = new Promise<boolean>((resolve) => (kiosk.test = { onCheck, end: resolve }))
    return ended.then((kept) => {
      act(`${what} ended`)
      return kept
    })
  }
  const isClosed = () => {
    act('read closed')
    kiosk.acts.pop()
    return kiosk.closed
  }
  return {
    pin: kiosk.pin(),
    auditService: {
      unusualCodesAt: () => kiosk.unusualCodesAt,
      openRequests: () => kiosk.requests,
      recentOutcomes: () => [{ at: 5, outcome: 'done' }],
      settle: (key) => {
        act(`settle ${key}`)
        kiosk.requests = kiosk.requests.filter((request) => request.key !== key)
      },
      verify: () => {
        act('verify')
        return kiosk.verdict
      },
    },
    credentials: {
      status: () =>
        (['partner', 'developer'] as const).map((name) => ({ name, since: kiosk.since[name] })),
      give: (name, given, onCheck) => {
        const isIt = given.clientSecret === pair.clientSecret ? 'the pair' : 'another pair'
        return testing(`give ${name} ${isIt}`, onCheck)
      },
      remove: (name) => act(`remove ${name}`),
    },
    testConnection: async (onCheck) => {
      await testing('test', onCheck)
    },
    settings: {
      list: () => [
        setting('service.accountId', false),
        { ...setting('idle.afterMs', true), kind: 'seconds' },
        ...(kiosk.hasTemplateGroup ? [setting('packets.defaultTemplateGroupId', true)] : []),
        setting('identity.phoneRegion', true),
      ],
      change: (key, value) => {
        act(`change ${key} ${value}`)
        return value === 'never' ? err({ expected: 'a number' }) : ok(null)
      },
      reset: (key) => act(`reset ${key}`),
    },
    formOrigins: {
      questions: () => kiosk.questions,
      confirm: (key) => {
        act(`confirm ${key}`)
        if (!kiosk.keepsOrigins) return err({ expected: 'a file that can be written' })
        kiosk.questions = kiosk.questions.filter((one) => one.key !== key)
        return ok(null)
      },
    },
    refusedOrigins: {
      read: () => kiosk.refused,
      allow: (origin) => {
        act(`allow ${origin}`)
        if (!kiosk.keepsOrigins) return err({ expected: 'a file that can be written' })
        const origins = kiosk.refused.origins.filter((one) => one.origin !== origin)
        kiosk.refused = { ...kiosk.refused, origins }
        return ok(null)
      },
    },
    get intakes() {
      return kiosk.intakes ? fakeIntakes(kiosk.intakes, act) : undefined
    },
    get desk() {
      return kiosk.desk ? fakeDesk(kiosk.desk, act) : undefined
    },
    get members() {
      return kiosk.members ? fakeMembers(kiosk.members, acting, act) : undefined
    },
    kiosk: {
      cover: (covered) => doing(`cover ${covered ? 'on' : 'off'}`).then(() => kiosk.covering),
      hold: () => {
        if (kiosk.visit !== null) act('hold')
        return kiosk.visit
      },
      goOn: (how) => act(`go on ${how}`),
      pause: () => doing('pause').then(() => kiosk.pausing),
      resume: () => act('resume'),
      wipe: () => doing('wipe').then(() => kiosk.wiping),
      leave: () => act('leave'),
      rotateKey: () => doing('rotate').then(() => kiosk.keyRotates),
      waitingIntakes: () => kiosk.waitingIntakes,
      forget: () => doing('forget'),
      isClosed,
      setClosed: (closed) => {
        act(`close ${closed ? 'on' : 'off'}`)
        kiosk.closed = closed
      },
      connection: () => ({ state: kiosk.connection, since: 7 }),
      version: '1.2.3',
      shell: 'browser',
      name: 'kiosk-1',
    },
    audit: (kind, fields) =>
      act(['audit', kind, ...Object.values({ ...fields, ...acting.fields() })].join(' ')),
  }
}
