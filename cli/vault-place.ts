import { defaultFolder } from '../src/main/settings/load.ts'
import { takeSecrets } from '../src/main/bootstrap/secrets.ts'
import { mapOk, type Result } from '../src/shared/result.ts'
import { helpOf, readCommandLine, type CommandLine, type ValuesOf } from './command.ts'

/** Help of each command that opens the vault. */
export const passphraseHelp = `The passphrase is read from FOYER_VAULT_PASSPHRASE, or from the file that FOYER_VAULT_PASSPHRASE_FILE names;
without one the Secret Service is asked for the key. A key that Electron keeps is given to no other program: such a
vault is verified, given a new key and forgotten in Foyer's own staff panel.`

/** Help of their `--dir`. */
export const folderHelp = "the vault's folder (default: FOYER_DATA_DIR, or this user's own)"

/** Outputs: `out` is the answer, `note` is for the person. */
export interface Output {
  out(text: string): void
  note(text: string): void
  /** Asks the person at the terminal; undefined where there is none. */
  readonly ask?: (question: string) => Promise<string>
}

/** Vault of a command, and its passphrase, which is taken out of the environment. */
export interface VaultPlace {
  readonly folder: string
  readonly passphrase: string | undefined
}

/** Finds the vault of a command; the error is a text for its user. */
export function findVault(
  dir: string | undefined,
  environment: NodeJS.ProcessEnv,
): Result<VaultPlace, string> {
  const folder =
    dir ?? environment['FOYER_DATA_DIR'] ?? defaultFolder(process.platform, environment)
  return mapOk(takeSecrets(environment), ({ FOYER_VAULT_PASSPHRASE: passphrase }) => ({
    folder,
    passphrase,
  }))
}

/** Exit codes that all commands on the vault share. */
export const vaultExit = { done: 0, notDone: 1, usage: 2, noVault: 3 } as const

/** A command line that was read, for the vault that it names. */
export interface VaultCommand<F extends Readonly<Record<string, string>>> {
  readonly word: string
  readonly values: ValuesOf<F>
  readonly place: VaultPlace
  readonly output: Output
}

/** Runs a command on the vault; secrets leave the environment in every case. Gives the exit code. */
export async function runOnVault<F extends { readonly '--dir <folder>': string }>(
  line: CommandLine<F>,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  output: Output,
  run: (command: VaultCommand<F>) => Promise<number>,
): Promise<number> {
  const given = readCommandLine(line, args)
  const dir = given.kind === 'given' ? (given.values as { dir?: string }).dir : undefined
  const place = findVault(dir, environment)
  if (given.kind === 'help') {
    output.out(helpOf(line))
    return vaultExit.done
  }
  if (given.kind === 'wrong') {
    output.note(`${given.message}\n\n${helpOf(line)}`)
    return vaultExit.usage
  }
  if (!place.ok) {
    output.note(place.error)
    return vaultExit.usage
  }
  return run({ word: given.word, values: given.values, place: place.value, output })
}
