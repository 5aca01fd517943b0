import * as z from 'zod/mini'
import { isoDateTime } from '../../../shared/bus/fields.ts'
import { memberId } from '../../../shared/desk/members.ts'
import { memberSecretMost } from '../../../shared/entry-limits.ts'
import { confirmedAct, listedMember, panelMember } from '../../../shared/staff-members.ts'

/** Version of what is sealed below. */
export const memberMessageVersion = 1

/** Uses for which questions and replies are sealed, so that neither passes for the other. */
export const askUse = 'foyer-member-asked'
export const replyUse = 'foyer-member-answered'

/** Bytes of the names in one reply, before it is sealed: those that find no room come with the next. */
export const mostNamesBytes = 3_500

const version = z.literal(memberMessageVersion)
const randomText = z.string().check(z.regex(/^[\w-]{22}$/))
/** 16 random bytes that a desk makes at its start. */
const desk = randomText
/** 16 random bytes, used once: a reply belongs to the question that has the same. */
const nonce = randomText
const ask = {
  v: version,
  nonce,
  /**
   * End of validity, repeated from the question itself, so that packing the sealed part into another question prolongs
   * nothing.
   */
  until: isoDateTime,
}
const secretAsk = {
  /** Id that the desk last sent; null before the first. Messages to an earlier start of the desk are worthless. */
  desk: z.nullable(desk),
  member: memberId,
  secret: z.string().check(z.maxLength(memberSecretMost)),
}
const reply = { v: version, nonce }
const waitMs = z.int().check(z.minimum(0))

/** Question of a kiosk about members of staff, before it is sealed. */
export const memberAsk = z.discriminatedUnion('ask', [
  /** `after`: how many are known already. */
  z.object({ ...ask, ask: z.literal('names'), after: z.int().check(z.minimum(0)) }),
  /** Asks if a signed-in member may stay signed in, and with which roles. */
  z.object({ ...ask, ask: z.literal('still'), member: memberId }),
  z.object({ ...ask, ...secretAsk, ask: z.literal('signIn') }),
  /** As `signIn`, of who is in and has something done that asks for it once more. */
  z.object({ ...ask, ...secretAsk, ask: z.literal('confirm'), what: confirmedAct }),
])

/** Answer of a desk, before it is sealed. */
export const memberReply = z.discriminatedUnion('is', [
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
