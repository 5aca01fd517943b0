import type { DeskShown, PairFault } from '../../../../shared/staff-desk.ts'
import type { AnsweredForm, IntakeFault, PdfFault } from '../../../../shared/staff-intakes.ts'
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

/**
 * Secret on its way to its use. Logs, persisted snapshots, messages and copies of an object that holds it find nothing
 * in it.
 */
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

  /** Forgets it for every holder of this object. */
  drop(): void {
    this.#value = undefined
  }
}

/** Facts that staff's screens show, as last read; a view is drawn from them alone. */
export type StaffFacts = ReturnType<typeof readFacts>

const noDesk: DeskShown = { paired: null, wipeAsked: null }

/** Before anything was read. */
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
  version: '',
  shell: 'browser',
  kioskName: '',
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
    version: kiosk.version,
    shell: kiosk.shell,
    kioskName: kiosk.name,
  }
}

/**
 * Reads what changes while staff look: memory, but for a count in the vault, and throws when that cannot be read.
 * `intakes`: null where they are not switched on; `membersDesk`: as the kiosk knows it.
 */
export function readLiveFacts({ kiosk, intakes, desk, members }: StaffPorts) {
  return {
    connection: kiosk.connection(),
    intakes: intakes?.list() ?? null,
    waitingIntakes: kiosk.waitingIntakes(),
    desk: desk?.shown() ?? noDesk,
    membersDesk: members?.desk() ?? 'none',
  }
}

/** Fields of staff's commands that carry something secret. */
const secretFields = ['pin', 'secret', 'clientId', 'clientSecret', 'address', 'code'] as const
type SecretField = (typeof secretFields)[number]

type Sealed<Command> = Command extends unknown
  ? {
      readonly [Field in keyof Command]: Field extends SecretField ? Secret<string> : Command[Field]
    }
  : never

/** Answer of the desk about the member who is in the panel, or a bug in asking. */
export type MemberEvent =
  | { readonly type: 'member.still'; readonly answer: StillThere }
  | { readonly type: 'member.failed'; readonly error: unknown }

/** Events of the session. */
export type StaffSessionEvent =
  | MemberEvent
  /** Request to ask the desk if the member in the panel may stay. */
  | { readonly type: 'lookAtMember' }
  | Sealed<StaffCommand>
  /** A check of the running test of credentials or of the connection ended. */
  | { readonly type: 'test.check'; readonly check: ConnectionCheck }
  /** Someone touched the screen. */
  | { readonly type: 'activity' }
  /** Nobody did for too long. */
  | { readonly type: 'untouched' }
  /** Nobody did for so long that the panel locks soon. */
  | { readonly type: 'nearlyUntouched' }
  /** The desk took the kiosk out of service, or brought it back; settings are others. */
  | { readonly type: 'kiosk.changed' }
  | { readonly type: 'settings.changed' }
  /** Time to look at what changes by itself. */
  | { readonly type: 'refresh' }

/** Seals every secret of a command. */
export function sealed(command: StaffCommand | { readonly type: 'activity' }): StaffSessionEvent {
  const isSecret = (field: string) => secretFields.some((each) => each === field)
  const fields = Object.entries<unknown>(command).map(([field, value]) => [
    field,
    isSecret(field) ? new Secret(value) : value,
  ])
  return Object.fromEntries(fields) as StaffSessionEvent
}

/**
 * Start of a session. `recover`: after a bug, ends a visit that may run. `stranded`: that failed too; nobody is served
 * until staff come.
 */
export type SessionStart = 'start' | 'recover' | 'stranded'

/** Input of a session. */
export interface StaffSessionInput {
  readonly ports: StaffPorts
  readonly begin: SessionStart
  /** Monotonic milliseconds. */
  readonly now: () => number
}

/** Nothing went wrong on a page, or was tried there. */
export const noTrouble = {
  pinError: null as 'tooShort' | 'tooEasy' | 'notSame' | 'wrong' | null,
  settingError: null as { readonly key: string; readonly expected: string } | null,
  /** Reason for which the kiosk was not paired. */
  deskError: null as PairFault | null,
  forgetError: null as Exclude<PinAnswer['kind'], 'right'> | 'stillWaiting' | 'deskSilent' | null,
  /** The desk did not say whether it was the member's secret: the PIN is asked for instead, until they leave the page. */
  deskIsSilent: false,
  /** Checks of the running or last test on this page. */
  checks: [] as readonly ConnectionCheck[],
  given: null as { readonly interface: ServiceInterface; readonly kept: boolean } | null,
  verdict: null as AuditVerdict | null,
}

/** No intake is open, and nothing of one is known. */
export const nothingOpen = {
  /** The intake that staff opened, and its answers once they read them: until they leave its page. */
  intake: null as Secret<OpenIntake> | null,
  answers: null as Secret<readonly AnsweredForm[]> | null,
  intakeFault: null as IntakeFault | null,
  intakeNote: null as 'discarded' | 'gone' | null,
  pdf: null as { readonly file: string } | { readonly kind: PdfFault } | null,
}

/** Nobody is chosen, and no names are known. */
export const noNames = {
  /** Members who can sign in, as the desk said while the pad is open. */
  names: [] as readonly ListedMember[],
  /** Member chosen at sign-in, not yet confirmed. */
  candidate: null as ListedMember | null,
  /** True if the chosen member cannot sign in now. */
  isGone: false,
}

/** Knowledge of a session that begins. */
export const atStart = {
  ...noTrouble,
  ...nothingOpen,
  ...noNames,
  /** Signed-in member of the desk's staff; null: nobody, or a person who used the kiosk's PIN. */
  member: null as PanelMember | null,
  serving: false,
  /** Help number of the visit that waits for staff to leave; null where none does. */
  held: null as string | null,
  /** Staff did what the visit cannot outlive: it ends when they leave. */
  givenUp: false,
  /** No PIN was chosen when the session began. */
  isFirst: false,
  chosen: null as Secret<string> | null,
  /** Number of errors shown to staff. */
  errorCount: 0,
  /** Time from which another PIN is looked at, on the monotonic clock. */
  waitUntil: 0,
  /** Time at which the panel locks, on the monotonic clock, once that is near. */
  locksAt: null as number | null,
  /** End of the panel even if it is in use, on the monotonic clock, once that is near. */
  endsAt: null as number | null,
  done: null as 'pinChanged' | 'keyRotated' | 'keyNotRotated' | null,
  /** Facts as last read for the screens. */
  facts: noFacts,
  page: 'home' as StaffPage,
  /** Reason that the panel ends: the kiosk is forgotten, or the desk lets the member in no more. */
  exit: null as 'forgetting' | 'memberChanged' | null,
  /** Staff know that what waits would be forgotten too. */
  forgetsWaiting: false,
}

type Knowledge = Readonly<typeof atStart>
/** Knowledge of the session. Nothing secret is in it but the new PIN, sealed, until it was repeated. */
export interface StaffSessionContext extends StaffSessionInput, Knowledge {
  /** The ports without a member's name: `ports` act in the signed-in member's. */
  readonly own: StaffPorts
}
