import { randomBytes } from 'node:crypto'
import type { StationId } from '../../../shared/bus/messages.ts'
import type { Answer } from '../../../shared/bus/questions.ts'
import type {
  ConfirmedAct,
  ListedMember,
  PanelMember,
  SignInAnswer,
} from '../../../shared/staff-members.ts'
import { openValue, sealValue } from '../pairing/sealed.ts'
import type { Asked } from '../port.ts'
import {
  askUse,
  memberAsk,
  memberMessageVersion,
  mostNamesBytes,
  replyUse,
  type MemberReply,
} from './member-messages.ts'

/** Questions of one kiosk that are remembered, so that none is answered a second time in another envelope. */
const mostRemembered = 1_000

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

// Answers only questions sealed with the key that this desk and that kiosk alone have, and none twice. If the door
// threw, nothing is answered.
/**
 * Answers a kiosk's questions about members (`Bus.onQuestion`). `keyOf`: the pairing's key, undefined if unpaired.
 * `isServing`: false once it must be silent. `onFault`: the door threw.
 */
export function answerMembers(parts: {
  readonly keyOf: (station: StationId) => Uint8Array | undefined
  readonly door: MemberDoor
  readonly isServing: () => boolean
  readonly onFault: (error: unknown) => void
}): (asked: Asked) => Promise<Answer | undefined> {
  const { keyOf, door, isServing, onFault } = parts
  const used = new Map<StationId, Set<string>>()
  /**
   * Id of this start. The desk forgets used questions when its process ends, so sign-ins that name an earlier start are
   * worthless.
   */
  const desk = randomBytes(16).toString('base64url')

  function isFirst(station: StationId, nonce: string): boolean {
    const known = used.get(station) ?? new Set()
    if (known.has(nonce)) return false
    used.set(station, known.add(nonce))
    for (const oldest of known) {
      if (known.size <= mostRemembered) break
      known.delete(oldest)
    }
    return true
  }

  async function answer({ id, from, question }: Asked): Promise<Answer | undefined> {
    if (question.kind !== 'memberAsked' || !isServing()) return undefined
    const key = keyOf(from)
    if (!key) return undefined
    const read = memberAsk.safeParse(await openValue(key, askUse, question.sealed))
    if (!read.success || read.data.until !== question.until) return undefined
    const { nonce } = read.data
    if (!isFirst(from, nonce)) return undefined
    const reply = await replyTo(from, read.data)
    // Unpaired meanwhile, or the vault failed.
    if (!keyOf(from) || !isServing()) return undefined
    const value = { v: memberMessageVersion, nonce, ...reply }
    return { kind: 'memberAnswered', of: id, sealed: await sealValue(key, replyUse, value) }
  }

  async function replyTo(from: StationId, ask: ReturnType<typeof memberAsk.parse>): Promise<Reply> {
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

  return async (asked) => {
    try {
      return await answer(asked)
    } catch (error) {
      onFault(error)
      return undefined
    }
  }
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
