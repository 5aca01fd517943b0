import type { AuditSearch } from '../../../shared/desk/audit.ts'
import { auditGroups } from '../../../shared/desk/limits.ts'
import type { Reference } from '../../../shared/desk/references.ts'

/** Filter of the audit, as typed in the fields above the list; an empty field narrows nothing. */
export interface AuditFilter {
  readonly member: string
  /** One of `AuditGroup`. */
  readonly group: string
  /** Days as YYYY-MM-DD by this machine's calendar; `to` is included. */
  readonly from: string
  readonly to: string
  readonly patientNumber: string
  readonly patient: Reference | undefined
}

/** All of it. */
export const wholeAudit: AuditFilter = {
  member: '',
  group: '',
  from: '',
  to: '',
  patientNumber: '',
  patient: undefined,
}

/** Returns the midnight of a day, or of one some days later, in ms since 1970; undefined for an empty field. */
function midnight(day: string, after = 0): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  if (!match) return undefined
  const [year, month, date] = match.slice(1).map(Number)
  return new Date(year ?? 0, (month ?? 1) - 1, (date ?? 1) + after).getTime()
}

/** Converts the filter to main's search. */
export function searchOf(filter: AuditFilter): Omit<AuditSearch, 'before'> {
  const { member, patient } = filter
  const group = auditGroups.find((each) => each === filter.group)
  const patientNumber = filter.patientNumber.trim()
  const [from, to] = [midnight(filter.from), midnight(filter.to, 1)]
  return {
    ...(member !== '' && { member }),
    ...(group !== undefined && { group }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(patient !== undefined
      ? { patient }
      : /^\S{1,200}$/.test(patientNumber) && { patientNumber }),
  }
}
