import * as z from 'zod/mini'
import { emergencyRole, member, memberDraft, memberId, memberPatch } from './members.ts'
import { defineOperations, nothing } from './operation.ts'

const manages = { place: 'members', act: 'change' } as const
/** A PIN for one sign-in, and whose it is. */
const temporary = z.strictObject({ name: z.string(), temporary: z.string() })

const emergencyAccess = z.strictObject({
  id: z.uuid(),
  memberId,
  /** The member's name, as it is now. */
  name: z.string(),
  role: emergencyRole,
  /** In the member's own words. */
  reason: z.string(),
  /** From when until when, in ms since 1970. */
  at: z.int(),
  endsAt: z.int(),
})
export type EmergencyAccess = z.infer<typeof emergencyAccess>

/** The members of staff of this desk. They stay on this machine. */
export const memberOperations = defineOperations({
  queries: {
    /** The members of staff of this desk, also those who cannot sign in any more. */
    members: {
      right: { place: 'members', act: 'see' },
      input: nothing,
      output: z.array(member),
    },
    /** Roles that were taken in an emergency and that no administrator has seen, the oldest first. */
    emergencies: {
      right: { place: 'members', act: 'see' },
      input: nothing,
      output: z.array(emergencyAccess),
    },
  },
  commands: {
    /** Adds a member; the PIN for their first sign-in is shown only once. */
    createMember: { right: manages, input: memberDraft, output: temporary },
    /** Gives a member another name or other roles, or says whether they may sign in. */
    changeMember: {
      right: manages,
      input: z.strictObject({ memberId, patch: memberPatch }),
      output: z.null(),
    },
    /** Replaces a member's secret with a PIN for one sign-in. */
    resetMember: { right: manages, input: z.strictObject({ memberId }), output: temporary },
    /** Says that an administrator has seen an emergency access; the audit keeps it. */
    seeEmergency: {
      right: manages,
      input: z.strictObject({ emergency: z.uuid() }),
      output: z.null(),
    },
  },
})
