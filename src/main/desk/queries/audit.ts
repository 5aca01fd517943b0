import type { Id } from '../../../contract/values.ts'
import {
  auditDetail,
  type AuditEntryRow,
  type AuditGroup,
  type AuditPage,
  type AuditSearch,
} from '../../../shared/desk/audit.ts'
import type { AuditRecord } from '../../vault/audit/audit.ts'
import type { AuditQuery, SearchAudit } from '../../vault/audit/audit-search.ts'
import type { Members } from '../members/members.ts'
import type { References } from '../references.ts'
import { groupedKinds, groupOf, kindsOfGroup } from './audit-groups.ts'

/** Entries that are handed out at a time. */
const auditPageSize = 100

/** What the page calls a patient whom an entry names: not one whose record could be read by that. */
export const auditPatient = 'auditedPatient'

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
  { member, group, from, to, before }: AuditSearch,
  patient: Id | undefined,
  words: AuditWords,
): AuditPage {
  const found = search({
    ...{ member, from, to, before, limit: auditPageSize + 1 },
    ...(patient !== undefined && { patient: String(patient) }),
    ...(group !== undefined && { kinds: kindsOf(group) }),
  })
  const shown = found.slice(0, auditPageSize)
  const names = new Map(words.members.list().map(({ id, name }) => [id, name]))
  return {
    entries: shown.map((record) => entryOf(record, names, words.references)),
    next: found.length > shown.length ? (shown.at(-1)?.seq ?? null) : null,
  }
}

function entryOf(
  { seq, at, kind, fields }: AuditRecord,
  names: ReadonlyMap<string, string>,
  references: References,
): AuditEntryRow {
  const named = (id: string | number | undefined) =>
    id === undefined ? null : (names.get(String(id)) ?? null)
  const { by, member } = fields
  const patient = fields['record.patientId']
  return {
    ...{ seq, at, kind, group: groupOf(kind) },
    // An entry of who did something to whom names both.
    member: named(by ?? member),
    about: by === undefined || by === member ? null : named(member),
    patient: patient === undefined ? null : references.of(auditPatient, String(patient)),
    details: auditDetail.options.flatMap((what) => {
      const value = fields[what]
      return value === undefined ? [] : [{ what, value: String(value) }]
    }),
  }
}
