import { readFileSync } from 'node:fs'
import { err, ok, type Result } from '../shared/result.ts'
import type { ClientCredentials } from './service/token-request.ts'

/** The kiosk's credentials for both interfaces. */
export interface Credentials {
  readonly partner: ClientCredentials | undefined
  readonly developer: ClientCredentials | undefined
}

/** The environment variables of the credentials: client id and secret of each interface. */
export const credentialVariables = {
  partner: ['FOYER_PARTNER_CLIENT_ID', 'FOYER_PARTNER_CLIENT_SECRET'],
  developer: ['FOYER_DEVELOPER_CLIENT_ID', 'FOYER_DEVELOPER_CLIENT_SECRET'],
} as const

/**
 * Takes the credentials out of the environment: they are deleted there, so that no child process
 * (a browser above all) inherits them. Undefined where one of a pair is missing.
 */
export function takeCredentials(environment: NodeJS.ProcessEnv): Credentials {
  const take = ([idName, secretName]: readonly [string, string]) => {
    const { [idName]: clientId, [secretName]: clientSecret } = environment
    delete environment[idName]
    delete environment[secretName]
    return clientId && clientSecret ? { clientId, clientSecret } : undefined
  }
  return {
    partner: take(credentialVariables.partner),
    developer: take(credentialVariables.developer),
  }
}

/** The environment variables of the vault's passphrase: itself, or the file in which it stands. */
export const passphraseVariables = {
  text: 'FOYER_VAULT_PASSPHRASE',
  file: 'FOYER_VAULT_PASSPHRASE_FILE',
} as const

/**
 * Takes the vault's passphrase out of the environment, like the credentials, or reads the file that is named
 * there (a systemd credential, a mounted secret), without the end of its line. Undefined where neither is given.
 * The error is a text for an administrator.
 */
export function takePassphrase(environment: NodeJS.ProcessEnv): Result<string | undefined, string> {
  const { [passphraseVariables.text]: given, [passphraseVariables.file]: file } = environment
  for (const name of Object.values(passphraseVariables)) delete environment[name]
  if (given || !file) return ok(given || undefined)
  try {
    const passphrase = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    return passphrase ? ok(passphrase) : err(`${passphraseVariables.file}: the file is empty`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return err(`${passphraseVariables.file}: the file cannot be read (${code ?? 'unknown'})`)
  }
}

/** The environment variable that sets the staff PIN at provisioning. */
export const staffPinVariable = 'FOYER_STAFF_PIN'

/** Takes the staff PIN out of the environment, like the credentials. */
export function takeStaffPin(environment: NodeJS.ProcessEnv): string | undefined {
  const { [staffPinVariable]: pin } = environment
  delete environment[staffPinVariable]
  return pin || undefined
}
