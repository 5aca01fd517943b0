import { closeSync, fstatSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import {
  type Audit,
  type AuditRow,
  canonical,
  genesis,
  hashOf,
} from '../../src/main/vault/audit/audit.ts'
import { createLineCheck, lineOf, rowOf } from '../../src/main/vault/audit/audit-line.ts'
import { err, ok, type Result } from '../../src/shared/result.ts'

/** Audit in a file of its own, beside any kiosk's. */
export interface AuditFile extends Pick<Audit, 'append'> {
  readonly close: () => void
}

/**
 * Opens or begins a private audit file: hash-chained lines for `npm run audit -- verify --copy`. Refuses broken chains;
 * durable `append` throws after foreign writes.
 */
export function openAuditFile(path: string, now = Date.now): Result<AuditFile, string> {
  let file: number
  let text: string
  try {
    file = openSync(path, 'a+', 0o600)
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    return err(`the file cannot be opened (${(cause as NodeJS.ErrnoException).code ?? 'unknown'}).`)
  }
  const lines = text.split('\n').filter((line) => line !== '')
  const check = createLineCheck()
  for (const line of lines) check.add(line)
  const { entries, broken } = check.collected()
  const last = rowOf(lines.at(-1) ?? '')
  if (broken.length > 0 || entries !== lines.length || (text !== '' && !text.endsWith('\n'))) {
    closeSync(file)
    return err('the chain of the file does not hold, and nothing is added to it.')
  }
  let before: Pick<AuditRow, 'seq'> & { readonly hash: Buffer } = last
    ? { seq: last.seq, hash: hashOf(last) }
    : { seq: 0, hash: genesis }
  let size = fstatSync(file).size
  return ok({
    append(kind, fields = {}) {
      if (fstatSync(file).size !== size) throw new Error('another program writes to the audit file')
      const { seq, hash: previous } = before
      const row = { seq: seq + 1, at: now(), kind, fields: canonical(fields), previous }
      size += writeSync(file, `${lineOf(row)}\n`)
      fsyncSync(file)
      before = { seq: row.seq, hash: hashOf(row) }
    },
    close: () => closeSync(file),
  })
}
