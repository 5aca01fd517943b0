import { basename } from 'node:path'
import type { Exported } from '../../shared/desk/exports.ts'
import { ok } from '../../shared/result.ts'
import { csvRecord } from '../base/csv.ts'
import { findFolder, minuteInName, writeNewFile } from '../base/new-file.ts'
import type { Answer, DeskWork, AnswerNowOrLater } from './feature.ts'

/** A spreadsheet knows UTF-8 by it. */
const byteOrderMark = '\uFEFF'

/** Writes rows to a new CSV file (RFC 4180) of this user's alone; reads them only where its folder exists. */
export async function exportCsv(
  { exportFolder, wallTime }: Pick<DeskWork, 'exportFolder' | 'wallTime'>,
  what: string,
  columns: readonly string[],
  read: () => AnswerNowOrLater<readonly (readonly (string | number)[])[]>,
): Answer<Exported> {
  if (exportFolder === null || !(await findFolder(exportFolder)).ok)
    return ok({ outcome: 'noFolder' })
  const rows = await read()
  if (!rows.ok) return rows
  const entries = rows.value.length
  if (entries === 0) return ok({ outcome: 'nothing' })
  const lines = [columns, ...rows.value].map((row) => `${csvRecord(row)}\r\n`)
  const name = `${what}-${minuteInName(new Date(wallTime()))}`
  const content = Buffer.from(`${byteOrderMark}${lines.join('')}`)
  const written = await writeNewFile(exportFolder, { name, extension: 'csv' }, content)
  if (!written.ok) return ok({ outcome: written.error.kind })
  return ok({ outcome: 'exported', file: basename(written.value.file), entries })
}
