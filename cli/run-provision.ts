import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CsvError, parse, type Info } from 'csv-parse/sync'
import { credentialsOf, wireSecretsOf } from '../src/main/app/given-secrets.ts'
import { keepProvisioned } from '../src/main/app/kiosk-vault.ts'
import { takeSecrets } from '../src/main/app/secrets.ts'
import { pinProblem } from '../src/main/app/start-up.ts'
import { scryptOf } from '../src/main/base/secret-hash.ts'
import { merge, readValues, resolveSettings, withValue } from '../src/main/settings/layers.ts'
import { describeProblems } from '../src/main/settings/load.ts'
import { settingPaths } from '../src/main/settings/setting-paths.ts'
import { decodePolicy } from '../src/main/settings/system-policy.ts'
import { describeVaultError } from '../src/main/vault/errors.ts'
import { isWeakPassphrase, passphraseSealer } from '../src/main/vault/keys/sealers.ts'
import { openVault } from '../src/main/vault/vault.ts'
import { defineCommand } from './command.ts'
import { codeOf, exitCodes, takeOrRefuse, refuse, refuseSettings } from './problem.ts'
import { didYouMean } from './suggest.ts'

type Values = Readonly<Record<string, unknown>>

const keys = settingPaths.map(({ key }) => key)
const cost = { N: 2 ** 16, r: 8, p: 1 } as const

/** Derives the passphrase of one kiosk's vault, so that a stolen one opens no other's. */
async function passphraseOf(name: string, passphrase: string): Promise<string> {
  const salt = Buffer.from(`foyer kiosk ${name}`)
  return (await scryptOf(passphrase.normalize('NFKC'), salt, cost)).toString('base64url')
}

function readLines(file: string): readonly { readonly line: number; readonly cells: string[] }[] {
  try {
    const text = readFileSync(file, 'utf8')
    const delimiter = /^[^,\n]*;/.test(text) ? ';' : ','
    const how = { bom: true, trim: true, info: true, relax_column_count: true } as const
    const lines: unknown = parse(text, { ...how, delimiter, skip_empty_lines: true })
    return (lines as { info: Info; record: string[] }[]).map(({ info, record }) => ({
      line: info.lines,
      cells: record,
    }))
  } catch (error) {
    if (error instanceof CsvError) return refuseSettings(`${file}: ${error.message}.`)
    return refuse(`the file of --csv cannot be read (${codeOf(error)}).`)
  }
}

function readRows(file: string, shared: Values) {
  const [{ cells: columns } = { cells: [] as string[] }, ...lines] = readLines(file)
  const faults = new Set<string>()
  for (const key of columns.filter((each) => !keys.includes(each)))
    faults.add(
      `line 1: there is no setting ${key}${didYouMean(key, keys)}; secrets have no column.`,
    )
  if (!columns.includes('kiosk.name')) faults.add('line 1: the column kiosk.name is missing.')
  else if (lines.length === 0) faults.add('there is no kiosk in the file.')
  if (faults.size > 0) return refuseSettings(...faults)
  const taken = new Map<string, number>()
  const rows = lines.map(({ line, cells }) => {
    const where = `line ${line}`
    const name = cells[columns.indexOf('kiosk.name')] ?? ''
    const twin = taken.get(name.toLowerCase())
    taken.set(name.toLowerCase(), line)
    if (cells.length !== columns.length)
      faults.add(`${where}: ${cells.length} cells, and the first line has ${columns.length}.`)
    else if (!/^[\p{L}\p{N}][\p{L}\p{N} _-]*$/u.test(name))
      faults.add(`${where}: kiosk.name needs letters, digits, blanks, - or _ alone.`)
    else if (twin !== undefined) faults.add(`${where}: line ${twin} has a kiosk of this name.`)
    const given = columns.flatMap((key, at) => (cells[at] ? [[key, cells[at]] as const] : []))
    const own = decodePolicy(
      given.reduce<Values>((all, [key, cell]) => withValue(all, key, cell), {}),
    )
    const base = { origin: 'file', where: '--config', values: shared } as const
    const resolved = resolveSettings([base, { origin: 'file', where, values: own }])
    if (resolved.ok && resolved.value.settings.station !== 'kiosk')
      faults.add(`${where}: station: kiosks alone are provisioned.`)
    for (const { key, where: at, expected } of resolved.ok ? [] : resolved.error)
      faults.add(`${at === 'nowhere yet' ? where : at}: ${key}: ${expected}`)
    return { name, values: merge(shared, own) }
  })
  return faults.size > 0 ? refuseSettings(...faults, 'Nothing was written.') : rows
}
type Row = ReturnType<typeof readRows>[number]

function readSecrets(environment: NodeJS.ProcessEnv) {
  const given = takeOrRefuse(takeSecrets(environment), String)
  const { FOYER_VAULT_PASSPHRASE: passphrase, FOYER_STAFF_PIN: staffPin } = given
  if (passphrase === undefined || isWeakPassphrase(passphrase))
    return refuseSettings(
      'FOYER_VAULT_PASSPHRASE_FILE: a good passphrase, such as of openssl rand.',
    )
  const wireSecrets = takeOrRefuse(wireSecretsOf(given), (fault) => `${fault}.`)
  const wrong = staffPin && pinProblem(staffPin)
  if (wrong) refuseSettings(`${wrong}.`)
  return { passphrase, staffPin, credentials: credentialsOf(given), wireSecrets }
}
type Secrets = ReturnType<typeof readSecrets>

/** Writes the vault and the settings of a kiosk into a folder that gets its name once all of it is there. */
async function writeKiosk({ name, values }: Row, out: string, secrets: Secrets): Promise<void> {
  const part = join(out, `.${name}.part`)
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { recursive: true, mode: 0o700 })
  const sealers = [passphraseSealer(await passphraseOf(name, secrets.passphrase))]
  const opened = await openVault({ folder: join(part, 'data'), sealers })
  const vault = takeOrRefuse(opened, (error) => `${name}: ${describeVaultError(error)}`)
  try {
    await keepProvisioned(vault, secrets)
  } finally {
    vault.close()
  }
  writeFileSync(join(part, 'foyer.config.json'), `${JSON.stringify(values, null, 2)}\n`)
  renameSync(part, join(out, name))
}

export const provision = defineCommand(
  {
    name: 'foyer provision',
    summary: 'Set up kiosks from a CSV file: for each a folder with its settings and its vault',
    flags: {
      '--csv <file>': 'a line for each kiosk; the first line names settings, kiosk.name among them',
      '--config <file>': 'settings that all of them share, as in foyer.config.json',
      '--out <folder>':
        'where the folders of the kiosks go; one that stands there is left as it is',
      '--passphrase-of <name>': "print the passphrase of one kiosk's vault, and do nothing else",
    },
    exits: { 0: 'done', 2: 'wrong usage', 78: 'a line or a secret needs a correction' },
    more: `Secrets come from the environment, or files that it names, as at a first start (docs/installation.md), and are kept in
each vault alone. FOYER_VAULT_PASSPHRASE_FILE names the passphrase from which that of each kiosk's vault is made.`,
  },
  async ({ values: { csv, config, out, 'passphrase-of': name } }, terminal) => {
    const secrets = readSecrets(terminal.environment)
    if (name !== undefined) {
      terminal.out(`${await passphraseOf(name, secrets.passphrase)}\n`)
      return exitCodes.ok
    }
    if (csv === undefined || out === undefined) return refuse('say --csv and --out.')
    const shared = config === undefined ? {} : takeOrRefuse(readValues(config), describeProblems)
    if (!shared) return refuse('the file of --config is not there.')
    for (const row of readRows(csv, shared)) {
      const stands = existsSync(join(out, row.name))
      if (!stands) await writeKiosk(row, out, secrets)
      terminal.out(`${row.name}: ${stands ? 'stands there already' : 'written'}\n`)
    }
    return exitCodes.ok
  },
)
