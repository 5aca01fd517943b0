import * as z from 'zod/mini'
import { emergencyRole, member, memberDraft, memberId, memberPatch } from './members.ts'
import { defineOperations, nothing, see, change } from './operation.ts'
const temporary = z.strictObject({ name: z.string(), temporary: z.string() })

export const emergencyAccess = z.strictObject({
  id: z.uuid(),
  memberId,
  name: z.string(),
  role: emergencyRole,
  reason: z.string(),
  /** From when until when, in ms since 1970. */
  at: z.int(),
  endsAt: z.int(),
})
export type EmergencyAccess = z.infer<typeof emergencyAccess>

export const memberOperations = defineOperations({
  queries: {
    members: see('members', nothing, z.array(member)),
    /** Roles that were taken in an emergency and that no administrator has seen, the oldest first. */
    emergencies: see('members', nothing, z.array(emergencyAccess)),
  },
  commands: {
    createMember: change('members', memberDraft, temporary),
    changeMember: change('members', { memberId, patch: memberPatch }),
    resetMember: change('members', { memberId }, temporary),
    /** Says that an administrator has seen an emergency access; the audit keeps it. */
    seeEmergency: change('members', { emergency: z.uuid() }),
  },
})
