import { readFileSync } from 'node:fs'
import { systemClock } from '../../base/clock.ts'
import type { Bus } from '../../stations/port.ts'
import { controlPath, openControlServer } from '../../stations/hub/control.ts'
import { openWebhookReceiver } from '../../stations/hub/webhooks/webhook-receiver.ts'
import type { Settings } from '../../settings/schema.ts'
import { describeVaultError } from '../../vault/errors.ts'
import { keepWebhookSecrets, webhookEndpointsIn } from '../given-secrets.ts'
import {
  NotConfigured,
  openStation,
  settingsOfStart,
  type OpeningStation,
  type Station,
} from '../station.ts'
import { openClinicHub } from './clinic-hub.ts'

/** Composes a hub: broker, bus, view of the kiosks, receiver of deliveries, control socket. */
export async function composeHub(start: OpeningStation): Promise<void> {
  const { configuration, ends, log } = start
  const opened = await start.openVault()
  if (!opened.ok) throw new NotConfigured(describeVaultError(opened.error))
  const { station } = openStation(
    start,
    opened.value,
    ({ kind }) => {
      log.app('vaultFailed', { reason: kind })
      start.leave('fault')
    },
    settingsOfStart(configuration),
  )
  keepWebhookSecrets(station.vault, configuration.webhookSecrets)
  const hub = await openClinicHub('hub', station)
  if (!hub.ok) throw new NotConfigured(hub.error)
  const { bus, desk, pairing, close } = hub.value
  ends.add(close)
  const webhooks = await openHubWebhooks(station, bus)
  ends.add(() => webhooks?.close())
  const path = controlPath(configuration.loadedSettings.folder, process.platform)
  const control = await openControlServer({ path, desk, pairing, timers: systemClock })
  if (!control.ok) throw new NotConfigured(`cannot listen on ${path} (${control.error})`)
  ends.add(() => control.value.close())
  station.log.app('the hub is open')
}

/** Opens the receiver of deliveries that the settings ask for; undefined: they ask for none. Throws `NotConfigured`. */
async function openHubWebhooks({ settings, vault, log }: Station, bus: Pick<Bus, 'broadcast'>) {
  const { webhooks } = settings().hub
  const { host, port, path } = webhooks
  if (port === null) return undefined
  const endpoints = webhookEndpointsIn(vault)
  if (endpoints.length === 0)
    throw new NotConfigured(
      'hub.webhooks: the secrets of the endpoint are missing; give FOYER_WEBHOOK_SECRETS once',
    )
  const tls = readTls(webhooks)
  const opened = await openWebhookReceiver({
    address: { host, port, ...(tls && { tls }) },
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
    throw new NotConfigured(
      `hub.webhooks: cannot listen on ${host} port ${port} (${opened.error.detail})`,
    )
  return opened.value
}

function readTls({ certFile, keyFile }: Settings['hub']['webhooks']) {
  if (certFile === null || keyFile === null) return undefined
  try {
    return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw new NotConfigured(`hub.webhooks: the certificate or its key cannot be read (${code})`)
  }
}
