import * as z from 'zod/mini'
import { memberId } from '../../shared/desk/members.ts'
import { memberSecretMost } from '../../shared/entry-limits.ts'
import {
  confirmedAct,
  listedMember,
  signInAnswers,
  stillThere,
  type ConfirmedAct,
  type ListedMember,
  type SignInAnswer,
  type StillThere,
} from '../../shared/staff-members.ts'
import {
  randomText,
  type SealedSubject,
  answerSealed,
  drawRandomText,
  askSealed,
} from './sealed-questions.ts'
import type { StationId } from '../../shared/bus/messages.ts'
import type { WallClock } from '../base/clock.ts'
import type { Bus } from './port.ts'

/** A random text that a desk draws at its start. */
const desk = randomText
const secretAsk = {
  /** Id that the desk last sent; null before the first. Messages to an earlier start of the desk are worthless. */
  desk: z.nullable(desk),
  member: memberId,
  secret: z.string().check(z.maxLength(memberSecretMost)),
}

const memberAsk = z.discriminatedUnion('type', [
  z.object({ type: z.literal('names') }),
  /** Asks if a signed-in member may stay signed in, and with which roles. */
  z.object({ type: z.literal('still'), member: memberId }),
  z.object({ ...secretAsk, type: z.literal('signIn') }),
  /** As `signIn`, of who is in and has something done that asks for it once more. */
  z.object({ ...secretAsk, type: z.literal('confirm'), what: confirmedAct }),
])
export type MemberAsk = z.infer<typeof memberAsk>

const secretResult = z.discriminatedUnion('kind', [
  ...signInAnswers,
  /** Nothing was looked at: it is to be asked once more, with this. */
  z.object({ kind: z.literal('anew'), desk }),
])
const memberResults = {
  names: z.array(listedMember),
  still: stillThere,
  signIn: secretResult,
  confirm: secretResult,
} as const satisfies Readonly<Record<MemberAsk['type'], z.ZodMiniType>>
export type MemberResult<T extends MemberAsk['type'] = MemberAsk['type']> = z.output<
  (typeof memberResults)[T]
>

const memberSubject: SealedSubject<MemberAsk> = {
  kind: 'memberAsked',
  ask: memberAsk,
  resultOf: ({ type }) => memberResults[type],
}

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

/** Ms to wait for the desk: names are there at once, while each try of a secret is slow on purpose. */
const namesMs = 5_000
const signInMs = 15_000

type Without<T, K extends PropertyKey> = T extends T ? Omit<T, K> : never
/** Question that carries a secret. A desk accepts it only with the id of its present start. */
type SecretAsk = Without<Extract<MemberAsk, { readonly type: 'signIn' | 'confirm' }>, 'desk'>

/**
 * Asks the desk about its members of staff, as `MembersService` has it. `way`: asked anew each time; undefined where the
 * kiosk is paired with nothing.
 */
export function askMembers(parts: {
  readonly way: () => { readonly bus: Pick<Bus, 'ask'>; readonly key: Uint8Array } | undefined
  readonly clock: Pick<WallClock, 'wallTime'>
}) {
  /** Id that the desk last sent. */
  let desk: string | null = null

  async function ask<T extends MemberAsk['type']>(
    what: Extract<MemberAsk, { readonly type: T }>,
    ms: number,
    signal: AbortSignal | undefined,
  ) {
    const way = parts.way()
    if (!way) return undefined
    const { clock } = parts
    const told = await askSealed(
      memberSubject,
      { ...way, clock, ...(signal && { signal }) },
      what,
      ms,
    )
    return told as MemberResult<T> | undefined
  }

  /** Asks once more if the desk has started again since its last message. */
  async function withSecret(what: SecretAsk, signal?: AbortSignal) {
    const asked = () => ask<SecretAsk['type']>({ ...what, desk }, signInMs, signal)
    let reply = await asked()
    if (reply?.kind === 'anew') {
      desk = reply.desk
      reply = await asked()
    }
    return reply?.kind === 'anew' ? undefined : of(what.member, reply)
  }

  return {
    names: (signal?: AbortSignal) => ask({ type: 'names' }, namesMs, signal),
    still: async (member: string, signal?: AbortSignal) =>
      of(member, await ask({ type: 'still', member }, namesMs, signal)),
    signIn: (member: string, secret: string, signal?: AbortSignal) =>
      withSecret({ type: 'signIn', member, secret }, signal),
    confirm: (member: string, secret: string, what: ConfirmedAct, signal?: AbortSignal) =>
      withSecret({ type: 'confirm', member, secret, what }, signal),
  }
}

/** Takes the desk's answer about a member; one that lets another in is none. */
const of = <A extends SignInAnswer>(member: string, answer: A | undefined) =>
  answer?.kind === 'in' && answer.member.id !== member ? undefined : answer
