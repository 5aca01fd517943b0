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

/** The environment variable of the vault's passphrase. */
export const passphraseVariable = 'FOYER_VAULT_PASSPHRASE'

/** Takes the vault's passphrase out of the environment, like the credentials. */
export function takePassphrase(environment: NodeJS.ProcessEnv): string | undefined {
  const { [passphraseVariable]: passphrase } = environment
  delete environment[passphraseVariable]
  return passphrase || undefined
}

/** The environment variable that sets the staff PIN at provisioning. */
export const staffPinVariable = 'FOYER_STAFF_PIN'

/** Takes the staff PIN out of the environment, like the credentials. */
export function takeStaffPin(environment: NodeJS.ProcessEnv): string | undefined {
  const { [staffPinVariable]: pin } = environment
  delete environment[staffPinVariable]
  return pin || undefined
}
