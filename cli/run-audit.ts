import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
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
import { describeVaultError } from '../src/main/vault/errors.ts'
import { sealersFor } from '../src/main/vault/keys/sealers.ts'
import { readVault, type ReadableVault } from '../src/main/vault/keys/unlock.ts'
import { findVault, folderHelp, passphraseHelp, type Output } from './vault-place.ts'

/** What `npm run audit` ends with. */
export const auditExit = { holds: 0, broken: 1, usage: 2, noVault: 3, rolledBack: 4 } as const

const help = `The audit of this kiosk

  npm run audit -- verify                    check every entry and both ends of the chain
  npm run audit -- verify --anchor FILE      and that it holds what was anchored in FILE (audit.anchor.file)
  npm run audit -- verify --copy FILE        check forwarded or exported entries instead, without any vault
  npm run audit -- export                    all entries as JSON lines
  npm run audit -- export --format csv       the same as CSV
  npm run audit -- export --from 2026-01-01 --to 2026-02-01
                                             those of a time, the second date not included (UTC)
  ${folderHelp}

${passphraseHelp}
The kiosk may be running. Exit codes: 0 the chain holds, 1 it does not, 2 wrong usage, 3 the vault (or FILE)
cannot be opened, 4 the chain holds, but it is not the one that was anchored: rolled back, or replaced.
An export verifies the chain first, and then ends with 1 where it does not hold.
`

/** Runs `npm run audit` and gives its exit code; see `auditExit`. */
export async function runAudit(
  args: string[],
  environment: NodeJS.ProcessEnv,
  output: Output,
): Promise<number> {
  const options = readOptions(args)
  const place = findVault(typeof options === 'string' ? undefined : options.dir, environment)
  if (typeof options === 'string') {
    output.note(`${options}\n\n${help}`)
    return auditExit.usage
  }
  if (options.command === 'help') {
    output.out(help)
    return auditExit.holds
  }
  if (options.copy !== undefined) return verifyCopy(options.copy, output)
  if (!place.ok) {
    output.note(place.error)
    return auditExit.usage
  }
  const anchors = options.anchor === undefined ? undefined : await readText(options.anchor, output)
  if (anchors === null) return auditExit.noVault
  const vault = await readVault(place.value.folder, sealersFor(place.value.passphrase))
  if (!vault.ok) {
    output.note(describeVaultError(vault.error))
    return auditExit.noVault
  }
  try {
    return carryOut(options, vault.value, output, anchors)
  } finally {
    vault.value.connection.close()
  }
}

interface AuditOptions {
  readonly command: 'verify' | 'export' | 'help'
  readonly format: 'csv' | 'json'
  /** ms since 1970; `to` is not included. */
  readonly from: number
  readonly to: number
  readonly dir: string | undefined
  /** The file of the anchors that a verification looks at. */
  readonly anchor: string | undefined
  /** The file of entries that is verified in the vault's stead. */
  readonly copy: string | undefined
}

function readOptions(args: string[]): AuditOptions | string {
  try {
    const text = { type: 'string' } as const
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        format: text,
        from: text,
        to: text,
        dir: text,
        anchor: text,
        copy: text,
        help: { type: 'boolean', short: 'h' },
      },
    })
    const { format = 'json', from, to, dir, anchor, copy } = values
    const command = values.help ? 'help' : positionals[0]
    if (positionals.length > 1) return `not understood: ${positionals.slice(1).join(' ')}`
    if (command !== 'verify' && command !== 'export' && command !== 'help')
      return 'say verify or export.'
    if (format !== 'csv' && format !== 'json') return '--format is csv or json.'
    if (command === 'export' && (anchor ?? copy) !== undefined)
      return '--anchor and --copy are for verify.'
    if (anchor !== undefined && copy !== undefined) return 'say --anchor or --copy.'
    const times = { from: from ? Date.parse(from) : -Infinity, to: to ? Date.parse(to) : Infinity }
    for (const name of ['from', 'to'] as const)
      if (Number.isNaN(times[name])) return `--${name} is a date such as 2026-01-31.`
    const options: AuditOptions = { command, format, dir, anchor, copy, ...times }
    return options
  } catch (error) {
    return error instanceof Error ? error.message : 'not understood'
  }
}

/** The text of a file; null, and a note, where it cannot be read. */
async function readText(path: string, output: Output): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    output.note(`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`)
    return null
  }
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
    output.note(`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`)
    return auditExit.noVault
  }
  const { entries, broken } = check.collected()
  if (entries === 0 || broken.length > 0) {
    const where = broken.slice(0, 20).join(', ')
    output.note(entries === 0 ? 'no entry stands in it.' : `the copy does not hold at: ${where}.`)
    return auditExit.broken
  }
  output.note(`the copy holds: ${entries} entries.`)
  return auditExit.holds
}

function carryOut(
  options: AuditOptions,
  { connection, keys }: ReadableVault,
  output: Output,
  anchors: string | undefined,
): number {
  const key = deriveKey(keys.root, 'audit')
  const verified = verifyAudit(connection, key)
  if (options.command === 'export') {
    if (options.format === 'csv') output.out('seq,at,kind,fields,previous\n')
    for (const row of readAudit(connection))
      if (row.at >= options.from && row.at < options.to)
        output.out(`${options.format === 'csv' ? csvLineOf(row) : lineOf(row)}\n`)
  }
  if (!verified.ok) {
    output.note(`the audit does not hold: ${describeFault(verified.error)}.`)
    return auditExit.broken
  }
  const { entries, first, last, hash } = verified.value
  output.note(
    `the audit holds: ${entries} entries, ${first} to ${last}, the last with SHA-256 ${hash}.`,
  )
  if (anchors === undefined) return auditExit.holds
  const verdict = compareAnchors(openAuditChain(connection, key), anchors)
  output.note(`${describeAnchors(verdict)}.`)
  return verdict.kind === 'fits' ? auditExit.holds : auditExit.rolledBack
}

function csvLineOf({ seq, at, kind, fields, previous }: AuditRow): string {
  const time = new Date(at).toISOString()
  return csvRecord([seq, time, kind, fields, previous.toString('hex')])
}
