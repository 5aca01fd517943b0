import { existsSync } from 'node:fs'
import { createSettingsStore } from '../src/main/settings/store.ts'
import { openCredentials } from '../src/main/vault/store/credentials.ts'
import { describeVaultError } from '../src/main/vault/errors.ts'
import { filesIn } from '../src/main/vault/store/files.ts'
import { forgetVault } from '../src/main/vault/store/forget.ts'
import { readKeyFile } from '../src/main/vault/keys/key-file.ts'
import { sealersFor } from '../src/main/vault/keys/sealers.ts'
import type { CommandLine } from './command.ts'
import {
  folderHelp,
  onOwnVault,
  onReadVault,
  passphraseHelp,
  runOnVault,
  tellNoVault,
  vaultExit,
  type VaultCommand,
  type VaultOutput,
} from './vault-place.ts'

const flags = {
  '--yes': 'forget without asking',
  '--dir <folder>': folderHelp,
} as const
const commandLine: CommandLine<typeof flags> = {
  name: 'vault',
  summary: 'The vault of this kiosk',
  words: {
    status: 'tell what is there: who keeps its key, which credentials, how many audit entries',
    'rotate-key':
      'give it another key; the old one, and a copy of the vault with it, are of no use then',
    'accept-loss':
      'go on where the last changes are lost, and no backup of the whole folder is there; the audit says so',
    forget: "forget credentials, PIN, counters, audit and staff's settings of this kiosk for good",
  },
  flags,
  more: `${passphraseHelp}
Only status may be asked while Foyer runs. Exit codes: 0 done, 1 not done, 2 wrong usage, 3 the vault cannot be opened.`,
}
const confirmation = 'forget'

type Command = VaultCommand<typeof flags>

/** Runs `npm run vault` and gives its exit code; see `vaultExit`. Nothing that it says is secret. */
export function runVault(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  output: VaultOutput,
): Promise<number> {
  const commands = { status, 'rotate-key': rotateKey, 'accept-loss': acceptLoss, forget }
  return runOnVault(commandLine, args, environment, output, commands)
}

const day = (at: number) => new Date(at).toISOString().slice(0, 10)

function status(command: Command): Promise<number> {
  const { out } = command.output
  const file = readKeyFile(filesIn(command.place.folder).key)
  if (file.ok) out(`key        kept by ${file.value.sealer}\n`)
  return onReadVault(command, ({ connection }) => {
    for (const { name, since, hasPrevious } of openCredentials(connection, Date.now).status()) {
      const present = since === null ? 'none' : `since ${day(since)}`
      out(`${name.padEnd(10)} ${present}${hasPrevious ? ', with the pair before' : ''}\n`)
    }
    const count = connection.prepare<[], number>('SELECT count(*) FROM audit').pluck()
    out(`audit      ${count.get()} entries\n`)
    return vaultExit.done
  })
}

/** Exit code where there is no vault yet, which opening it would make; undefined where there is one. */
function withoutVault({ place: { folder }, output }: Command): number | undefined {
  const { key, database } = filesIn(folder)
  if (existsSync(key) || existsSync(database)) return undefined
  return tellNoVault({ kind: 'unavailable', detail: `no vault in ${folder}` }, output)
}

async function acceptLoss(command: Command): Promise<number> {
  const missing = withoutVault(command)
  if (missing !== undefined) return missing
  return onOwnVault(
    command,
    () => {
      command.output.out('the vault can be used.\n')
      return vaultExit.done
    },
    { acceptsLoss: true },
  )
}

async function rotateKey(command: Command): Promise<number> {
  const { output } = command
  const missing = withoutVault(command)
  if (missing !== undefined) return missing
  output.note('opening the vault …')
  return onOwnVault(command, async (vault) => {
    output.note('changing its key …')
    const rotated = await vault.rotateKey()
    if (rotated.ok) output.out('the vault has another key.\n')
    else output.note(`the key was not changed: ${describeVaultError(rotated.error)}`)
    return rotated.ok ? vaultExit.done : vaultExit.notDone
  })
}

async function forget({ place: { folder }, output, values }: Command): Promise<number> {
  if (!values.yes) {
    if (!output.ask) {
      output.note('say --yes where there is no terminal to ask at.')
      return vaultExit.usage
    }
    const answer = await output.ask(
      `All that Foyer keeps in ${folder} will be gone for good. Type "${confirmation}" to go on: `,
    )
    if (answer.trim() !== confirmation) {
      output.note('nothing was forgotten.')
      return vaultExit.notDone
    }
  }
  output.note('forgetting the key, then the vault …')
  // No key is needed to forget one; what the Secret Service keeps is removed there.
  const forgotten = await forgetVault(folder, sealersFor(undefined))
  if (!forgotten.ok) {
    const isRefused = forgotten.error.kind === 'inUse'
    output.note(
      isRefused
        ? 'nothing was forgotten: a Foyer runs; end it first.'
        : `not all is forgotten yet, say it again: ${describeVaultError(forgotten.error)}`,
    )
    return isRefused ? vaultExit.noVault : vaultExit.notDone
  }
  createSettingsStore(folder).forget()
  output.out(
    forgotten.value ? 'forgotten: the next start is a first start.\n' : 'there was no vault.\n',
  )
  return vaultExit.done
}
