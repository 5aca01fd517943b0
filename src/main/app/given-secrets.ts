import { z } from 'zod'
import { wireSecretName, type WireProfile } from '../../contract/wire-profile.ts'
import { type Result, err, ok } from '../../shared/result.ts'
import { parseJson } from '../base/parse-json.ts'
import { clientKey, proxyCredentials, type SecretSource } from '../intake/http/agent.ts'
import type { Credentials } from '../vault/store/credentials.ts'
import type { Vault } from '../vault/vault.ts'
import type { GivenSecrets } from './secrets.ts'

export const credentialVariables = {
  partner: ['FOYER_PARTNER_CLIENT_ID', 'FOYER_PARTNER_CLIENT_SECRET'],
  developer: ['FOYER_DEVELOPER_CLIENT_ID', 'FOYER_DEVELOPER_CLIENT_SECRET'],
} as const

/** Returns the credentials among the secrets of a start. Undefined if one of a pair is missing. */
export function credentialsOf(given: GivenSecrets): Credentials {
  const pair = (interfaceName: keyof typeof credentialVariables) => {
    const [id, secret] = credentialVariables[interfaceName]
    const { [id]: clientId, [secret]: clientSecret } = given
    return clientId && clientSecret ? { clientId, clientSecret } : undefined
  }
  return { partner: pair('partner'), developer: pair('developer') }
}

/** Values of the secret headers of a wire profile, what opens the client certificate, and a proxy's credentials, by name. */
export type WireSecrets = Readonly<Record<string, string>>

const given = z.record(wireSecretName, z.string().regex(/^[\x20-\x7e]+$/))

/** Reads the values of a start. The error is a text for an administrator, without a value. */
export function wireSecretsOf({
  FOYER_WIRE_SECRETS: text,
  FOYER_CLIENT_KEY: key,
  FOYER_PROXY_CREDENTIALS: proxy,
}: GivenSecrets): Result<WireSecrets, string> {
  if (proxy !== undefined && !/^[^:]+:/.test(proxy))
    return err('FOYER_PROXY_CREDENTIALS: a user name and a password, such as user:password')
  const parsed = given.safeParse(text === undefined ? {} : parseJson(text))
  if (parsed.success)
    return ok({
      ...parsed.data,
      ...(key !== undefined && { [clientKey]: key }),
      ...(proxy !== undefined && { [proxyCredentials]: proxy }),
    })
  return err('FOYER_WIRE_SECRETS: JSON of names and printable ASCII texts, such as {"apiKey": "…"}')
}

const keyOf = (name: string) => `wireSecret.${name}`

/** Keeps the given values in place of earlier ones; the audit names the values, without their content. */
export function keepWireSecrets(
  { audit, securitySettings }: Pick<Vault, 'audit' | 'securitySettings'>,
  secrets: WireSecrets,
): void {
  for (const [name, value] of Object.entries(secrets)) {
    if (securitySettings.read(keyOf(name)) === value) continue
    audit.append('credentialKept', { interface: 'wire', secret: name })
    securitySettings.write(keyOf(name), value)
  }
}

/** Returns the names of secrets that a profile needs and the vault lacks: calls that need one are not sent. */
export function missingWireSecrets(
  { headers }: Pick<WireProfile, 'headers'>,
  secrets: SecretSource,
): readonly string[] {
  const needed = headers.flatMap(({ secret }) => secret ?? [])
  return [...new Set(needed)].filter((name) => secrets(name) === undefined)
}

export const wireSecretsIn =
  ({ securitySettings }: Pick<Vault, 'securitySettings'>): SecretSource =>
  (name) =>
    securitySettings.read(keyOf(name))
