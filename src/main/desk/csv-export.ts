import { basename } from 'node:path'
import type { Exported } from '../../shared/desk/exports.ts'
import { ok } from '../../shared/result.ts'
import { csvRecord } from '../base/csv.ts'
import { findFolder, minuteInName, writeNewFile } from '../base/new-file.ts'
import type { DeskWork, Reply } from './feature.ts'

/** By it a spreadsheet knows that names are written in UTF-8. */
const byteOrderMark = '\uFEFF'

type Rows = readonly (readonly (string | number)[])[]

/**
 * Writes rows to a new CSV file (RFC 4180) of this user's alone, which is named by `what` and the minute. They are read
 * only where its folder exists.
 */
export async function exportCsv(
  { exportFolder, wallTime }: Pick<DeskWork, 'exportFolder' | 'wallTime'>,
  what: string,
  columns: readonly string[],
  read: () => Reply<Rows>,
): Reply<Exported> {
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
  return ok(
    written.ok
      ? { outcome: 'exported', file: basename(written.value.file), entries }
      : { outcome: written.error.kind },
  )
}
