import * as z from 'zod/mini'
import { emergencyRoles, memberRoles } from './limits.ts'

export const memberRole = z.enum(memberRoles)
export type MemberRole = z.infer<typeof memberRole>

export const emergencyRole = z.enum(emergencyRoles)
export type EmergencyRole = z.infer<typeof emergencyRole>

const typedName = z.string().check(z.maxLength(200))

export const memberId = z.uuid()

export const memberDraft = z.strictObject({ name: typedName, roles: z.array(memberRole) })
export type MemberDraft = z.infer<typeof memberDraft>

export interface FirstAdministrator {
  readonly name: string
  readonly secret: string
}

export const memberPatch = z.strictObject({
  name: z.optional(typedName),
  roles: z.optional(z.array(memberRole)),
  /** False: the member cannot sign in any more. True: they can again, once they have a new temporary PIN. */
  isActive: z.optional(z.boolean()),
})
export type MemberPatch = z.infer<typeof memberPatch>

export const member = z.strictObject({
  id: memberId,
  name: z.string(),
  roles: z.array(memberRole),
  isActive: z.boolean(),
  /** `own`: they chose it; `temporary`: an administrator gave it, to be changed at once; `none`: it was taken away. */
  secret: z.enum(['own', 'temporary', 'none']),
  since: z.int(),
})
export type Member = z.infer<typeof member>

export interface SignedInMember {
  readonly id: string
  readonly name: string
  readonly roles: readonly MemberRole[]
  /** They signed in with a temporary PIN: they have no right before they change it. */
  readonly mustChangeSecret: boolean
  readonly singleKeysOff?: true
  /** A role that they took in an emergency, and until when (ms since 1970). */
  readonly emergency?: { readonly role: EmergencyRole; readonly endsAt: number }
}

export type SecretWeakness = 'tooShort' | 'tooLong' | 'tooEasy' | 'ownName'
