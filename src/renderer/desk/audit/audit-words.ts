import { m } from '../../../i18n/paraglide/messages.js'
import type {
  AuditDetail,
  AuditExport,
  AuditGroup,
  AuditVerdict,
} from '../../../shared/desk/audit.ts'
import type { Reference } from '../../../shared/desk/references.ts'

const groups = {
  looks: m.desk_audit_group_looks,
  changes: m.desk_audit_group_changes,
  calls: m.desk_audit_group_calls,
  signIns: m.desk_audit_group_signIns,
  emergencies: m.desk_audit_group_emergencies,
  refusals: m.desk_audit_group_refusals,
  administration: m.desk_audit_group_administration,
  others: m.desk_audit_group_others,
} as const satisfies Record<AuditGroup, unknown>

/** Returns the name of a group of entries. */
export const groupWords = (group: AuditGroup): string => groups[group]()

const kinds: Readonly<Record<string, typeof m.desk_audit_kind_call>> = {
  deskQueried: m.desk_audit_kind_deskQueried,
  deskChanged: m.desk_audit_kind_deskChanged,
  deskChangeFailed: m.desk_audit_kind_deskChangeFailed,
  deskRefused: m.desk_audit_kind_deskRefused,
  deskCodeUsed: m.desk_audit_kind_deskCodeUsed,
  deskCodeRefused: m.desk_audit_kind_deskCodeRefused,
  deskCodeVoided: m.desk_audit_kind_deskCodeVoided,
  commandSent: m.desk_audit_kind_commandSent,
  kioskPinUsed: m.desk_audit_kind_kioskPinUsed,
  call: m.desk_audit_kind_call,
  credentialUsed: m.desk_audit_kind_credentialUsed,
  memberSetUp: m.desk_audit_kind_memberSetUp,
  memberCreated: m.desk_audit_kind_memberCreated,
  memberChanged: m.desk_audit_kind_memberChanged,
  memberReset: m.desk_audit_kind_memberReset,
  memberSecretChanged: m.desk_audit_kind_memberSecretChanged,
  memberSecretWrong: m.desk_audit_kind_memberSecretWrong,
  memberSignedIn: m.desk_audit_kind_memberSignedIn,
  memberConfirmed: m.desk_audit_kind_memberConfirmed,
  memberSignedOut: m.desk_audit_kind_memberSignedOut,
  emergencyTaken: m.desk_audit_kind_emergencyTaken,
  emergencyEnded: m.desk_audit_kind_emergencyEnded,
  emergencySeen: m.desk_audit_kind_emergencySeen,
  stationPaired: m.desk_audit_kind_stationPaired,
  stationUnpaired: m.desk_audit_kind_stationUnpaired,
  pairingInvited: m.desk_audit_kind_pairingInvited,
  pairingRefused: m.desk_audit_kind_pairingRefused,
  clinicKeyChanged: m.desk_audit_kind_clinicKeyChanged,
  started: m.desk_audit_kind_started,
  stopped: m.desk_audit_kind_stopped,
  keyRotated: m.desk_audit_kind_keyRotated,
  lossAccepted: m.desk_audit_kind_lossAccepted,
  checkpoint: m.desk_audit_kind_checkpoint,
  rolledBack: m.desk_audit_kind_rolledBack,
}

/** Checks if there are words for a kind of entry. */
export const isKnownKind = (kind: string): boolean => Object.hasOwn(kinds, kind)

/** Describes a kind of entry. */
export const kindWords = (kind: string): string =>
  ((isKnownKind(kind) && kinds[kind]) || m.desk_audit_kind_other)()

const details = {
  query: m.desk_audit_detail_query,
  searchedBy: m.desk_audit_detail_searchedBy,
  command: m.desk_audit_detail_command,
  operation: m.desk_audit_detail_operation,
  outcome: m.desk_audit_detail_outcome,
  reason: m.desk_audit_detail_reason,
  why: m.desk_audit_detail_why,
  role: m.desk_audit_detail_role,
  roles: m.desk_audit_detail_roles,
  name: m.desk_audit_detail_name,
} as const satisfies Record<AuditDetail, unknown>

/** Names a detail of an entry. */
export const detailWords = (what: AuditDetail): string => details[what]()

/** Returns this page's number for a patient. */
export const patientNumber = (patient: Reference): string => patient.split('-').at(-1) ?? ''

const exportFaults = {
  nothing: m.desk_audit_export_none,
  noFolder: m.desk_audit_export_no_folder,
  notWritten: m.desk_audit_export_not_written,
} as const

/** Explains a failed export and its remedy. */
export const exportFaultWords = (outcome: Exclude<AuditExport['outcome'], 'exported'>): string =>
  exportFaults[outcome]()

const faults = {
  missing: m.desk_audit_fault_missing,
  changed: m.desk_audit_fault_changed,
  cut: m.desk_audit_fault_cut,
  added: m.desk_audit_fault_added,
  noCheckpoint: m.desk_audit_fault_noCheckpoint,
} as const

/** Describes the place where the chain breaks. */
export function faultWords({ fault, seq }: Extract<AuditVerdict, { holds: false }>): string {
  return fault === 'seal' ? m.desk_audit_fault_seal() : faults[fault]({ seq: seq ?? 0 })
}
