import * as z from 'zod/mini'
import { emergencyRole, member, memberDraft, memberId, memberPatch } from './members.ts'
import { defineOperations, nothing, see, change } from './operation.ts'
/** A PIN for one sign-in, and whose it is. */
const temporary = z.strictObject({ name: z.string(), temporary: z.string() })

export const emergencyAccess = z.strictObject({
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
    members: see('members', nothing, z.array(member)),
    /** Roles that were taken in an emergency and that no administrator has seen, the oldest first. */
    emergencies: see('members', nothing, z.array(emergencyAccess)),
  },
  commands: {
    /** Adds a member; the PIN for their first sign-in is shown only once. */
    createMember: change('members', memberDraft, temporary),
    /** Gives a member another name or other roles, or says whether they may sign in. */
    changeMember: change('members', { memberId, patch: memberPatch }),
    /** Replaces a member's secret with a PIN for one sign-in. */
    resetMember: change('members', { memberId }, temporary),
    /** Says that an administrator has seen an emergency access; the audit keeps it. */
    seeEmergency: change('members', { emergency: z.uuid() }),
  },
})
