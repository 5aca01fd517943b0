import * as z from 'zod/mini'

/** Role of a member of staff; `rights.ts` lists each one's rights to see and change. */
export const memberRole = z.enum(['reception', 'clinical', 'billing', 'administrator'])
export type MemberRole = z.infer<typeof memberRole>

/**
 * Roles that can be taken in an emergency. Not `administrator`: the taker could keep it, and an emergency needs patient
 * data, not settings.
 */
export const emergencyRole = z.enum(['reception', 'clinical', 'billing'])
export type EmergencyRole = z.infer<typeof emergencyRole>

/** Most characters of a member's name, and of a reason. */
export const memberNameMost = 60
export const reasonLength = { least: 10, most: 200 } as const

const typedName = z.string().check(z.maxLength(200))

export const memberId = z.uuid()

export const memberDraft = z.strictObject({ name: typedName, roles: z.array(memberRole) })
export type MemberDraft = z.infer<typeof memberDraft>

/** The first administrator of a desk, who chooses their own passphrase or PIN at once. */
export interface FirstAdministrator {
  readonly name: string
  readonly secret: string
}

/** An administrator's changes to a member; omitted fields stay as they are. */
export const memberPatch = z.strictObject({
  name: z.optional(typedName),
  roles: z.optional(z.array(memberRole)),
  /** False: the member cannot sign in any more. True: they can again, once they have a new temporary PIN. */
  isActive: z.optional(z.boolean()),
})
export type MemberPatch = z.infer<typeof memberPatch>

/** A member as others see them. */
export const member = z.strictObject({
  id: memberId,
  name: z.string(),
  roles: z.array(memberRole),
  isActive: z.boolean(),
  /** `own`: they chose it; `temporary`: an administrator gave it, to be changed at once; `none`: it was taken away. */
  secret: z.enum(['own', 'temporary', 'none']),
  /** Time of creation, in ms since 1970. */
  since: z.int(),
})
export type Member = z.infer<typeof member>

/** Member who is signed in at a desk. */
export const signedInMember = z.strictObject({
  id: memberId,
  name: z.string(),
  roles: z.array(memberRole),
  /** They signed in with a temporary PIN: they have no right before they change it. */
  mustChangeSecret: z.boolean(),
  /** Keys that are pressed alone do nothing: they chose that. */
  singleKeysOff: z.optional(z.literal(true)),
  /** A role that they took in an emergency, and until when (ms since 1970). */
  emergency: z.optional(z.strictObject({ role: emergencyRole, endsAt: z.int() })),
})
export type SignedInMember = z.infer<typeof signedInMember>

/** Reason that a passphrase or PIN cannot be chosen. */
export type SecretWeakness = 'tooShort' | 'tooLong' | 'tooEasy' | 'ownName'

/** Reason that no member was changed. */
export type MemberFault =
  /** The person who asked is not an administrator, or no longer one. */
  | { readonly kind: 'notAllowed' }
  | { readonly kind: 'unknownMember' }
  /** No name, one that is too long, or one that cannot be read. */
  | { readonly kind: 'badName' }
  /** Another active member has it. */
  | { readonly kind: 'nameTaken' }
  | { readonly kind: 'noRole' }
  /** Nobody could manage members any more. */
  | { readonly kind: 'lastAdministrator' }
  /** Nobody resets their own: they change it. */
  | { readonly kind: 'ownSecret' }
  | { readonly kind: 'inactive' }
  /** There are members already. */
  | { readonly kind: 'alreadySetUp' }
  | { readonly kind: 'badSecret'; readonly why: SecretWeakness }

/** Reason that a sign-in or a proof of identity failed. */
export type SignInFault =
  /** There is no such member, or they are not active. */
  | { readonly kind: 'unknownMember' }
  /** It was taken away: an administrator gives a temporary one. */
  | { readonly kind: 'noSecret' }
  /** `waitMs` (0 at first) passes before another one is looked at. */
  | { readonly kind: 'wrong'; readonly waitMs: number }
  /** Not looked at: too many were wrong, and the wait is not over. */
  | { readonly kind: 'wait'; readonly waitMs: number }
  /** The desk was locked, or somebody else began to sign in, meanwhile. */
  | { readonly kind: 'superseded' }

/** Reason that a member's own passphrase or PIN was not changed. */
export type ChangeSecretFault =
  | SignInFault
  | { readonly kind: 'notSignedIn' }
  | { readonly kind: 'badSecret'; readonly why: SecretWeakness | 'same' }

/** Reason that no role was taken in an emergency. */
export type EmergencyFault =
  | { readonly kind: 'notSignedIn' }
  | { readonly kind: 'mustChangeSecret' }
  /** Shorter or longer than `reasonLength`. */
  | { readonly kind: 'badReason' }
  /** The member has it already. */
  | { readonly kind: 'alreadyHeld' }

/** Reason that an emergency access stays on the administrators' list. */
export type SeeEmergencyFault =
  | { readonly kind: 'notAllowed' }
  | { readonly kind: 'unknownEmergency' }
  /** One's own is seen by another administrator, where there is one. */
  | { readonly kind: 'ownEmergency' }
