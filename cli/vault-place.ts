import { defaultFolder } from '../src/main/settings/load.ts'
import { takeSecrets } from '../src/main/bootstrap/secrets.ts'
import { mapOk, type Result } from '../src/shared/result.ts'

/** What is said of a passphrase in the help of each command that opens the vault. */
export const passphraseHelp = `The passphrase is read from FOYER_VAULT_PASSPHRASE, or from the file that FOYER_VAULT_PASSPHRASE_FILE names;
without one the Secret Service is asked for the key. A key that Electron keeps is given to no other program: such a
vault is verified, given a new key and forgotten in Foyer's own staff panel.`

/** What is said of the folder there. */
export const folderHelp =
  "--dir FOLDER   the vault's folder (default: FOYER_DATA_DIR, or this user's own)"

/** Where the words go: `out` is the answer, `note` is for the person. */
export interface Output {
  out(text: string): void
  note(text: string): void
  /** Asks the person at the terminal; undefined where there is none. */
  readonly ask?: (question: string) => Promise<string>
}

/** Which vault a command is for, and the passphrase, which is taken out of the environment. */
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
