import type { StationId } from '../../../shared/bus/messages.ts'
import type { Answer } from '../../../shared/bus/questions.ts'
import type {
  ConfirmedAct,
  ListedMember,
  PanelMember,
  SignInAnswer,
} from '../../../shared/staff-members.ts'
import type { Asked } from '../port.ts'
import { answerSealed, drawRandomText } from '../sealed-questions.ts'
import {
  memberProtocol,
  mostNamesBytes,
  type MemberAsk,
  type MemberReply,
} from './member-messages.ts'

/** The desk's members of staff, for its kiosks. */
export interface MemberDoor {
  /** Those who can sign in there. */
  names(kiosk: StationId): readonly ListedMember[]
  /** A member as they are now; undefined: they cannot come in there any more. */
  present(kiosk: StationId, member: string): PanelMember | undefined
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

type Reply = MemberReply extends infer R
  ? R extends MemberReply
    ? Omit<R, 'v' | 'nonce'>
    : never
  : never

/** Answers a kiosk's questions about members, as `answerSealed`. */
export function answerMembers({
  door,
  ...parts
}: Pick<Parameters<typeof answerSealed>[1], 'keyOf' | 'isServing' | 'onFault'> & {
  readonly door: MemberDoor
}): (asked: Asked) => Promise<Answer | undefined> {
  /**
   * Id of this start. The desk forgets used questions when its process ends, so sign-ins that name an earlier start are
   * worthless.
   */
  const desk = drawRandomText()

  async function replyTo(from: StationId, ask: MemberAsk): Promise<Reply> {
    if (ask.ask === 'names') return { is: 'names', ...pageOf(door.names(from), ask.after) }
    if (ask.ask === 'still') {
      const member = door.present(from, ask.member)
      return member ? { is: 'in', member } : { is: 'gone' }
    }
    if (ask.desk !== desk) return { is: 'anew', desk }
    const { kind: is, ...rest } = await (ask.ask === 'confirm'
      ? door.confirm(from, ask.member, ask.secret, ask.what)
      : door.signIn(from, ask.member, ask.secret))
    return { is, ...rest } as Reply
  }

  return answerSealed(memberProtocol, {
    ...parts,
    replyTo,
    pack: (of, sealed): Answer => ({ kind: 'memberAnswered', of, sealed }),
  })
}

/** Returns the names after the first `after`, as many as one reply can hold. */
function pageOf(all: readonly ListedMember[], after: number) {
  const members: ListedMember[] = []
  let bytes = 0
  for (const member of all.slice(after)) {
    bytes += Buffer.byteLength(JSON.stringify(member))
    if (bytes > mostNamesBytes) return { members, more: true }
    members.push(member)
  }
  return { members, more: false }
}
