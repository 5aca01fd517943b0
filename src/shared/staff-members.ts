import * as z from 'zod/mini'
import { memberId, memberRole } from './desk/members.ts'
import { memberNameMost } from './desk/limits.ts'
import { memberSecretMost } from './entry-limits.ts'
import { commandOf, screenOf } from './staff-pages.ts'

const name = z.string().check(z.minLength(1), z.maxLength(memberNameMost))

export const listedMember = z.strictObject({ id: memberId, name })
export type ListedMember = z.infer<typeof listedMember>

const panelMember = z.strictObject({ id: memberId, name, roles: z.array(memberRole) })
export type PanelMember = z.infer<typeof panelMember>

const isIn = z.object({ kind: z.literal('in'), member: panelMember })
/** They cannot sign in now: they are not active, or must first choose a secret of their own at the desk. */
const isGone = z.object({ kind: z.literal('gone') })
const waitMs = z.int().check(z.minimum(0))

export const signInAnswers = [
  isIn,
  isGone,
  z.object({ kind: z.literal('wrong'), waitMs }),
  /** Not looked at: too many were wrong, and the wait is not over. */
  z.object({ kind: z.literal('wait'), waitMs }),
] as const
export type SignInAnswer = Readonly<z.infer<(typeof signInAnswers)[number]>>

export const stillThere = z.discriminatedUnion('kind', [isIn, isGone])
export type StillThere = Readonly<z.infer<typeof stillThere>>

/** Act in a kiosk's panel that a member confirms with their sign-in secret: another PIN, or forgetting everything. */
export const confirmedAct = z.enum(['newPin', 'forget'])
export type ConfirmedAct = z.infer<typeof confirmedAct>

export const memberCommands = [
  commandOf('chooseMember', { member: memberId }),
  /** Submits a member's secret. `member`: the member on the screen at the time. */
  commandOf('submitMember', {
    member: memberId,
    secret: z.string().check(z.minLength(1), z.maxLength(memberSecretMost)),
  }),
  commandOf('showMembers', {}),
  commandOf('askDesk', {}),
  commandOf('usePin', {}),
] as const

export const memberScreens = [
  screenOf('staffDeskAsked', {}),
  screenOf('staffChooseMember', { members: z.array(listedMember), isGone: z.boolean() }),
  screenOf('staffMemberSecret', {
    /** Purpose. `enter`: to come in; `change`: the person in the panel chooses another PIN for the kiosk. */
    purpose: z.enum(['enter', 'change']),
    member: listedMember,
    checking: z.boolean(),
    error: z.nullable(z.enum(['wrong'])),
    errorCount: z.int(),
    waitMs: z.int(),
  }),
  screenOf('staffDeskAway', {}),
  /** They are who they say, and have no role that does anything at a kiosk. */
  screenOf('staffNoRole', { member: name }),
] as const
