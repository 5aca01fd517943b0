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
import type { CommandLine, ValuesOf } from './command.ts'
import { codeOf, end } from './problem.ts'
import { say, type Terminal } from './terminal.ts'
import {
  defineVaultCommand,
  folderHelp,
  onReadVault,
  passphraseHelp,
  type VaultCommand,
} from './vault-place.ts'

export const auditExit = { holds: 0, broken: 1, usage: 2, noVault: 3, rolledBack: 4 } as const

const flags = {
  '--anchor <file>':
    'verify that the audit holds what was anchored in this file (audit.anchor.file)',
  '--copy <file>': 'verify forwarded or exported entries in this file instead, without any vault',
  '--format <format>': 'of an export: json (lines, the default) or csv',
  '--from <date>': 'export the entries from this date on, such as 2026-01-01 (UTC)',
  '--to <date>': 'export the entries before this date (UTC)',
  '--json': 'the result as JSON, for programs',
  '--dir <folder>': folderHelp,
} as const
const commandLine: CommandLine<typeof flags> = {
  name: 'foyer audit',
  summary: 'Verify or export the audit of this station',
  words: {
    verify: [
      'check every entry and both ends of the chain',
      '--anchor <file>',
      '--copy <file>',
      '--json',
    ],
    export: [
      'verify the chain, and write all entries',
      '--format <format>',
      '--from <date>',
      '--to <date>',
    ],
  },
  flags,
  more: `${passphraseHelp}
Foyer may be running.`,
  exits: {
    0: 'the chain holds',
    1: 'it does not',
    2: 'wrong usage',
    3: 'the vault (or FILE) cannot be opened',
    4: 'the chain holds, but it is not the one that was anchored: rolled back, or replaced',
  },
}

export const audit = defineVaultCommand(commandLine, {
  verify: verifyOrExport,
  export: verifyOrExport,
})

async function verifyOrExport(command: VaultCommand<typeof flags>): Promise<number> {
  const { word, values, terminal } = command
  const times = readTimes(values)
  const { format = 'json', anchor, copy } = values
  if (format !== 'csv' && format !== 'json') end(auditExit.usage, '--format is csv or json.')
  if (anchor !== undefined && copy !== undefined) end(auditExit.usage, 'say --anchor or --copy.')
  const tell = tellerOf(values, terminal)
  if (copy !== undefined) return verifyCopy(copy, tell)
  const anchors =
    anchor === undefined
      ? undefined
      : await readFile(anchor, 'utf8').catch((error: unknown) => endUnreadable(anchor, error))
  const exported = word === 'export' ? { csv: format === 'csv', ...times } : undefined
  return onReadVault(command, (vault) => carryOut(vault, { terminal, tell }, exported, anchors))
}

type Values = ValuesOf<typeof flags>

/** Reads the times of an export in ms since 1970 (`to` is not included). Throws for what is no date. */
function readTimes({ from, to }: Values) {
  const times = { from: from ? Date.parse(from) : -Infinity, to: to ? Date.parse(to) : Infinity }
  const wrong = (['from', 'to'] as const).find((name) => Number.isNaN(times[name]))
  if (wrong) end(auditExit.usage, `--${wrong} is a date such as 2026-01-31.`)
  return times
}

type Tell = (code: number, sentence: string, facts?: Readonly<Record<string, unknown>>) => number

function tellerOf({ json }: Values, terminal: Terminal): Tell {
  return (code, sentence, facts = {}) => {
    if (json)
      terminal.out(`${JSON.stringify({ holds: code === auditExit.holds, sentence, ...facts })}\n`)
    else say(terminal, sentence)
    return code
  }
}

const endUnreadable = (path: string, error: unknown): never =>
  end(auditExit.noVault, `${path} cannot be read (${codeOf(error)}).`)

/** Verifies what a collector kept: each line may begin with what the collector put before it. */
async function verifyCopy(path: string, tell: Tell): Promise<number> {
  const check = createLineCheck()
  try {
    for await (const line of createInterface({ input: createReadStream(path) })) {
      const start = line.indexOf('{"seq":')
      if (start >= 0) check.add(line.slice(start))
    }
  } catch (error) {
    endUnreadable(path, error)
  }
  const { entries, broken } = check.collected()
  if (entries === 0 || broken.length > 0) {
    const where = broken.slice(0, 20).join(', ')
    const why = entries === 0 ? 'no entry stands in it.' : `the copy does not hold at: ${where}.`
    return tell(auditExit.broken, why, { entries })
  }
  return tell(auditExit.holds, `the copy holds. Entries: ${entries}.`, { entries })
}

function carryOut(
  { connection, keys }: ReadableVault,
  { terminal: { out }, tell }: { readonly terminal: Terminal; readonly tell: Tell },
  exported: { readonly csv: boolean; readonly from: number; readonly to: number } | undefined,
  anchors: string | undefined,
): number {
  const key = deriveKey(keys.root, 'audit')
  const verified = verifyAudit(connection, key)
  if (exported) {
    if (exported.csv) out('seq,at,kind,fields,previous\n')
    for (const row of readAudit(connection))
      if (row.at >= exported.from && row.at < exported.to)
        out(`${exported.csv ? csvLineOf(row) : lineOf(row)}\n`)
  }
  if (!verified.ok)
    return tell(auditExit.broken, `the audit does not hold: ${describeFault(verified.error)}.`)
  const { first, last, hash } = verified.value
  const held = `the audit holds: entries ${first} to ${last}, the last with SHA-256 ${hash}.`
  if (anchors === undefined) return tell(auditExit.holds, held, { first, last, hash })
  const verdict = compareAnchors(openAuditChain(connection, key), anchors)
  const code = verdict.kind === 'fits' ? auditExit.holds : auditExit.rolledBack
  return tell(code, `${held} ${describeAnchors(verdict)}.`, {
    first,
    last,
    hash,
    anchors: verdict.kind,
  })
}

function csvLineOf({ seq, at, kind, fields, previous }: AuditRow): string {
  const time = new Date(at).toISOString()
  return csvRecord([seq, time, kind, fields, previous.toString('hex')])
}
