import * as z from 'zod/mini'
import { memberId } from '../../../shared/desk/members.ts'
import { memberSecretMost } from '../../../shared/entry-limits.ts'
import { confirmedAct, listedMember, panelMember } from '../../../shared/staff-members.ts'
import { randomText, sealedAsk, sealedReply, type SealedProtocol } from '../sealed-questions.ts'

/** Version of what is sealed below. */
const version = 1

/** Bytes of the names in one reply, before it is sealed: those that find no room come with the next. */
export const mostNamesBytes = 3_500

/** A random text that a desk draws at its start. */
const desk = randomText
const ask = sealedAsk(version)
const secretAsk = {
  /** Id that the desk last sent; null before the first. Messages to an earlier start of the desk are worthless. */
  desk: z.nullable(desk),
  member: memberId,
  secret: z.string().check(z.maxLength(memberSecretMost)),
}
const reply = sealedReply(version)
const waitMs = z.int().check(z.minimum(0))

/** Question of a kiosk about members of staff, before it is sealed. */
const memberAsk = z.discriminatedUnion('ask', [
  /** `after`: how many are known already. */
  z.object({ ...ask, ask: z.literal('names'), after: z.int().check(z.minimum(0)) }),
  /** Asks if a signed-in member may stay signed in, and with which roles. */
  z.object({ ...ask, ask: z.literal('still'), member: memberId }),
  z.object({ ...ask, ...secretAsk, ask: z.literal('signIn') }),
  /** As `signIn`, of who is in and has something done that asks for it once more. */
  z.object({ ...ask, ...secretAsk, ask: z.literal('confirm'), what: confirmedAct }),
])

/** Answer of a desk, before it is sealed. */
const memberReply = z.discriminatedUnion('is', [
  z.object({
    ...reply,
    is: z.literal('names'),
    members: z.array(listedMember),
    /** There are others after them. */
    more: z.boolean(),
  }),
  /** Nothing was looked at: it is to be asked once more, with this. */
  z.object({ ...reply, is: z.literal('anew'), desk }),
  z.object({ ...reply, is: z.literal('in'), member: panelMember }),
  z.object({ ...reply, is: z.literal('wrong'), waitMs }),
  z.object({ ...reply, is: z.literal('wait'), waitMs }),
  z.object({ ...reply, is: z.literal('gone') }),
])
export type MemberReply = z.infer<typeof memberReply>
export type MemberAsk = z.infer<typeof memberAsk>

/** Questions of kiosks about the desk's members of staff. */
export const memberProtocol: SealedProtocol<MemberAsk, MemberReply> = {
  kind: 'memberAsked',
  version,
  askUse: 'foyer-member-asked',
  replyUse: 'foyer-member-answered',
  ask: memberAsk,
  reply: memberReply,
}
