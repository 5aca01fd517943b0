import * as z from 'zod/mini'
import { emergencyRole, member, memberDraft, memberId, memberPatch } from './members.ts'
import { type DeskOperations, nothing, see, change } from './operation.ts'
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

export const memberOperations = {
  queries: {
    members: see('members', nothing, z.array(member)),
    emergencies: see('members', nothing, z.array(emergencyAccess)),
  },
  commands: {
    createMember: change('members', memberDraft, temporary),
    changeMember: change('members', { memberId, patch: memberPatch }),
    resetMember: change('members', { memberId }, temporary),
    seeEmergency: change('members', { emergency: z.uuid() }),
  },
} satisfies DeskOperations
