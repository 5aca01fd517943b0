import { readEndpoints, type WebhookEndpoint } from '../../hub/webhooks/endpoints.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { Vault } from '../../vault/vault.ts'
import type { GivenSecrets } from '../secrets.ts'

type KeepsSecrets = Pick<Vault, 'audit' | 'securitySettings'>
const key = 'webhook.endpoints'

/**
 * Reads `FOYER_WEBHOOK_SECRETS` at a start; null if it is not set. The error is a text for an administrator, without a
 * value.
 */
export function webhookSecretsOf({
  FOYER_WEBHOOK_SECRETS: text,
}: GivenSecrets): Result<string | null, string> {
  if (text === undefined) return ok(null)
  const read = readEndpoints(text)
  return read.ok ? ok(text) : err(`FOYER_WEBHOOK_SECRETS: ${read.error}`)
}

/** Keeps the given secrets in place of earlier ones; the audit has an entry, without their content. */
export function keepWebhookSecrets(vault: KeepsSecrets, text: string | null): void {
  if (text === null || vault.securitySettings.read(key) === text) return
  vault.audit.append('credentialKept', { interface: 'webhook' })
  vault.securitySettings.write(key, text)
}

/** Reads the endpoints whose deliveries are accepted; none if no secrets were ever given. */
export function webhookEndpointsIn({
  securitySettings,
}: Pick<Vault, 'securitySettings'>): readonly WebhookEndpoint[] {
  const text = securitySettings.read(key)
  const read = text === undefined ? undefined : readEndpoints(text)
  return read?.ok ? read.value : []
}
