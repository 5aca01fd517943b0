import type {
  ConfirmedAct,
  ListedMember,
  SignInAnswer,
  StillThere,
} from '../../../shared/staff-members.ts'
import type { WallClock } from '../../base/clock.ts'
import type { Bus } from '../port.ts'
import { askSealed } from '../sealed-questions.ts'
import { memberProtocol, type MemberReply } from './member-messages.ts'

/** Ms to wait for the desk: names are there at once, while each try of a secret is slow on purpose. */
const namesMs = 5_000
const signInMs = 15_000

/** Replies with names that are asked for one after the other, at most. */
const mostPages = 40

/** Connection of a kiosk to its desk: the bus, and the key that the two alone have. */
interface WayToDesk {
  readonly bus: Pick<Bus, 'ask'>
  readonly key: Uint8Array
}

/** Question that carries a secret. A desk accepts it only with the id of its present start. */
type SecretAsk = { readonly member: string; readonly secret: string } & (
  | { readonly ask: 'signIn' }
  | { readonly ask: 'confirm'; readonly what: ConfirmedAct }
)

type Ask =
  | { readonly ask: 'names'; readonly after: number }
  | { readonly ask: 'still'; readonly member: string }
  | (SecretAsk & { readonly desk: string | null })

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

  async function ask(
    what: Ask,
    ms: number,
    signal?: AbortSignal,
  ): Promise<MemberReply | undefined> {
    const way = parts.way()
    if (!way) return undefined
    const until = new Date(parts.clock.wallTime() + ms).toISOString()
    return askSealed(memberProtocol, {
      key: way.key,
      ask: what,
      until,
      async say(question) {
        const answer = await way.bus.ask(question, {
          isFinal: ({ kind }) => kind === 'memberAnswered',
          ...(signal && { signal }),
        })
        return answer?.kind === 'memberAnswered' ? answer.sealed : undefined
      },
    })
  }

  /** Asks once more if the desk has started again since its last message. */
  async function withSecret(
    what: SecretAsk,
    signal?: AbortSignal,
  ): Promise<SignInAnswer | undefined> {
    const asked = () => ask({ ...what, desk }, signInMs, signal)
    let reply = await asked()
    if (reply?.is === 'anew') {
      desk = reply.desk
      reply = await asked()
    }
    return answerOf(what.member, reply)
  }

  return {
    async names(signal?: AbortSignal): Promise<readonly ListedMember[] | undefined> {
      const all: ListedMember[] = []
      for (let page = 0; page < mostPages; page += 1) {
        const reply = await ask({ ask: 'names', after: all.length }, namesMs, signal)
        if (reply?.is !== 'names') return undefined
        all.push(...reply.members)
        if (!reply.more || reply.members.length === 0) break
      }
      return all
    },
    async still(member: string, signal?: AbortSignal): Promise<StillThere | undefined> {
      const reply = await ask({ ask: 'still', member }, namesMs, signal)
      if (reply?.is === 'gone') return { kind: 'gone' }
      const isTheirs = reply?.is === 'in' && reply.member.id === member
      return isTheirs ? { kind: 'in', member: reply.member } : undefined
    },
    signIn: (member: string, secret: string, signal?: AbortSignal) =>
      withSecret({ ask: 'signIn', member, secret }, signal),
    confirm: (member: string, secret: string, what: ConfirmedAct, signal?: AbortSignal) =>
      withSecret({ ask: 'confirm', member, secret, what }, signal),
  }
}

/** Reads the desk's reply to the secret that `member` typed. */
function answerOf(member: string, reply: MemberReply | undefined): SignInAnswer | undefined {
  switch (reply?.is) {
    case 'in':
      return reply.member.id === member ? { kind: 'in', member: reply.member } : undefined
    case 'wrong':
    case 'wait':
      return { kind: reply.is, waitMs: reply.waitMs }
    case 'gone':
      return { kind: 'gone' }
    case 'names':
    case 'anew':
    case undefined:
      return undefined
  }
}
