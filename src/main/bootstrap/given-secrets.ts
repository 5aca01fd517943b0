import { z } from 'zod'
import { wireSecretName, type WireProfile } from '../../contract/wire-profile.ts'
import { type Result, err, ok } from '../../shared/result.ts'
import type { SecretSource } from '../service/http/transport.ts'
import type { Credentials } from '../vault/store/credentials.ts'
import type { Vault } from '../vault/vault.ts'
import type { GivenSecrets } from './secrets.ts'

/** The variables of the credentials: client id and secret of each interface. */
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

/** Values of the secret headers of a wire profile, by name. */
export type WireSecrets = Readonly<Record<string, string>>

const given = z.record(wireSecretName, z.string().regex(/^[\x20-\x7e]+$/))

/** Reads the values of a start from `FOYER_WIRE_SECRETS`. The error is a text for an administrator, without a value. */
export function wireSecretsOf({
  FOYER_WIRE_SECRETS: text,
}: GivenSecrets): Result<WireSecrets, string> {
  if (text === undefined) return ok({})
  const parsed = given.safeParse(jsonOf(text))
  if (parsed.success) return ok(parsed.data)
  return err('FOYER_WIRE_SECRETS: JSON of names and printable ASCII texts, such as {"apiKey": "…"}')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
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

/** Reads the values that are kept in the vault. */
export function wireSecretsIn({ securitySettings }: Pick<Vault, 'securitySettings'>): SecretSource {
  return (name) => securitySettings.read(keyOf(name))
}
