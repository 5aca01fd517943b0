import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Id } from '../../../contract/values.ts'
import {
  auditDetail,
  type AuditExport,
  type AuditExportSearch,
} from '../../../shared/desk/audit.ts'
import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { csvRecord } from '../../base/csv.ts'
import { findFolder, minuteInName, writeNewFile } from '../../base/new-file.ts'
import type { AuditRecord, SearchAudit } from '../../vault/audit/audit.ts'
import type { Members } from '../members/members.ts'
import { groupOf } from '../queries/audit-groups.ts'
import { auditQueryOf, memberNames, whoOf } from '../queries/audit.ts'
import type { DeskWork } from '../work.ts'

/** Entries that are read at a time: whoever waits for main is served in between. */
const atATime = 1_000
const end = '\r\n'
/** By it a spreadsheet knows that names are written in UTF-8. */
const byteOrderMark = '\uFEFF'
const columns = ['seq', 'at', 'group', 'kind', 'member', 'about', 'patient', ...auditDetail.options]

/** What an export is made of. */
export interface AuditExportParts extends Pick<DeskWork, 'signal' | 'wallTime'> {
  readonly search: SearchAudit
  readonly members: Pick<Members, 'list'>
  /** An absolute folder; null: nothing is exported. */
  readonly exportFolder: string | null
}

/**
 * Writes all entries that fit, the newest first, to a new file of this user's alone: what the desk shows of them, as CSV
 * (RFC 4180). A patient stands there by the service's id, `patient` as well. Given up when the session ends.
 */
export async function exportAudit(
  { search, members, exportFolder, signal, wallTime }: AuditExportParts,
  asked: AuditExportSearch,
  patient: Id | undefined,
): Promise<Result<AuditExport, DeskRefusal>> {
  if (exportFolder === null || !(await findFolder(exportFolder)).ok)
    return ok({ outcome: 'noFolder' })
  const query = auditQueryOf(asked, patient)
  const names = memberNames(members)
  const parts = [Buffer.from(`${byteOrderMark}${csvRecord(columns)}${end}`)]
  let entries = 0
  for (let before: number | undefined; ;) {
    const found = search({ ...query, before, limit: atATime })
    parts.push(Buffer.from(found.map((record) => lineOf(record, names)).join('')))
    entries += found.length
    if (found.length < atATime) break
    before = found.at(-1)?.seq
    await setImmediate()
    if (signal.aborted) return err({ kind: 'locked' })
  }
  if (entries === 0) return ok({ outcome: 'nothing' })
  const name = `audit-${minuteInName(new Date(wallTime()))}`
  const content = Buffer.concat(parts)
  const written = await writeNewFile(exportFolder, { name, extension: 'csv' }, content)
  return written.ok
    ? ok({ outcome: 'exported', file: basename(written.value.file), entries })
    : ok({ outcome: written.error.kind })
}

function lineOf(entry: AuditRecord, names: ReadonlyMap<string, string>): string {
  const { seq, at, kind, fields } = entry
  const { member, about } = whoOf(entry, names)
  const record = [
    ...[seq, new Date(at).toISOString(), groupOf(kind), kind, member ?? '', about ?? ''],
    fields['record.patientId'] ?? '',
    ...auditDetail.options.map((what) => fields[what] ?? ''),
  ]
  return `${csvRecord(record)}${end}`
}
