import { m } from '../../../i18n/paraglide/messages.js'
import type { AuditVerdict } from '../../../shared/desk/audit.ts'
import type { Reference } from '../../../shared/desk/references.ts'

/** Returns this page's number for a patient. */
export const patientNumber = (patient: Reference): string => patient.split('-').at(-1) ?? ''

/** Describes the place where the chain breaks. */
export const faultWords = ({ fault, seq }: Extract<AuditVerdict, { holds: false }>): string =>
  m.desk_audit_fault({ fault, seq: seq ?? 0 })
