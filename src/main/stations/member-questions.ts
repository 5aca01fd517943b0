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
import type { Bus } from './create-bus.ts'

const secretAsk = {
  /** Id of the desk's start that it last sent; null before the first. One of an earlier start is worthless. */
  desk: z.nullable(randomText),
  member: memberId,
  secret: z.string().check(z.maxLength(memberSecretMost)),
}

const memberAsk = z.discriminatedUnion('type', [
  z.object({ type: z.literal('names') }),
  /** Asks if a signed-in member may stay in, and with which roles. */
  z.object({ type: z.literal('still'), member: memberId }),
  z.object({ ...secretAsk, type: z.literal('signIn') }),
  /** Asks a member who is in for the secret once more, for an act that needs it. */
  z.object({ ...secretAsk, type: z.literal('confirm'), what: confirmedAct }),
])
export type MemberAsk = z.infer<typeof memberAsk>

const secretResult = z.discriminatedUnion('kind', [
  ...signInAnswers,
  /** Nothing was looked at: it is to be asked once more, with this. */
  z.object({ kind: z.literal('anew'), desk: randomText }),
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

export interface MemberDoor {
  names(kiosk: StationId): readonly ListedMember[]
  still(kiosk: StationId, member: string): StillThere
  /** Counts the try, and audits who comes in, before it answers. */
  signIn(kiosk: StationId, member: string, secret: string): Promise<SignInAnswer>
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
  /** Used questions are forgotten with the process: sign-ins that name an earlier start are worthless. */
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

/** ms to wait; each try of a secret is slow on purpose. */
const namesMs = 5_000
const signInMs = 15_000

type SecretAsk = Extract<MemberAsk, { readonly type: 'signIn' | 'confirm' }>

/** Asks the desk about its members of staff. `way`: asked each time; undefined for a kiosk that is not paired. */
export function askMembers(parts: {
  readonly way: () => { readonly bus: Pick<Bus, 'ask'>; readonly key: Uint8Array } | undefined
  readonly clock: Pick<WallClock, 'wallTime'>
}) {
  let desk: string | null = null

  async function ask<T extends MemberAsk['type']>(
    what: Extract<MemberAsk, { readonly type: T }>,
    ms: number,
    signal: AbortSignal | undefined,
  ) {
    const way = parts.way()
    if (!way) return undefined
    const { clock } = parts
    const options = { ...way, clock, ...(signal && { signal }) }
    return (await askSealed(memberSubject, options, what, ms)) as MemberResult<T> | undefined
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
      withSecret({ type: 'signIn', desk, member, secret }, signal),
    confirm: (member: string, secret: string, what: ConfirmedAct, signal?: AbortSignal) =>
      withSecret({ type: 'confirm', desk, member, secret, what }, signal),
  }
}

/** An answer that lets another member in is none. */
const of = <A extends SignInAnswer>(member: string, answer: A | undefined) =>
  answer?.kind === 'in' && answer.member.id !== member ? undefined : answer
