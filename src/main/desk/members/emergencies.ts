import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import {
  emergencyRole,
  type EmergencyRole,
  type SeeEmergencyFault,
} from '../../../shared/desk/members.ts'
import type { EmergencyAccess } from '../../../shared/desk/member-operations.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { WallClock } from '../../base/clock.ts'
import type { Audit } from '../../vault/audit/audit.ts'
import type { MemberRows } from '../../vault/store/rows.ts'
import { isAdministrator, type MemberStore } from './member-store.ts'

const emergencyRow = z.strictObject({
  id: z.uuid(),
  memberId: z.string(),
  role: z.enum(emergencyRole.options),
  reason: z.string(),
  at: z.int(),
  endsAt: z.int(),
})
type EmergencyRow = z.infer<typeof emergencyRow>

/** Role that a member took in an emergency, with its reason and duration. */
interface TakenEmergency {
  readonly memberId: string
  readonly role: EmergencyRole
  readonly reason: string
  readonly forMs: number
}

/**
 * Opens the list of roles taken in an emergency, for administrators to see afterwards. `onChange` is called after it
 * changed.
 */
export function openEmergencies(parts: {
  readonly rows: Pick<MemberRows, 'emergencies' | 'addEmergency' | 'removeEmergency'>
  readonly store: MemberStore
  readonly audit: Pick<Audit, 'append'>
  readonly clock: Pick<WallClock, 'wallTime'>
  readonly onChange: () => void
}) {
  const { rows, store, audit, clock, onChange } = parts
  const read = () => rows.emergencies().map((row) => emergencyRow.parse(JSON.parse(row)))
  const nameOf = (id: string) => store.find(id)?.name ?? ''
  return {
    /** Those that no administrator has seen, the oldest first. */
    unseen: (): readonly EmergencyAccess[] =>
      read().map((row) => ({ ...row, name: nameOf(row.memberId) })),
    /** Takes one from the list; the audit keeps it. */
    see(by: string, id: string): Result<null, SeeEmergencyFault> {
      const administrator = store.find(by)
      if (!administrator || !isAdministrator(administrator)) return err({ kind: 'notAllowed' })
      const row = read().find((one) => one.id === id)
      if (!row) return err({ kind: 'unknownEmergency' })
      if (row.memberId === by && store.hasOtherAdministrator(by))
        return err({ kind: 'ownEmergency' })
      audit.append('emergencySeen', { by, emergency: id, member: row.memberId })
      rows.removeEmergency(id)
      onChange()
      return ok(null)
    },
    /** Keeps one, in the audit and on the list, before the right is given; tells its end in ms since 1970. */
    take({ memberId, role, reason, forMs }: TakenEmergency): number {
      const at = Math.floor(clock.wallTime())
      const row: EmergencyRow = {
        id: randomUUID(),
        memberId,
        role,
        reason,
        at,
        endsAt: at + forMs,
      }
      const fields = { emergency: row.id, member: memberId, role, reason, minutes: forMs / 60_000 }
      audit.append('emergencyTaken', fields)
      rows.addEmergency(row.id, JSON.stringify(row))
      onChange()
      return row.endsAt
    },
  }
}
