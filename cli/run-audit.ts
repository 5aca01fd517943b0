import { parseArgs } from 'node:util'
import { describeFault, readAudit, verifyAudit } from '../src/main/vault/audit-verify.ts'
import type { AuditRow } from '../src/main/vault/audit-chain.ts'
import { deriveKey } from '../src/main/vault/derive.ts'
import { describeVaultError } from '../src/main/vault/errors.ts'
import { sealersFor } from '../src/main/vault/kiosk-vault.ts'
import { readVault, type ReadableVault } from '../src/main/vault/unlock.ts'
import { findVault, folderHelp, passphraseHelp, type Voice } from './vault-place.ts'

/** What `npm run audit` ends with. */
export const auditExit = { holds: 0, broken: 1, usage: 2, noVault: 3 } as const

const help = `The audit of this kiosk

  npm run audit -- verify                    check every entry and both ends of the chain
  npm run audit -- export                    all entries as JSON lines
  npm run audit -- export --format csv       the same as CSV
  npm run audit -- export --from 2026-01-01 --to 2026-02-01
                                             those of a time, the second date not included (UTC)
  ${folderHelp}

${passphraseHelp}
The kiosk may be running. Exit codes: 0 the chain holds, 1 it does not, 2 wrong usage, 3 the vault cannot be opened.
An export verifies the chain first, and then ends with 1 where it does not hold.
`

/** Runs `npm run audit` and gives its exit code; see `auditExit`. */
export async function runAudit(
  args: string[],
  environment: NodeJS.ProcessEnv,
  voice: Voice,
): Promise<number> {
  const wish = readWish(args)
  const place = findVault(typeof wish === 'string' ? undefined : wish.dir, environment)
  if (typeof wish === 'string') {
    voice.note(`${wish}\n\n${help}`)
    return auditExit.usage
  }
  if (wish.command === 'help') {
    voice.out(help)
    return auditExit.holds
  }
  if (!place.ok) {
    voice.note(place.error)
    return auditExit.usage
  }
  const vault = await readVault(place.value.folder, sealersFor(place.value.passphrase))
  if (!vault.ok) {
    voice.note(describeVaultError(vault.error))
    return auditExit.noVault
  }
  try {
    return carryOut(wish, vault.value, voice)
  } finally {
    vault.value.connection.close()
  }
}

interface Wish {
  readonly command: 'verify' | 'export' | 'help'
  readonly format: 'csv' | 'json'
  /** ms since 1970; `to` is not included. */
  readonly from: number
  readonly to: number
  readonly dir: string | undefined
}

function readWish(args: string[]): Wish | string {
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
        help: { type: 'boolean', short: 'h' },
      },
    })
    const { format = 'json', from, to, dir } = values
    const command = values.help ? 'help' : positionals[0]
    if (positionals.length > 1) return `not understood: ${positionals.slice(1).join(' ')}`
    if (command !== 'verify' && command !== 'export' && command !== 'help')
      return 'say verify or export.'
    if (format !== 'csv' && format !== 'json') return '--format is csv or json.'
    const times = { from: from ? Date.parse(from) : -Infinity, to: to ? Date.parse(to) : Infinity }
    for (const name of ['from', 'to'] as const)
      if (Number.isNaN(times[name])) return `--${name} is a date such as 2026-01-31.`
    return { command, format, dir, ...times }
  } catch (error) {
    return error instanceof Error ? error.message : 'not understood'
  }
}

function carryOut(wish: Wish, { connection, keys }: ReadableVault, voice: Voice): number {
  const verified = verifyAudit(connection, deriveKey(keys.root, 'audit'))
  if (wish.command === 'export') {
    if (wish.format === 'csv') voice.out('seq,at,kind,fields,previous\n')
    for (const row of readAudit(connection))
      if (row.at >= wish.from && row.at < wish.to) voice.out(`${lineOf(row, wish.format)}\n`)
  }
  if (!verified.ok) {
    voice.note(`the audit does not hold: ${describeFault(verified.error)}.`)
    return auditExit.broken
  }
  const { entries, first, last, hash } = verified.value
  voice.note(
    `the audit holds: ${entries} entries, ${first} to ${last}, the last with SHA-256 ${hash}.`,
  )
  return auditExit.holds
}

function lineOf({ seq, at, kind, fields, previous }: AuditRow, format: Wish['format']): string {
  const time = new Date(at).toISOString()
  const before = previous.toString('hex')
  if (format === 'csv') return [seq, time, kind, fields, before].map(cell).join(',')
  return JSON.stringify({ seq, at: time, kind, fields: parse(fields), previous: before })
}

/** What was tampered with need not be JSON any more; it is exported as it is. */
function parse(fields: string): unknown {
  try {
    return JSON.parse(fields)
  } catch {
    return fields
  }
}

/** A spreadsheet takes a cell that begins so for a formula. */
const formula = /^[=+\-@\t\r]/

function cell(value: string | number): string {
  const text = String(value)
  return `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}
