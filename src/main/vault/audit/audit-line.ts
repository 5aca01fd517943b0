import { z } from 'zod'
import { parseJson } from '../../base/parse-json.ts'
import { canonical, hashOf, type AuditRow } from './audit.ts'

/** Formats an entry as one line of ASCII JSON; `at` is ISO 8601, `previous` the SHA-256 of the entry before, in hex. */
export function lineOf({ seq, at, kind, fields, previous }: AuditRow): string {
  const entry = {
    seq,
    at: new Date(at).toISOString(),
    kind,
    // A line that was tampered with need not be JSON any more, and is written as it is.
    fields: parseJson(fields) ?? fields,
    previous: previous.toString('hex'),
  }
  return inAscii(JSON.stringify(entry))
}

/** Escapes everything beyond ASCII in JSON: no receiver can take it for another character set. */
export function inAscii(json: string): string {
  return json.replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const entry = z.object({
  seq: z.int(),
  at: z.iso.datetime().transform((text) => Date.parse(text)),
  kind: z.string(),
  fields: z.record(z.string(), z.union([z.string(), z.number()])),
  previous: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .transform((hex) => Buffer.from(hex, 'hex')),
})

/** Reads the entry that a line of JSON holds; undefined for anything else. */
export function rowOf(line: string): AuditRow | undefined {
  const parsed = entry.safeParse(parseJson(line))
  return parsed.success ? { ...parsed.data, fields: canonical(parsed.data.fields) } : undefined
}

/** Checks forwarded or exported entries in order, as a collector can without a key: each has the hash of the last. */
export function createLineCheck() {
  // Repeats count once; non-entries are skipped.
  const hashes = new Map<number, string>()
  const broken = new Set<number>()
  let last: AuditRow | undefined
  function add(line: string) {
    const row = rowOf(line)
    if (!row) return
    const hash = hashOf(row).toString('hex')
    const before = hashes.get(row.seq)
    if (before === hash) return
    const follows = !last || (row.seq === last.seq + 1 && row.previous.equals(hashOf(last)))
    if (before !== undefined || !follows) broken.add(row.seq)
    if (before !== undefined) return
    hashes.set(row.seq, hash)
    last = row
  }
  return {
    add,
    /** Counts different entries; `broken`: numbers where something is missing before, changed, or there twice. */
    collected: () => ({ entries: hashes.size, broken: [...broken] }),
  }
}
