import * as z from 'zod/mini'
import { memberId } from '../../../shared/desk/members.ts'
import { memberSecretMost } from '../../../shared/entry-limits.ts'
import {
  confirmedAct,
  listedMember,
  signInAnswers,
  stillThere,
} from '../../../shared/staff-members.ts'
import { randomText, type SealedSubject } from '../sealed-questions.ts'

/** A random text that a desk draws at its start. */
const desk = randomText
const secretAsk = {
  /** Id that the desk last sent; null before the first. Messages to an earlier start of the desk are worthless. */
  desk: z.nullable(desk),
  member: memberId,
  secret: z.string().check(z.maxLength(memberSecretMost)),
}

/** Question of a kiosk about members of staff. */
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

/** Questions of kiosks about the desk's members of staff. */
export const memberSubject: SealedSubject<MemberAsk> = {
  kind: 'memberAsked',
  ask: memberAsk,
  resultOf: ({ type }) => memberResults[type],
}
