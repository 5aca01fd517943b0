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

export interface StaffKiosk {
  /** Hides a patient's open form while the PIN pad stands. Resolves once nothing of it is on the screen. */
  cover(covered: boolean): Promise<void>
  /** Keeps the visit, locked, while staff are in the panel. Returns its help number; null where there is none. */
  hold(): string | null
  goOn(how: 'helped' | 'locked'): void
  /** Ends the visit and wipes the kiosk; nobody is served until `resume`. No effect on a paused kiosk. */
  pause(): Promise<void>
  /** Serves patients with the present credentials and settings; a kiosk begins paused. No effect while serving. */
  resume(): void
  /** Makes the page of a paused kiosk anew, with nothing in it of what staff typed or saw. */
  wipe(): Promise<void>
  leave(): void
  rotateKey(): Promise<boolean>
  waitingIntakes(): number
  /** Forgets all, and ends Foyer. Rejects, with nothing forgotten, while intakes wait unless `confirmed`. */
  forget(confirmed: boolean): Promise<void>
  /** Survives a restart. */
  isClosed(): boolean
  setClosed(closed: boolean): void
  /** `since`: ms since 1970. */
  connection(): { readonly state: ConnectionState; readonly since: number | null }
  readonly version: string
  readonly shell: 'electron' | 'browser'
  readonly name: string
}

export interface StaffPorts extends CredentialsService {
  readonly pin: StaffPin
  readonly auditService: StaffAuditService
  readonly settings: SettingsService
  readonly formOrigins: ReturnType<typeof createFormOriginsService>
  readonly refusedOrigins: ReturnType<typeof createRefusedOriginsService>
  /** Undefined where the clinic has not switched on check-in without the network. */
  readonly intakes: IntakesService | undefined
  /** Undefined, as `members`, where a kiosk can be paired with nothing. */
  readonly desk: DeskService | undefined
  readonly members: MembersService | undefined
  readonly kiosk: StaffKiosk
  readonly audit: AuditAct
}

export interface DeskService {
  // The session audits each act first; the act itself audits the outcome and the end of a pairing.
  shown(): DeskShown
  /** `address`: also the text of the desk's QR code. Rejects only for a bug. */
  pair(address: string, code: string): Promise<Result<null, { readonly kind: PairFault }>>
  /** Takes another address once the desk answers there with its certificate. Nothing that waits is lost. */
  move(address: string): Promise<Result<null, { readonly kind: PairFault }>>
  /** Drops what waits for the desk, too. */
  unpair(): Promise<void>
  pinUsed(): void
  declineWipe(): void
}

/** Undefined answers: no desk answered in time. */
export interface MembersService {
  /** `none`: paired with none, as far as the kiosk knows; `away`: it cannot be asked now. */
  desk(): 'none' | 'away' | 'there'
  names(signal: AbortSignal): Promise<readonly ListedMember[] | undefined>
  still(member: string, signal: AbortSignal): Promise<StillThere | undefined>
  /** The desk counts the try. */
  signIn(member: string, secret: string, signal: AbortSignal): Promise<SignInAnswer | undefined>
  confirm(
    member: string,
    secret: string,
    what: ConfirmedAct,
    signal: AbortSignal,
  ): Promise<SignInAnswer | undefined>
  /** Names them in all that is audited of it, now or later. `member`: their id. */
  as<T>(member: string, act: () => T): T
}
