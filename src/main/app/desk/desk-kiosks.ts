import type { KioskHearing } from '../../desk/kiosks/hearing.ts'
import type { ClinicHub } from '../hub/clinic-hub.ts'
import type { Station } from '../station.ts'

/**
 * Opens the clinic's hub in this desk; nothing waits for it. If it cannot be opened, the desk serves without kiosks and
 * logs the remedy. `onHub`: it is open.
 */
export function openDeskKiosks(station: Station, onHub: (hub: ClinicHub) => void) {
  const { log } = station
  let hears: ReturnType<KioskHearing['hears']> = 'opening'
  let hub: ClinicHub | undefined
  let isClosed = false

  async function open() {
    // The MQTT code is loaded only once the desk is open.
    const { openClinicHub } = await import('../hub/clinic-hub.ts')
    if (isClosed) return
    const opened = await openClinicHub('desk', station)
    if (opened.ok) {
      hub = opened.value
      onHub(hub)
    } else
      log.app('the desk hears no kiosks: mend the setting and start it again', {
        reason: opened.error,
      })
  }
  const opened = open()
    .catch((error: unknown) =>
      log.app('the desk hears no kiosks: start it again', {
        detail: error instanceof Error ? error.name : 'unknown',
      }),
    )
    .finally(() => (hears = hub ? 'yes' : 'no'))

  const hearing: KioskHearing = { opened, hears: () => hears, hub: () => hub }
  return {
    ...hearing,
    /** Closes it in order, even while it is being opened; unsent messages stay in the vault. */
    async close() {
      isClosed = true
      await opened
      const ended = hub
      hub = undefined
      hears = 'no'
      await ended?.close()
    },
  }
}
