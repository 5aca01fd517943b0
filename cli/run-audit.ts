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
import type { CommandLine } from './command.ts'
import { codeOf, end } from './problem.ts'
import { say } from './terminal.ts'
import {
  defineVaultCommand,
  folderHelp,
  onReadVault,
  passphraseHelp,
  type VaultCommand,
} from './vault-place.ts'

export const auditExit = { holds: 0, broken: 1, usage: 2, noVault: 3, rolledBack: 4 } as const

const commandLine = {
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
  flags: {
    '--anchor <file>':
      'verify that the audit holds what was anchored in this file (audit.anchor.file)',
    '--copy <file>': 'verify forwarded or exported entries in this file instead, without any vault',
    '--format <format>': 'of an export: json (lines, the default) or csv',
    '--from <date>': 'export the entries from this date on, such as 2026-01-01 (UTC)',
    '--to <date>': 'export the entries before this date (UTC)',
    '--json': 'the result as JSON, for programs',
    '--dir <folder>': folderHelp,
  },
  more: `${passphraseHelp}
Foyer may be running.`,
  exits: {
    0: 'the chain holds',
    1: 'it does not',
    2: 'wrong usage',
    3: 'the vault (or FILE) cannot be opened',
    4: 'the chain holds, but it is not the one that was anchored: rolled back, or replaced',
  },
} as const satisfies CommandLine

export const audit = defineVaultCommand(commandLine, { verify, export: exportEntries })

type Command = VaultCommand<typeof commandLine.flags>

async function verify(command: Command): Promise<number> {
  const { anchor, copy } = command.values
  if (anchor !== undefined && copy !== undefined) end(auditExit.usage, 'say --anchor or --copy.')
  if (copy !== undefined) return verifyCopy(copy, command)
  const anchors =
    anchor === undefined
      ? undefined
      : await readFile(anchor, 'utf8').catch((error: unknown) => endUnreadable(anchor, error))
  return onReadVault(command, (vault) => verifyChain(vault, command, anchors))
}

function exportEntries(command: Command): Promise<number> {
  const { values, terminal } = command
  const { format = 'json', from, to } = values
  const since = from ? Date.parse(from) : -Infinity
  const until = to ? Date.parse(to) : Infinity
  const wrong = Number.isNaN(since) ? '--from' : Number.isNaN(until) && '--to'
  if (wrong) end(auditExit.usage, `${wrong} is a date such as 2026-01-31.`)
  if (format !== 'csv' && format !== 'json') end(auditExit.usage, '--format is csv or json.')
  return onReadVault(command, (vault) => {
    if (format === 'csv') terminal.out('seq,at,kind,fields,previous\n')
    for (const row of readAudit(vault.connection))
      if (row.at >= since && row.at < until)
        terminal.out(`${format === 'csv' ? csvLineOf(row) : lineOf(row)}\n`)
    return verifyChain(vault, command)
  })
}

function tell(
  { values: { json }, terminal }: Command,
  code: number,
  sentence: string,
  facts: Readonly<Record<string, unknown>> = {},
): number {
  if (json)
    terminal.out(`${JSON.stringify({ holds: code === auditExit.holds, sentence, ...facts })}\n`)
  else say(terminal, sentence)
  return code
}

const endUnreadable = (path: string, error: unknown): never =>
  end(auditExit.noVault, `${path} cannot be read (${codeOf(error)}).`)

/** Verifies what a collector kept: each line may begin with what the collector put before it. */
async function verifyCopy(path: string, command: Command): Promise<number> {
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
    return tell(command, auditExit.broken, why, { entries })
  }
  return tell(command, auditExit.holds, `the copy holds. Entries: ${entries}.`, { entries })
}

function verifyChain({ connection, keys }: ReadableVault, command: Command, anchors?: string) {
  const key = deriveKey(keys.root, 'audit')
  const verified = verifyAudit(connection, key)
  if (!verified.ok) {
    const why = `the audit does not hold: ${describeFault(verified.error)}.`
    return tell(command, auditExit.broken, why)
  }
  const { first, last, hash } = verified.value
  const facts = { first, last, hash }
  const held = `the audit holds: entries ${first} to ${last}, the last with SHA-256 ${hash}.`
  if (anchors === undefined) return tell(command, auditExit.holds, held, facts)
  const verdict = compareAnchors(openAuditChain(connection, key), anchors)
  const code = verdict.kind === 'fits' ? auditExit.holds : auditExit.rolledBack
  const sentence = `${held} ${describeAnchors(verdict)}.`
  return tell(command, code, sentence, { ...facts, anchors: verdict.kind })
}

function csvLineOf({ seq, at, kind, fields, previous }: AuditRow): string {
  const time = new Date(at).toISOString()
  return csvRecord([seq, time, kind, fields, previous.toString('hex')])
}
