import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { defaultFolder } from '../src/main/settings/load.ts'
import { takeSecrets } from '../src/main/app/secrets.ts'
import { describeVaultError, type VaultError } from '../src/main/vault/errors.ts'
import { sealersFor } from '../src/main/vault/keys/sealers.ts'
import { readVault, type ReadableVault } from '../src/main/vault/keys/unlock.ts'
import { openVault, type Vault, type VaultOptions } from '../src/main/vault/vault.ts'
import { defineCommand, type CommandLine, type RunnableCommand, type ValuesOf } from './command.ts'
import { end } from './problem.ts'
import type { Terminal } from './terminal.ts'

// This file may have been built into another folder, or into a package, where the configuration is always named.
export const projectFolder = dirname(findPackageJSON(import.meta.url) ?? '')

export const { version } = manifest

/** Finds the configuration file: the one that is named, or the project's. */
export function configFile(environment: NodeJS.ProcessEnv): string {
  return environment['FOYER_CONFIG'] ?? join(projectFolder, 'foyer.config.json')
}

export const passphraseHelp = `The passphrase is read from FOYER_VAULT_PASSPHRASE, or from the file that FOYER_VAULT_PASSPHRASE_FILE names;
without one the Secret Service is asked for the key. A key that Electron keeps is given to no other program: such a
vault is verified, given a new key and forgotten in Foyer's own staff panel.`

export const folderHelp = "the vault's folder (default: FOYER_DATA_DIR, or this user's own)"

export interface VaultPlace {
  readonly folder: string
  readonly passphrase: string | undefined
}

/** Returns the folder of a vault: the one that is named, or the one that a Foyer of this user has. */
export function vaultFolder(dir: string | null | undefined, environment: NodeJS.ProcessEnv) {
  return dir ?? environment['FOYER_DATA_DIR'] ?? defaultFolder(process.platform, environment)
}

/** Finds the vault of a command. Throws where a secret of the environment cannot be used. */
export function findVault(dir: string | undefined, environment: NodeJS.ProcessEnv): VaultPlace {
  const taken = takeSecrets(environment)
  return taken.ok
    ? { folder: vaultFolder(dir, environment), passphrase: taken.value.FOYER_VAULT_PASSPHRASE }
    : end(vaultExit.usage, taken.error)
}

export const vaultExit = { done: 0, notDone: 1, usage: 2, noVault: 3 } as const

export const vaultExitMeanings = {
  0: 'done',
  1: 'not done',
  2: 'wrong usage',
  3: 'the vault cannot be opened',
} as const

type FlagsOnVault = Readonly<Record<string, string>> & { readonly '--dir <folder>': string }

export interface VaultCommand<F extends FlagsOnVault = FlagsOnVault> {
  readonly word: string
  readonly values: ValuesOf<F>
  readonly place: VaultPlace
  readonly terminal: Terminal
}

/** Makes a command on the vault, whose words `commands` carry out; secrets leave the environment before. */
export function defineVaultCommand<F extends FlagsOnVault>(
  line: CommandLine<F>,
  commands: Readonly<Record<string, (command: VaultCommand<F>) => Promise<number>>>,
): RunnableCommand {
  return defineCommand(line, async ({ word, values }, terminal) => {
    const place = findVault((values as { dir?: string }).dir, terminal.environment)
    return commands[word]?.({ word, values, place, terminal }) ?? vaultExit.usage
  })
}

/** Ends the command for a vault that cannot be opened. Throws. */
export const endWithoutVault = (error: VaultError): never =>
  end(vaultExit.noVault, describeVaultError(error))

/** Reads the vault, also beside a Foyer that runs. Gives the exit code. */
export async function onReadVault(
  { place: { folder, passphrase } }: Pick<VaultCommand, 'place'>,
  use: (vault: ReadableVault) => number,
): Promise<number> {
  const vault = await readVault(folder, sealersFor(passphrase))
  if (!vault.ok) return endWithoutVault(vault.error)
  try {
    return use(vault.value)
  } finally {
    vault.value.connection.close()
  }
}

/** Uses the vault while no Foyer runs. Gives the exit code. */
export async function onOwnVault(
  { place: { folder, passphrase } }: Pick<VaultCommand, 'place'>,
  use: (vault: Vault) => number | Promise<number>,
  options: Pick<VaultOptions, 'acceptsLoss'> = {},
): Promise<number> {
  const vault = await openVault({ folder, sealers: sealersFor(passphrase), ...options })
  if (!vault.ok) return endWithoutVault(vault.error)
  try {
    return await use(vault.value)
  } finally {
    vault.value.close()
  }
}
