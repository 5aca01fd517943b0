import type { ConnectionState } from '../../../shared/connection.ts'
import type { Result } from '../../../shared/result.ts'
import type { DeskShown, PairFault } from '../../../shared/staff-desk.ts'
import type {
  ConfirmedAct,
  ListedMember,
  SignInAnswer,
  StillThere,
} from '../../../shared/staff-members.ts'
import type { AuditAct } from './audited-acts.ts'
import type { StaffPin } from './pin/pin.ts'
import type { StaffAuditService } from './services/audit-service.ts'
import type { CredentialsService } from './services/credentials-service.ts'
import type { IntakesService } from './services/intakes-service.ts'
import type {
  createFormOriginsService,
  createRefusedOriginsService,
} from './services/origins-service.ts'
import type { SettingsService } from './services/settings-service.ts'

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
export interface StaffPorts extends CredentialsService {
  readonly pin: StaffPin
  readonly auditService: StaffAuditService
  readonly settings: SettingsService
  /** The origins of forms that the service gave and nobody has confirmed. */
  readonly formOrigins: ReturnType<typeof createFormOriginsService>
  /** The origins that forms asked for in vain. */
  readonly refusedOrigins: ReturnType<typeof createRefusedOriginsService>
  /** Undefined where the clinic has not switched on check-in without the network. */
  readonly intakes: IntakesService | undefined
  /** Undefined where a kiosk can be paired with nothing. */
  readonly desk: DeskService | undefined
  /** Undefined where a kiosk can be paired with nothing. */
  readonly members: MembersService | undefined
  readonly kiosk: StaffKiosk
  readonly audit: AuditAct
}

/** Desk or hub of the clinic, as staff see and pair it at the kiosk. */
export interface DeskService {
  // The session audits each act first; the act itself audits the outcome and the end of a pairing.
  shown(): DeskShown
  /** Pairs the kiosk by the desk's address and code, or with its QR text as `address`. Rejects only for a bug. */
  pair(address: string, code: string): Promise<Result<null, { readonly kind: PairFault }>>
  /** Takes another address of the paired desk, once it answers there with its certificate. Nothing that waits is lost. */
  move(address: string): Promise<Result<null, { readonly kind: PairFault }>>
  /** Ends the pairing and drops its waiting messages. */
  unpair(): Promise<void>
  /** Reports the use of the kiosk's PIN to the desk, perhaps later. No effect if the kiosk is not paired. */
  pinUsed(): void
  /** Refuses a desk's request to forget everything. */
  declineWipe(): void
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
