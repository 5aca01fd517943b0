import { systemClock } from '../../base/clock.ts'
import { controlPath, openControlServer } from '../../hub/control.ts'
import type { Result } from '../../../shared/result.ts'
import { describeVaultError } from '../../vault/errors.ts'
import { keepWebhookSecrets } from '../given-secrets.ts'
import { NotConfigured, openStation, settingsOfStart, type OpeningStation } from '../station.ts'
import { openClinicHub } from './clinic-hub.ts'
import { openHubWebhooks } from './hub-webhooks.ts'

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
  const { bus, desk, pairing, close } = configured(await openClinicHub('hub', station))
  ends.add(close)
  const webhooks = configured(await openHubWebhooks(station, bus))
  ends.add(() => webhooks?.close())
  const path = controlPath(configuration.loadedSettings.folder, process.platform)
  const control = await openControlServer({ path, desk, pairing, timers: systemClock })
  if (!control.ok) throw new NotConfigured(`cannot listen on ${path} (${control.error})`)
  ends.add(() => control.value.close())
  station.log.app('the hub is open')
}

/** Returns what was opened. Throws `NotConfigured` with the text for an administrator. */
function configured<T>(opened: Result<T, string>): T {
  if (!opened.ok) throw new NotConfigured(opened.error)
  return opened.value
}
