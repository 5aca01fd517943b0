import { systemClock } from '../../base/clock.ts'
import { controlPath, openControlServer } from '../../stations/hub/control.ts'
import { describeVaultError } from '../../vault/errors.ts'
import { NotConfigured, openStation, settingsOfStart, type OpeningStation } from '../station.ts'
import { openClinicHub } from './clinic-hub.ts'

/** Composes a hub: broker, bus, view of the kiosks, control socket. */
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
  const hub = await openClinicHub('hub', station)
  if (!hub.ok) throw new NotConfigured(hub.error)
  const { desk, pairing, close } = hub.value
  ends.add(close)
  const path = controlPath(configuration.loadedSettings.folder, process.platform)
  const control = await openControlServer({ path, desk, pairing, timers: systemClock })
  if (!control.ok) throw new NotConfigured(`cannot listen on ${path} (${control.error})`)
  ends.add(() => control.value.close())
  station.log.app('the hub is open')
}
