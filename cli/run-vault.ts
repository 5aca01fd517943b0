import { existsSync } from 'node:fs'
import { createSettingsStore } from '../src/main/settings/store.ts'
import { openCredentials } from '../src/main/vault/store/credentials.ts'
import { describeVaultError, type VaultError } from '../src/main/vault/errors.ts'
import { filesIn } from '../src/main/vault/store/files.ts'
import { forgetVault } from '../src/main/vault/store/forget.ts'
import { readKeyFile } from '../src/main/vault/keys/key-file.ts'
import { sealersFor } from '../src/main/vault/keys/sealers.ts'
import { readVault } from '../src/main/vault/keys/unlock.ts'
import { openVault } from '../src/main/vault/vault.ts'
import type { CommandLine, ValuesOf } from './command.ts'
import {
  folderHelp,
  passphraseHelp,
  runOnVault,
  vaultExit,
  type Output,
  type VaultPlace,
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
    forget: "forget credentials, PIN, counters, audit and staff's settings of this kiosk for good",
  },
  flags,
  more: `${passphraseHelp}
Only status may be asked while Foyer runs. Exit codes: 0 done, 1 not done, 2 wrong usage, 3 the vault cannot be opened.`,
}
const confirmation = 'forget'

const commands: Readonly<
  Record<
    string,
    (place: VaultPlace, output: Output, values: ValuesOf<typeof flags>) => Promise<number>
  >
> = { status, 'rotate-key': rotateKey, forget }

/** Runs `npm run vault` and gives its exit code; see `vaultExit`. Nothing that it says is secret. */
export function runVault(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  output: Output,
): Promise<number> {
  return runOnVault(commandLine, args, environment, output, async ({ word, values, place }) => {
    const run = commands[word]
    return run ? run(place, output, values) : vaultExit.usage
  })
}

function refuse(error: VaultError, output: Output): number {
  output.note(describeVaultError(error))
  return vaultExit.noVault
}

const day = (at: number) => new Date(at).toISOString().slice(0, 10)

async function status({ folder, passphrase }: VaultPlace, output: Output): Promise<number> {
  const file = readKeyFile(filesIn(folder).key)
  if (file.ok) output.out(`key        kept by ${file.value.sealer}\n`)
  const vault = await readVault(folder, sealersFor(passphrase))
  if (!vault.ok) return refuse(vault.error, output)
  const { connection } = vault.value
  try {
    for (const { name, since, hasPrevious } of openCredentials(connection, Date.now).status()) {
      const present = since === null ? 'none' : `since ${day(since)}`
      output.out(`${name.padEnd(10)} ${present}${hasPrevious ? ', with the pair before' : ''}\n`)
    }
    const count = connection.prepare<[], number>('SELECT count(*) FROM audit').pluck()
    output.out(`audit      ${count.get()} entries\n`)
    return vaultExit.done
  } finally {
    connection.close()
  }
}

async function rotateKey({ folder, passphrase }: VaultPlace, output: Output): Promise<number> {
  if (!existsSync(filesIn(folder).key) && !existsSync(filesIn(folder).database))
    return refuse({ kind: 'unavailable', detail: `no vault in ${folder}` }, output)
  output.note('opening the vault …')
  const vault = await openVault({ folder, sealers: sealersFor(passphrase) })
  if (!vault.ok) return refuse(vault.error, output)
  output.note('changing its key …')
  const rotated = await vault.value.rotateKey()
  vault.value.close()
  if (rotated.ok) {
    output.out('the vault has another key.\n')
    return vaultExit.done
  }
  output.note(`the key was not changed: ${describeVaultError(rotated.error)}`)
  return vaultExit.notDone
}

async function forget(
  { folder }: VaultPlace,
  output: Output,
  { yes }: ValuesOf<typeof flags>,
): Promise<number> {
  if (!yes) {
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
