import type { AuditRow } from './audit-chain.ts'
import type { AuditRecord } from './audit.ts'
import type { Connection } from '../store/database.ts'

/** What entries are looked for by; what is left out narrows nothing. */
export interface AuditQuery {
  /** The id of the member of staff who did it, or to whom it was done. */
  readonly member?: string | undefined
  /** The service's id of the patient whom it is about. */
  readonly patient?: string | undefined
  /** Entries of these kinds alone, or of all but these. */
  readonly kinds?:
    { readonly are: readonly string[] } | { readonly areNot: readonly string[] } | undefined
  /** ms since 1970; `to` is not included. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Entries with a smaller number than this. */
  readonly before?: number | undefined
  readonly limit: number
}

/** Finds entries, the newest first. It reads the audit as it stands, and verifies nothing. */
export type SearchAudit = (query: AuditQuery) => readonly AuditRecord[]

// What was tampered with need not be JSON any more.
const field = (path: string) =>
  `CASE WHEN json_valid(fields) THEN json_extract(fields, ${path}) END`
const member = ["'$.member'", "'$.by'", `'$."record.memberId"'`]
  .map((path) => `${field(path)} = @member`)
  .join(' OR ')
const patient = `CAST(${field(`'$."record.patientId"'`)} AS TEXT) = @patient`
const select = `
  SELECT seq, at, kind, fields FROM audit
  WHERE seq < @before AND at >= @from AND at < @to
    AND (@are IS NULL OR kind IN (SELECT value FROM json_each(@are)))
    AND (@areNot IS NULL OR kind NOT IN (SELECT value FROM json_each(@areNot)))
    AND (@member IS NULL OR ${member})
    AND (@patient IS NULL OR ${patient})
  ORDER BY seq DESC LIMIT @limit`

/** The search of an open database. */
export function openAuditSearch(connection: Connection): SearchAudit {
  const statement = connection.prepare<[object], Omit<AuditRow, 'previous'>>(select)
  const furthest = Number.MAX_SAFE_INTEGER
  return ({ kinds, ...query }) => {
    const found = statement.all({
      member: query.member ?? null,
      patient: query.patient ?? null,
      from: Math.trunc(query.from ?? -furthest),
      to: Math.trunc(query.to ?? furthest),
      before: query.before ?? furthest,
      are: kinds && 'are' in kinds ? JSON.stringify(kinds.are) : null,
      areNot: kinds && 'areNot' in kinds ? JSON.stringify(kinds.areNot) : null,
      limit: query.limit,
    })
    return found.map((row) => ({ ...row, fields: fieldsOf(row.fields) }))
  }
}

function fieldsOf(text: string): AuditRecord['fields'] {
  try {
    const fields: unknown = JSON.parse(text)
    return typeof fields === 'object' && fields !== null ? (fields as AuditRecord['fields']) : {}
  } catch {
    return {}
  }
}
