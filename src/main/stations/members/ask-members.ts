import type { ConfirmedAct, SignInAnswer } from '../../../shared/staff-members.ts'
import type { WallClock } from '../../base/clock.ts'
import type { Bus } from '../port.ts'
import { askSealed } from '../sealed-questions.ts'
import { memberSubject, type MemberAsk, type MemberResult } from './member-messages.ts'

/** Ms to wait for the desk: names are there at once, while each try of a secret is slow on purpose. */
const namesMs = 5_000
const signInMs = 15_000

/** Connection of a kiosk to its desk: the bus, and the key that the two alone have. */
interface WayToDesk {
  readonly bus: Pick<Bus, 'ask'>
  readonly key: Uint8Array
}

type Without<T, K extends PropertyKey> = T extends T ? Omit<T, K> : never
/** Question that carries a secret. A desk accepts it only with the id of its present start. */
type SecretAsk = Without<Extract<MemberAsk, { readonly type: 'signIn' | 'confirm' }>, 'desk'>

/**
 * Asks the desk about its members of staff, as `MembersService` has it. `way`: asked anew each time; undefined where the
 * kiosk is paired with nothing.
 */
export function askMembers(parts: {
  readonly way: () => WayToDesk | undefined
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
