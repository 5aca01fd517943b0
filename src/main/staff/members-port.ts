import type {
  ConfirmedAct,
  ListedMember,
  SignInAnswer,
  StillThere,
} from '../../shared/staff-members.ts'

/** The members of staff of the desk that this kiosk is paired with. Undefined answers: no desk answered in time. */
export interface MembersService {
  /**
   * How a desk with members stands to this kiosk. `none`: the kiosk is paired with none, as far as it knows; `away`: it
   * cannot be asked now.
   */
  desk(): 'none' | 'away' | 'there'
  /** Who can sign in. */
  names(signal: AbortSignal): Promise<readonly ListedMember[] | undefined>
  /** Whether who is in the panel may still be there, and as whom. */
  still(member: string, signal: AbortSignal): Promise<StillThere | undefined>
  /** Whether that is what the member signs in with; the desk counts the try. */
  signIn(member: string, secret: string, signal: AbortSignal): Promise<SignInAnswer | undefined>
  /** The same, of who is in the panel and has something done that asks for it once more. */
  confirm(
    member: string,
    secret: string,
    what: ConfirmedAct,
    signal: AbortSignal,
  ): Promise<SignInAnswer | undefined>
  /** Runs what a member does: what of it is audited, now or later, names them. `member`: their id. */
  as<T>(member: string, act: () => T): T
}
