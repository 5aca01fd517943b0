import type { StationId } from '../../../shared/bus/messages.ts'
import type {
  ConfirmedAct,
  ListedMember,
  SignInAnswer,
  StillThere,
} from '../../../shared/staff-members.ts'
import { answerSealed, drawRandomText } from '../sealed-questions.ts'
import { memberSubject, type MemberAsk, type MemberResult } from './member-messages.ts'

/** The desk's members of staff, for its kiosks. */
export interface MemberDoor {
  /** Those who can sign in there. */
  names(kiosk: StationId): readonly ListedMember[]
  /** A member as they are now, if they can still come in there. */
  still(kiosk: StationId, member: string): StillThere
  /** Counts the try, and audits who comes in, before it answers. */
  signIn(kiosk: StationId, member: string, secret: string): Promise<SignInAnswer>
  /** The same of who is in and confirms what they have done there. */
  confirm(
    kiosk: StationId,
    member: string,
    secret: string,
    what: ConfirmedAct,
  ): Promise<SignInAnswer>
}

/** Answers a kiosk's questions about members, as `answerSealed`. */
export function answerMembers({
  door,
  ...parts
}: Pick<Parameters<typeof answerSealed>[1], 'keyOf' | 'isServing' | 'onFault'> & {
  readonly door: MemberDoor
}) {
  /**
   * Id of this start. The desk forgets used questions when its process ends, so sign-ins that name an earlier start are
   * worthless.
   */
  const desk = drawRandomText()
  function replyTo(
    from: StationId,
    ask: MemberAsk,
  ): Readonly<MemberResult> | readonly ListedMember[] | Promise<SignInAnswer> {
    if (ask.type === 'names') return door.names(from)
    if (ask.type === 'still') return door.still(from, ask.member)
    if (ask.desk !== desk) return { kind: 'anew', desk }
    return ask.type === 'confirm'
      ? door.confirm(from, ask.member, ask.secret, ask.what)
      : door.signIn(from, ask.member, ask.secret)
  }
  return answerSealed(memberSubject, { ...parts, replyTo })
}
