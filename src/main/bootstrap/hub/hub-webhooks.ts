import { readFileSync } from 'node:fs'
import { systemClock } from '../../base/clock.ts'
import type { Bus } from '../../bus/port.ts'
import { openWebhookReceiver } from '../../hub/webhooks/webhook-receiver.ts'
import type { WebhookServer } from '../../hub/webhooks/webhook-server.ts'
import type { Settings } from '../../settings/schema.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { webhookEndpointsIn } from '../given-secrets.ts'
import type { Station } from '../station.ts'

/**
 * Opens the receiver of deliveries that the settings ask for; undefined: they ask for none. The error is a text for an
 * administrator.
 */
export async function openHubWebhooks(
  { settings, vault, log }: Station,
  bus: Pick<Bus, 'broadcast'>,
): Promise<Result<WebhookServer | undefined, string>> {
  const { webhooks } = settings().hub
  const { host, port, path } = webhooks
  if (port === null) return ok(undefined)
  const endpoints = webhookEndpointsIn(vault)
  if (endpoints.length === 0)
    return err(
      'hub.webhooks: the secrets of the endpoint are missing; give FOYER_WEBHOOK_SECRETS once',
    )
  const tls = readTls(webhooks)
  if (!tls.ok) return tls
  const opened = await openWebhookReceiver({
    address: { host, port, ...(tls.value && { tls: tls.value }) },
    path,
    endpoints,
    rows: vault.webhookEvents,
    bus,
    clock: systemClock,
    onRefused(reason, count) {
      log.app('webhookRefused', { reason, count })
      vault.audit.append('webhookRefused', { reason, count })
    },
    onTaken: (type, count) => log.app('webhookTaken', { detail: type, count }),
  })
  if (!opened.ok)
    return err(`hub.webhooks: cannot listen on ${host} port ${port} (${opened.error.detail})`)
  return ok(opened.value)
}

type Tls = { readonly cert: string; readonly key: string } | undefined

function readTls({ certFile, keyFile }: Settings['hub']['webhooks']): Result<Tls, string> {
  if (certFile === null || keyFile === null) return ok(undefined)
  try {
    return ok({ cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') })
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    return err(`hub.webhooks: the certificate or its key cannot be read (${code})`)
  }
}
