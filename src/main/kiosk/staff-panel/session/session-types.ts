import type { DeskShown, PairFault } from '../../../../shared/staff-desk.ts'
import type { AnsweredForm, IntakeFault, PdfState } from '../../../../shared/staff-intakes.ts'
import type { ListedMember, PanelMember, StillThere } from '../../../../shared/staff-members.ts'
import type {
  ConnectionCheck,
  ServiceInterface,
  StaffCommand,
  StaffPage,
} from '../../../../shared/staff.ts'
import type { PinAnswer } from '../pin/pin.ts'
import type { StaffPorts } from '../ports.ts'
import type { AuditVerdict } from '../services/audit-service.ts'
import type { OpenIntake } from '../services/intakes-service.ts'

/** Secret on its way to its use: logs, snapshots, messages and copies of its holder find nothing in it. */
export class Secret<T> {
  #value: T | undefined

  constructor(value: T) {
    this.#value = value
  }

  /** Throws once it was dropped. */
  read(): T {
    if (this.#value === undefined) throw new Error('it was dropped')
    return this.#value
  }

  drop(): void {
    this.#value = undefined
  }
}

type StaffFacts = ReturnType<typeof readFacts>

const noDesk: DeskShown = { paired: null, wipeAsked: null }

const noFacts: StaffFacts = {
  requests: [],
  outcomes: [],
  unusualCodesAt: null,
  connection: { state: 'unknown', since: null },
  intakes: null,
  waitingIntakes: 0,
  desk: noDesk,
  membersDesk: 'none',
  isClosed: false,
  credentials: [],
  formOrigins: [],
  refusedOrigins: { origins: [], setBy: null },
  settings: [],
}

/** Reads everything that staff's screens tell: vault, settings, memory. Throws when the vault cannot be read. */
export function readFacts(ports: StaffPorts) {
  const { auditService, kiosk, credentials, formOrigins, refusedOrigins, settings } = ports
  return {
    requests: auditService.openRequests(),
    outcomes: auditService.recentOutcomes(),
    unusualCodesAt: auditService.unusualCodesAt(),
    ...readLiveFacts(ports),
    isClosed: kiosk.isClosed(),
    credentials: credentials.status(),
    formOrigins: formOrigins.questions(),
    refusedOrigins: refusedOrigins.read(),
    settings: settings.list(),
  }
}

/** Reads what changes while staff look. Throws when the vault cannot be read. */
export function readLiveFacts({ kiosk, intakes, desk, members }: StaffPorts) {
  return {
    connection: kiosk.connection(),
    intakes: intakes?.list() ?? null,
    waitingIntakes: kiosk.waitingIntakes(),
    desk: desk?.shown() ?? noDesk,
    membersDesk: members?.desk() ?? 'none',
  }
}

const secretFields = ['pin', 'secret', 'clientId', 'clientSecret', 'address', 'code'] as const

type Sealed<Command, Field = (typeof secretFields)[number]> = Command extends unknown
  ? { readonly [Name in keyof Command]: Name extends Field ? Secret<string> : Command[Name] }
  : never

export type MemberEvent =
  | { readonly type: 'member.still'; readonly answer: StillThere }
  | { readonly type: 'member.failed'; readonly error: unknown }

export type StaffSessionEvent =
  | MemberEvent
  | Sealed<StaffCommand>
  | { readonly type: 'test.check'; readonly check: ConnectionCheck }
  | { readonly type: 'activity' | 'untouched' | 'nearlyUntouched' | 'lookAtMember' | 'refresh' }
  | { readonly type: 'kiosk.changed' | 'settings.changed' }

/** Seals every secret of a command. */
export function sealed(command: StaffCommand | { readonly type: 'activity' }): StaffSessionEvent {
  const fields: Record<string, unknown> = { ...command }
  for (const name of secretFields) if (name in fields) fields[name] = new Secret(fields[name])
  return fields as StaffSessionEvent
}

/** `recover`: after a bug, ends a visit that may run. `stranded`: that failed too; nobody is served until staff come. */
export type SessionStart = 'start' | 'recover' | 'stranded'

export interface StaffSessionInput {
  readonly ports: StaffPorts
  readonly begin: SessionStart
  readonly now: () => number
}

export const noTrouble = {
  pinError: null as 'tooShort' | 'tooEasy' | 'notSame' | 'wrong' | null,
  settingError: null as { readonly key: string; readonly expected: string } | null,
  deskError: null as PairFault | null,
  forgetError: null as Exclude<PinAnswer['kind'], 'right'> | 'stillWaiting' | 'deskSilent' | null,
  /** The desk did not say whether it was the member's secret: the PIN is asked for instead, until they leave the page. */
  deskIsSilent: false,
  checks: [] as readonly ConnectionCheck[],
  given: null as { readonly interface: ServiceInterface; readonly kept: boolean } | null,
  verdict: null as AuditVerdict | null,
}

export const nothingOpen = {
  intake: null as Secret<OpenIntake> | null,
  answers: null as Secret<readonly AnsweredForm[]> | null,
  intakeFault: null as IntakeFault | null,
  intakeNote: null as 'discarded' | 'gone' | null,
  pdf: null as PdfState | null,
}

export const noNames = {
  names: [] as readonly ListedMember[],
  candidate: null as ListedMember | null,
  isGone: false,
}

export const atStart = {
  ...noTrouble,
  ...nothingOpen,
  ...noNames,
  /** Signed-in member of the desk's staff; null: nobody, or a person who used the kiosk's PIN. */
  member: null as PanelMember | null,
  serving: false,
  held: null as string | null,
  /** Staff did what the visit cannot outlive: it ends when they leave. */
  givenUp: false,
  isFirst: false,
  chosen: null as Secret<string> | null,
  errorCount: 0,
  /** On the monotonic clock, as `locksAt` and `endsAt`. */
  waitUntil: 0,
  locksAt: null as number | null,
  endsAt: null as number | null,
  done: null as 'pinChanged' | 'keyRotated' | 'keyNotRotated' | null,
  facts: noFacts,
  page: 'home' as StaffPage,
  exit: null as 'forgetting' | 'memberChanged' | null,
  forgetsWaiting: false,
}

type Knowledge = Readonly<typeof atStart>
/** Knowledge of the session. Nothing secret is in it but the new PIN, sealed, until it was repeated. */
export interface StaffSessionContext extends StaffSessionInput, Knowledge {
  /** The ports without a member's name: `ports` act in the signed-in member's. */
  readonly own: StaffPorts
}
