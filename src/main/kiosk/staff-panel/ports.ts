import type { ConnectionState } from '../../../shared/connection.ts'
import type { Result } from '../../../shared/result.ts'
import type { DeskShown, PairFault } from '../../../shared/staff-desk.ts'
import type {
  AnsweredForm,
  DiscardReason,
  IntakeAct,
  IntakeFault,
  IntakeShown,
  IntakesShown,
  PdfFault,
} from '../../../shared/staff-intakes.ts'
import type {
  ConfirmedAct,
  ListedMember,
  SignInAnswer,
  StillThere,
} from '../../../shared/staff-members.ts'
import type { FormOriginQuestion, RefusedOriginsShown } from '../../../shared/staff-origins.ts'
import type {
  CheckName,
  ConnectionCheck,
  CredentialStatus,
  HelpRequest,
  ServiceInterface,
  StaffSetting,
  VisitOutcome,
} from '../../../shared/staff.ts'
import type { Intake } from '../offline/intake.ts'
import type { ClientCredentials } from '../../intake/auth/token-request.ts'
import type { StaffAct } from '../../vault/audit/audit-kinds.ts'

/** Outcome of a check of a PIN: right, or as a member's secret is refused. */
export type PinAnswer =
  | { readonly kind: 'right' }
  | Extract<SignInAnswer, { readonly kind: 'wrong' | 'wait' }>

/** The staff PIN of this kiosk. It rests as a scrypt hash in the vault; there is no default one. */
export interface StaffPin {
  /** Tells whether one was ever chosen. */
  isChosen(): boolean
  /** Tells whether a PIN may be chosen: long enough, and not one that everybody tries first. */
  assess(pin: string): 'good' | 'tooShort' | 'tooEasy'
  /** Keeps a PIN that `assess` finds good, in place of the one before, and forgets wrong attempts. */
  choose(pin: string): Promise<void>
  // A permanent PIN in the environment must not undo staff's changes.
  /**
   * Keeps an administrator's PIN from a start, unless it was the last one given. The present PIN keeps its wrong
   * attempts. `onNew` runs before a new one is kept.
   */
  provision(pin: string, onNew: () => void): Promise<void>
  /** Looks whether it is the one. The attempt is counted on the disk before anything is compared. */
  check(pin: string): Promise<PinAnswer>
  /** ms until another one is looked at; survives a restart, and no clock that someone sets shortens it. */
  waitMs(): number
}

/** Verdict on the audit. */
export type AuditVerdict =
  | { readonly holds: true; readonly entries: number; readonly hash: string }
  | { readonly holds: false; readonly fault: string }

/** Reads the audit for staff, without any patient's detail. */
export interface StaffAuditService {
  /** Newest first, those of the last day. */
  openRequests(): readonly HelpRequest[]
  /** Newest first, the last dozen. */
  recentOutcomes(): readonly { readonly at: number; readonly outcome: VisitOutcome }[]
  /** Reads when unusually many codes were last noticed, ms since 1970; null where not within a day. */
  unusualCodesAt(): number | null
  /** Someone went to them: writes `requestSettled` to the audit, which is all that there is to it. */
  settle(key: string): void
  verify(): AuditVerdict
}

/** The credentials as staff handle them: given, tested, replaced, removed, never read. */
export interface CredentialsService {
  status(): readonly CredentialStatus[]
  // Only this call knows the moment of keeping: it audits `credentialKept` beforehand, or `credentialNotKept`. The
  // session audits `remove`.
  /**
   * Tests a pair, and keeps it if its own checks pass, until when the old pair serves. `onCheck` gets each check. True if
   * kept.
   */
  give(
    name: ServiceInterface,
    pair: ClientCredentials,
    onCheck: (check: ConnectionCheck) => void,
  ): Promise<boolean>
  remove(name: ServiceInterface): void
}

/** Tests the connection with the credentials that rest in the vault, one check after the other. */
export type TestConnection = (onCheck: (check: ConnectionCheck) => void) => Promise<void>

/** The checks that a pair must pass to be kept; those of the other pair are not its fault. */
export const checksOfPair: Readonly<Record<ServiceInterface, readonly CheckName[]>> = {
  partner: ['partnerToken', 'grant', 'location'],
  developer: ['developerToken', 'location'],
}

/** Outcome of keeping a setting; the error gives the expected value. */
export type Kept = Result<null, { readonly expected: string }>

/** The settings as staff see and change them on this kiosk. */
export interface SettingsService {
  list(): readonly StaffSetting[]
  /** Keeps a choice of this kiosk; the error gives the expected value. It holds for the next visit. */
  change(key: string, value: string): Kept
  reset(key: string): void
}

/** The origins of forms that the service gave and nobody has confirmed. */
export interface FormOriginsService {
  /** Those that staff have not answered, newest first. */
  questions(): readonly FormOriginQuestion[]
  /** Keeps an origin that may be confirmed among those of this kiosk. The error gives the expected value. */
  confirm(key: string): Kept
}

/** The origins that forms asked for in vain. */
export interface RefusedOriginsService {
  read(): RefusedOriginsShown
  /** Lists an origin that may be listed here. The error gives the expected value. It holds for the next visit. */
  allow(origin: string): Kept
}

/** Acts of staff on the kiosk itself. */
export interface StaffKiosk {
  /**
   * Hides the form that a patient has open while the PIN pad stands, and shows it again. Resolves once nothing of it is
   * on the screen.
   */
  cover(covered: boolean): Promise<void>
  /**
   * Keeps the visit that is there, locked, while staff are in the panel. Its help number, or null where there is none to
   * keep.
   */
  hold(): string | null
  /** Lets the visit that is kept go on: open, because staff help with it, or locked. */
  goOn(how: 'helped' | 'locked'): void
  /** Ends the visit and wipes the kiosk; nobody is served until `resume`. Does nothing to a kiosk that is paused. */
  pause(): Promise<void>
  /**
   * Serves patients with the current credentials and settings. A kiosk begins paused: the session also calls this at
   * its start. No effect while serving.
   */
  resume(): void
  /** Makes the page anew, with nothing in it of what staff typed or saw; for a kiosk that is paused. */
  wipe(): Promise<void>
  /** Ends Foyer in order. */
  leave(): void
  rotateKey(): Promise<boolean>
  /** Intakes without the network that were not handed over. */
  waitingIntakes(): number
  /**
   * Forgets everything that this kiosk keeps, for good, and ends Foyer. Rejects, with nothing forgotten, while intakes
   * wait, unless that is `confirmed`.
   */
  forget(confirmed: boolean): Promise<void>
  /** Tells whether staff took the kiosk out of service; survives a restart. */
  isClosed(): boolean
  setClosed(closed: boolean): void
  /** Reads the state of the connection to the intake service, and its beginning (ms since 1970). */
  connection(): { readonly state: ConnectionState; readonly since: number | null }
  readonly version: string
  readonly shell: 'electron' | 'browser'
  readonly name: string
}

/** All that the staff session needs of the world. */
export interface StaffPorts {
  readonly pin: StaffPin
  readonly auditService: StaffAuditService
  readonly credentials: CredentialsService
  readonly testConnection: TestConnection
  readonly settings: SettingsService
  readonly formOrigins: FormOriginsService
  readonly refusedOrigins: RefusedOriginsService
  /** Undefined where the clinic has not switched on check-in without the network. */
  readonly intakes: IntakesService | undefined
  /** Undefined where a kiosk can be paired with nothing. */
  readonly desk: DeskService | undefined
  /** Undefined where a kiosk can be paired with nothing. */
  readonly members: MembersService | undefined
  readonly kiosk: StaffKiosk
  /** Writes an audit entry before its act is done. */
  readonly audit: (kind: StaffAct, fields?: Readonly<Record<string, string | number>>) => void
}

/** Desk or hub of the clinic, as staff see and pair it at the kiosk. */
export interface DeskService {
  // The session audits each act first; the act itself audits the outcome and the end of a pairing.
  shown(): DeskShown
  /** Pairs the kiosk by the desk's address and code, or with its QR text as `address`. Rejects only for a bug. */
  pair(address: string, code: string): Promise<Result<null, { readonly kind: PairFault }>>
  /** Ends the pairing and drops its waiting messages. */
  unpair(): Promise<void>
  /** Reports the use of the kiosk's PIN to the desk, perhaps later. No effect if the kiosk is not paired. */
  pinUsed(): void
  /** Refuses a desk's request to forget everything. */
  declineWipe(): void
}

/** Writes intakes as one PDF where staff find it. Rejects only for a bug. */
export type SaveIntakePdf = (
  ids: readonly string[],
) => Promise<Result<{ readonly file: string }, { readonly kind: PdfFault }>>

/** Intake that staff opened: its current row, and its content. */
export interface OpenIntake {
  readonly shown: IntakeShown
  /** Without its answers; null where it cannot be read. */
  readonly told: Intake | null
}

/** Result of a command on an intake. */
export type IntakeSettled = Result<null, { readonly kind: IntakeFault }>

/** The intakes of a kiosk as staff see and settle them. Each act is in the audit before it is done. */
export interface IntakesService {
  /** Nothing of a patient is in it. */
  list(): IntakesShown
  open(id: string): Result<OpenIntake, { readonly kind: IntakeFault }>
  /** Reads the present state of an open one: no further access, and no entry of the audit. */
  again(open: OpenIntake): OpenIntake
  /** Reads the answers, form by form. */
  read(id: string): Result<readonly AnsweredForm[], { readonly kind: IntakeFault }>
  /** Chooses a candidate. `candidate`: its key on the screen. */
  choose(id: string, candidate: string): IntakeSettled
  act(id: string, act: IntakeAct): IntakeSettled
  discard(id: string, reason: DiscardReason): IntakeSettled
  /** Undefined: staff are not offered to save any. */
  readonly savePdf: SaveIntakePdf | undefined
}

/** The members of staff of the desk that this kiosk is paired with. Undefined answers: no desk answered in time. */
export interface MembersService {
  /**
   * State of the kiosk's desk with members. `none`: the kiosk is paired with none, as far as it knows; `away`: it
   * cannot be asked now.
   */
  desk(): 'none' | 'away' | 'there'
  /** Asks for the members who can sign in. */
  names(signal: AbortSignal): Promise<readonly ListedMember[] | undefined>
  /** Asks if the member in the panel may stay, and under which name and roles. */
  still(member: string, signal: AbortSignal): Promise<StillThere | undefined>
  /** Tells whether that is what the member signs in with; the desk counts the try. */
  signIn(member: string, secret: string, signal: AbortSignal): Promise<SignInAnswer | undefined>
  /** Asks again for the member in the panel, before an act that needs their secret once more. */
  confirm(
    member: string,
    secret: string,
    what: ConfirmedAct,
    signal: AbortSignal,
  ): Promise<SignInAnswer | undefined>
  /** Runs what a member does: what of it is audited, now or later, names them. `member`: their id. */
  as<T>(member: string, act: () => T): T
}
