import type { Member, MemberFault, MemberPatch } from '../../../shared/desk/members.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { AuditFields } from '../../vault/audit/audit.ts'
import { isAdministrator, readName, readRoles, shownOf, type MemberRow } from './member-row.ts'
import type { MemberStore } from './member-store.ts'

/** The member's row as it will be; nothing is written. */
export function changedRow(
  store: MemberStore,
  id: string,
  patch: MemberPatch,
): Result<MemberRow, MemberFault> {
  const row = store.row(id)
  if (!row) return err({ kind: 'unknownMember' })
  const name = patch.name === undefined ? row.name : readName(patch.name)
  if (name === undefined) return err({ kind: 'badName' })
  const roles = patch.roles ? readRoles(patch.roles) : row.roles
  if (roles.length === 0) return err({ kind: 'noRole' })
  const isActive = patch.isActive ?? row.isActive
  if (isActive && store.isNameTaken(name, id)) return err({ kind: 'nameTaken' })
  // What somebody knew who left opens nothing when they come back.
  const changed = { ...row, name, roles, isActive, secret: isActive ? row.secret : null }
  const isLost = isAdministrator(shownOf(row)) && !isAdministrator(shownOf(changed))
  return isLost && !store.hasOtherAdministrator(id)
    ? err({ kind: 'lastAdministrator' })
    : ok(changed)
}

/** What the audit says of a change; undefined where there is none. */
export function patchedFields(before: Member, after: MemberRow): AuditFields | undefined {
  const fields: AuditFields = {
    ...(after.name !== before.name && { name: after.name }),
    ...(after.roles.join() !== before.roles.join() && { roles: after.roles.join(', ') }),
    ...(after.isActive !== before.isActive && { active: after.isActive ? 'yes' : 'no' }),
  }
  return Object.keys(fields).length > 0 ? fields : undefined
}
