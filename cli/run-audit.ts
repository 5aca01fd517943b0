import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { csvRecord } from '../src/main/base/csv.ts'
import { compareAnchors, describeAnchors } from '../src/main/vault/audit/audit-anchors.ts'
import { createLineCheck, lineOf } from '../src/main/vault/audit/audit-line.ts'
import {
  type AuditRow,
  describeFault,
  openAuditChain,
  readAudit,
  verifyAudit,
} from '../src/main/vault/audit/audit.ts'
import { deriveKey } from '../src/main/vault/keys/derive.ts'
import type { ReadableVault } from '../src/main/vault/keys/unlock.ts'
import type { CommandLine, Output, ValuesOf } from './command.ts'
import {
  folderHelp,
  onReadVault,
  passphraseHelp,
  runOnVault,
  type VaultCommand,
} from './vault-place.ts'

/** Exit statuses of `npm run audit`. */
export const auditExit = { holds: 0, broken: 1, usage: 2, noVault: 3, rolledBack: 4 } as const

const flags = {
  '--anchor <file>':
    'verify that the audit holds what was anchored in this file (audit.anchor.file)',
  '--copy <file>': 'verify forwarded or exported entries in this file instead, without any vault',
  '--format <format>': 'of an export: json (lines, the default) or csv',
  '--from <date>': 'export the entries from this date on, such as 2026-01-01 (UTC)',
  '--to <date>': 'export the entries before this date (UTC)',
  '--dir <folder>': folderHelp,
} as const
const commandLine: CommandLine<typeof flags> = {
  name: 'audit',
  summary: 'The audit of this kiosk',
  words: { verify: 'check every entry and both ends of the chain', export: 'write all entries' },
  flags,
  more: `${passphraseHelp}
The kiosk may be running. Exit codes: 0 the chain holds, 1 it does not, 2 wrong usage, 3 the vault (or FILE)
cannot be opened, 4 the chain holds, but it is not the one that was anchored: rolled back, or replaced.
An export verifies the chain first, and then ends with 1 where it does not hold.`,
}

/** Runs `npm run audit` and gives its exit code; see `auditExit`. */
export function runAudit(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  output: Output,
): Promise<number> {
  const commands = { verify: verifyOrExport, export: verifyOrExport }
  return runOnVault(commandLine, args, environment, output, commands)
}

async function verifyOrExport(command: VaultCommand<typeof flags>): Promise<number> {
  const { word, values, output } = command
  const times = readTimes(values)
  const wrong = typeof times === 'string' ? times : whatIsWrong(word, values)
  if (typeof times === 'string' || wrong !== undefined) {
    output.note(wrong ?? '')
    return auditExit.usage
  }
  if (values.copy !== undefined) return verifyCopy(values.copy, output)
  const anchors = values.anchor === undefined ? undefined : await readText(values.anchor, output)
  if (anchors === null) return auditExit.noVault
  const exported = word === 'export' ? { csv: values.format === 'csv', ...times } : undefined
  return onReadVault(command, (vault) => carryOut(vault, output, exported, anchors))
}

type Values = ValuesOf<typeof flags>

function whatIsWrong(word: string, { format = 'json', anchor, copy }: Values): string | undefined {
  if (format !== 'csv' && format !== 'json') return '--format is csv or json.'
  if (word === 'export' && (anchor ?? copy) !== undefined)
    return '--anchor and --copy are for verify.'
  return anchor !== undefined && copy !== undefined ? 'say --anchor or --copy.' : undefined
}

/** Reads the times of an export in ms since 1970 (`to` is not included), or says which is no date. */
function readTimes({ from, to }: Values): { from: number; to: number } | string {
  const times = { from: from ? Date.parse(from) : -Infinity, to: to ? Date.parse(to) : Infinity }
  const wrong = (['from', 'to'] as const).find((name) => Number.isNaN(times[name]))
  return wrong === undefined ? times : `--${wrong} is a date such as 2026-01-31.`
}

/** Reads the text of a file; null, with a note, if it cannot be read. */
async function readText(path: string, output: Output): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: unknown) => tellUnreadable(path, error, output))
}

function tellUnreadable(path: string, error: unknown, output: Output): null {
  output.note(`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`)
  return null
}

/** Verifies what a collector kept: each line may begin with what the collector put before it. */
async function verifyCopy(path: string, output: Output): Promise<number> {
  const check = createLineCheck()
  try {
    for await (const line of createInterface({ input: createReadStream(path) })) {
      const start = line.indexOf('{"seq":')
      if (start >= 0) check.add(line.slice(start))
    }
  } catch (error) {
    tellUnreadable(path, error, output)
    return auditExit.noVault
  }
  const { entries, broken } = check.collected()
  if (entries === 0 || broken.length > 0) {
    const where = broken.slice(0, 20).join(', ')
    output.note(entries === 0 ? 'no entry stands in it.' : `the copy does not hold at: ${where}.`)
    return auditExit.broken
  }
  output.note(`the copy holds. Entries: ${entries}.`)
  return auditExit.holds
}

function carryOut(
  { connection, keys }: ReadableVault,
  output: Output,
  exported: { readonly csv: boolean; readonly from: number; readonly to: number } | undefined,
  anchors: string | undefined,
): number {
  const key = deriveKey(keys.root, 'audit')
  const verified = verifyAudit(connection, key)
  if (exported) {
    if (exported.csv) output.out('seq,at,kind,fields,previous\n')
    for (const row of readAudit(connection))
      if (row.at >= exported.from && row.at < exported.to)
        output.out(`${exported.csv ? csvLineOf(row) : lineOf(row)}\n`)
  }
  if (!verified.ok) {
    output.note(`the audit does not hold: ${describeFault(verified.error)}.`)
    return auditExit.broken
  }
  const { first, last, hash } = verified.value
  output.note(`the audit holds: entries ${first} to ${last}, the last with SHA-256 ${hash}.`)
  if (anchors === undefined) return auditExit.holds
  const verdict = compareAnchors(openAuditChain(connection, key), anchors)
  output.note(`${describeAnchors(verdict)}.`)
  return verdict.kind === 'fits' ? auditExit.holds : auditExit.rolledBack
}

function csvLineOf({ seq, at, kind, fields, previous }: AuditRow): string {
  const time = new Date(at).toISOString()
  return csvRecord([seq, time, kind, fields, previous.toString('hex')])
}
