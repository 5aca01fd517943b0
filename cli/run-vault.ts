import { existsSync, readFileSync } from 'node:fs'
import { createSettingsStore, settingsFile } from '../src/main/settings/store.ts'
import { openCredentials } from '../src/main/vault/store/credentials.ts'
import { describeVaultError } from '../src/main/vault/errors.ts'
import { filesIn } from '../src/main/vault/store/files.ts'
import {
  type ImportError,
  exportVault,
  forgetVault,
  importVault,
} from '../src/main/vault/store/whole-vault.ts'
import { renewClinicKeys } from '../src/main/stations/pairing/clinic.ts'
import { readKeyFile, writeAtomically } from '../src/main/vault/keys/key-file.ts'
import { isWeakPassphrase, sealersFor } from '../src/main/vault/keys/sealers.ts'
import type { CommandLine } from './command.ts'
import { end, refuse } from './problem.ts'
import { readSecret, say } from './terminal.ts'
import {
  defineVaultCommand,
  endWithoutVault,
  folderHelp,
  onOwnVault,
  onReadVault,
  passphraseHelp,
  vaultExit,
  vaultExitMeanings,
  type VaultCommand,
} from './vault-place.ts'

const commandLine = {
  name: 'foyer vault',
  summary: 'Tell of the vault of this station, give it another key, move or forget it',
  words: {
    status: [
      'tell what is there: who keeps its key, which credentials, how many audit entries',
      '--json',
    ],
    'rotate-key': [
      'give it another key; the old one, and a copy of the vault with it, are of no use then',
    ],
    'accept-loss': [
      'go on where the last changes are lost, and no backup of the whole folder is there; the audit says so',
    ],
    export: [
      'copy all that this station keeps to a file, under a passphrase of its own, which is asked for, or comes on the standard input',
      '--file <file>',
      '--move',
    ],
    import: [
      'bring such a file to a machine that has no vault yet; its passphrase is asked for, or comes on the standard input',
      '--file <file>',
    ],
    forget: [
      "forget credentials, PIN, counters, audit and staff's settings of this kiosk for good",
      '--yes',
    ],
  },
  flags: {
    '--yes': 'forget without asking',
    '--file <file>': 'the export',
    '--move': 'this machine opens the vault no more: the one that imports it goes on with it',
    '--json': 'the facts as JSON, for programs',
    '--dir <folder>': folderHelp,
  },
  more: `${passphraseHelp}
Only status may be asked while Foyer runs.`,
  exits: vaultExitMeanings,
} as const satisfies CommandLine
const confirmation = 'forget'

type Command = VaultCommand<typeof commandLine.flags>

/** `foyer vault`; exit codes: `vaultExit`. Nothing that it says is secret. */
export const vault = defineVaultCommand(commandLine, {
  status,
  'rotate-key': rotateKey,
  'accept-loss': acceptLoss,
  export: exportAll,
  import: importAll,
  forget,
})

function status(command: Command): Promise<number> {
  const { out } = command.terminal
  const file = readKeyFile(filesIn(command.place.folder).key)
  const key = file.ok ? file.value.sealer : null
  if (key !== null && !command.values.json) out(`key        kept by ${key}\n`)
  return onReadVault(command, ({ connection }) => {
    const credentials = openCredentials(connection, Date.now).status()
    const count = connection.prepare<[], number>('SELECT count(*) FROM audit').pluck()
    const auditEntries = count.get() ?? 0
    if (command.values.json) {
      out(`${JSON.stringify({ key, credentials, auditEntries })}\n`)
      return vaultExit.done
    }
    for (const { name, since } of credentials) {
      const present =
        since === null ? 'none' : `since ${new Date(since).toISOString().slice(0, 10)}`
      out(`${name.padEnd(10)} ${present}\n`)
    }
    out(`audit      ${auditEntries} entries\n`)
    return vaultExit.done
  })
}

/** Ends the command where there is no vault yet, which opening it would make. */
function needVault({ place: { folder } }: Command): void {
  const { key, database } = filesIn(folder)
  if (!existsSync(key) && !existsSync(database))
    endWithoutVault({ kind: 'unavailable', detail: `no vault in ${folder}` })
}

async function acceptLoss(command: Command): Promise<number> {
  needVault(command)
  return onOwnVault(
    command,
    () => {
      command.terminal.out('the vault can be used.\n')
      return vaultExit.done
    },
    { acceptsLoss: true },
  )
}

async function rotateKey(command: Command): Promise<number> {
  const { terminal } = command
  needVault(command)
  say(terminal, 'opening the vault …')
  return onOwnVault(command, async (vault) => {
    say(terminal, 'changing its key …')
    const rotated = await vault.rotateKey()
    if (!rotated.ok)
      end(vaultExit.notDone, `the key was not changed: ${describeVaultError(rotated.error)}`)
    terminal.out('the vault has another key.\n')
    return vaultExit.done
  })
}

/** Reads the file's name and passphrase, a new one twice. Throws a `Refusal` where one is missing. */
async function readExportFile({ values: { file }, terminal }: Command, isNew: boolean) {
  if (file === undefined) return refuse('Name the file: --file FILE.')
  if (existsSync(file) === isNew)
    refuse(isNew ? 'There is a file of this name already.' : 'There is no such file.')
  const passphrase = await readSecret(terminal, 'Passphrase of the export: ')
  if (isWeakPassphrase(passphrase)) refuse('Give a passphrase of 12 characters or more.')
  if (isNew && terminal.ask && (await readSecret(terminal, 'Once more: ')) !== passphrase)
    refuse('The two are not the same: nothing was exported.')
  return { file, passphrase }
}

/** Row of the settings that staff made on this station, while they travel in the vault. */
const travellingSettings = 'export.settings'

async function exportAll(command: Command): Promise<number> {
  const { place, terminal, values } = command
  needVault(command)
  const given = await readExportFile(command, true)
  const isMoved = values.move === true
  await onOwnVault(command, ({ audit, securitySettings }) => {
    audit.append('vaultExported', { moved: isMoved ? 'yes' : 'no' })
    const settings = settingsFile(place.folder)
    const text = existsSync(settings) ? readFileSync(settings, 'utf8') : ''
    securitySettings.write(travellingSettings, text)
    return vaultExit.done
  })
  const to = { ...given, isMoved }
  const done = await exportVault(place.folder, sealersFor(place.passphrase), to)
  if (!done.ok) end(vaultExit.notDone, `nothing was exported: ${describeVaultError(done.error)}`)
  terminal.out(`exported${isMoved ? ': this machine opens the vault no more' : ''}.\n`)
  return vaultExit.done
}

async function importAll(command: Command): Promise<number> {
  const { place, terminal } = command
  const given = await readExportFile(command, false)
  const sealers = sealersFor(place.passphrase)
  const done = await importVault(place.folder, sealers, given, (vault) => {
    const { audit, pairing, securitySettings } = vault
    audit.append('vaultImported')
    const sequence = renewClinicKeys(pairing, Date.now())
    if (sequence !== undefined) audit.append('clinicKeyChanged', { sequence, side: 'host' })
    const file = settingsFile(place.folder)
    const settings = securitySettings.read(travellingSettings) ?? ''
    securitySettings.remove(travellingSettings)
    if (settings !== '' && !existsSync(file)) writeAtomically(file, settings)
  })
  if (!done.ok) end(vaultExit.notDone, `nothing was imported: ${whyNotImported(done.error)}`)
  terminal.out('imported: Foyer can be started here.\n')
  return vaultExit.done
}

function whyNotImported(error: ImportError): string {
  if (error.kind === 'vaultThere')
    return 'a vault is there already; forget it first, or name another folder by --dir.'
  if (error.kind === 'wrongKey') return 'the passphrase does not fit the file.'
  return ['corrupt', 'altered', 'writesLost'].includes(error.kind)
    ? 'the file is no export, or not a whole one.'
    : describeVaultError(error)
}

async function forget({ place: { folder }, terminal, values }: Command): Promise<number> {
  if (!values.yes) {
    if (!terminal.ask) end(vaultExit.usage, 'say --yes where there is no terminal to ask at.')
    const answer = await terminal.ask(
      `All that Foyer keeps in ${folder} will be gone for good. Type "${confirmation}" to go on: `,
    )
    if (answer?.trim() !== confirmation) end(vaultExit.notDone, 'nothing was forgotten.')
  }
  say(terminal, 'forgetting the key, then the vault …')
  // No key is needed to forget one; what the Secret Service keeps is removed there.
  const forgotten = await forgetVault(folder, sealersFor(undefined))
  if (!forgotten.ok) {
    const { error } = forgotten
    if (error.kind === 'inUse')
      end(vaultExit.noVault, 'nothing was forgotten: a Foyer runs; end it first.')
    end(vaultExit.notDone, `not all is forgotten yet, say it again: ${describeVaultError(error)}`)
  }
  createSettingsStore(folder).forget()
  terminal.out(
    forgotten.value ? 'forgotten: the next start is a first start.\n' : 'there was no vault.\n',
  )
  return vaultExit.done
}
