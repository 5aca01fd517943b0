import type { Id } from '../../../contract/values.ts'
import {
  auditDetail,
  type AuditEntryRow,
  type AuditExportSearch,
  type AuditGroup,
  type AuditPage,
  type AuditSearch,
} from '../../../shared/desk/audit.ts'
import type { AuditQuery, AuditRecord, SearchAudit } from '../../vault/audit/audit.ts'
import type { Members } from '../members/members.ts'
import type { References } from '../references.ts'
import { groupedKinds, groupOf, kindsOfGroup } from './audit-groups.ts'

/** Entries that are handed out at a time. */
const auditPageSize = 100

/** What the page calls a patient whom an entry names: not one whose record could be read by that. */
export const auditPatient = 'auditedPatient'

/** What the audit is searched by; `patient` is the service's id of whom it is to be about. */
export function auditQueryOf(
  { member, group, from, to }: AuditExportSearch,
  patient: Id | undefined,
): Omit<AuditQuery, 'before' | 'limit'> {
  return {
    ...{ member, from, to },
    ...(patient !== undefined && { patient: String(patient) }),
    ...(group !== undefined && { kinds: kindsOf(group) }),
  }
}

/** The present names of members of staff by their ids. */
export const memberNames = (members: Pick<Members, 'list'>): ReadonlyMap<string, string> =>
  new Map(members.list().map(({ id, name }) => [id, name]))

/** Who did what an entry tells of, and to which member of staff. */
export function whoOf(
  { kind, fields: { by, member } }: Pick<AuditRecord, 'kind' | 'fields'>,
  names: ReadonlyMap<string, string>,
): Pick<AuditEntryRow, 'member' | 'about'> {
  const named = (id: string | number | undefined) =>
    id === undefined ? null : (names.get(String(id)) ?? null)
  // Of a command `by` is the name that its kiosk was told.
  if (kind === 'commandSent') return { member: named(member), about: null }
  // An entry of who did something to whom names both.
  return {
    member: named(by ?? member),
    about: by === undefined || by === member ? null : named(member),
  }
}

/** What entries are told with. */
export interface AuditWords {
  readonly references: References
  readonly members: Pick<Members, 'list'>
}

const kindsOf = (group: AuditGroup): AuditQuery['kinds'] =>
  group === 'others' ? { areNot: groupedKinds } : { are: kindsOfGroup[group] }

/** A part of the audit; `patient` is the service's id of whom it is to be about. */
export function searchAudit(
  search: SearchAudit,
  asked: AuditSearch,
  patient: Id | undefined,
  words: AuditWords,
): AuditPage {
  const found = search({
    ...auditQueryOf(asked, patient),
    ...{ before: asked.before, limit: auditPageSize + 1 },
  })
  const shown = found.slice(0, auditPageSize)
  const names = memberNames(words.members)
  return {
    entries: shown.map((record) => entryOf(record, names, words.references)),
    next: found.length > shown.length ? (shown.at(-1)?.seq ?? null) : null,
  }
}

function entryOf(
  record: AuditRecord,
  names: ReadonlyMap<string, string>,
  references: References,
): AuditEntryRow {
  const { seq, at, kind, fields } = record
  const patient = fields['record.patientId']
  return {
    ...{ seq, at, kind, group: groupOf(kind) },
    ...whoOf(record, names),
    patient: patient === undefined ? null : references.of(auditPatient, String(patient)),
    details: auditDetail.options.flatMap((what) => {
      const value = fields[what]
      return value === undefined ? [] : [{ what, value: String(value) }]
    }),
  }
}
