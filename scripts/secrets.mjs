// Secrets that a start must not hand to npm, apt or a build. `src/main/app/secrets.ts` explains each.

/** The variables of Foyer's secrets; `scripts/secrets.test.ts` holds the list to that of `src/main/app/secrets.ts`. */
export const secretVariables = [
  'FOYER_PARTNER_CLIENT_ID',
  'FOYER_PARTNER_CLIENT_SECRET',
  'FOYER_DEVELOPER_CLIENT_ID',
  'FOYER_DEVELOPER_CLIENT_SECRET',
  'FOYER_WIRE_SECRETS',
  'FOYER_CLIENT_KEY',
  'FOYER_PROXY_CREDENTIALS',
  'FOYER_VAULT_PASSPHRASE',
  'FOYER_STAFF_PIN',
]

/** Takes the secrets out of this process's environment, so that nothing it starts inherits one; gives them back. */
export function takeSecrets(environment = process.env) {
  const secrets = {}
  for (const name of secretVariables) {
    if (environment[name]) secrets[name] = environment[name]
    delete environment[name]
  }
  return secrets
}
