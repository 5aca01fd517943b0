import { systemClock } from '../../base/clock.ts'
import { closeAll } from '../../base/close-all.ts'
import type { Bus } from '../../bus/port.ts'
import type { HubPairing } from '../../hub/hub-desk.ts'
import { openHubDesk, type HubDesk } from '../../hub/hub-desk.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { openHubBus, type HubBus, type HubBusParts } from './hub-bus.ts'

/** What hears a clinic's kiosks: in a hub, and in a desk that is the clinic's hub. */
export interface ClinicHub extends Pick<HubBus, 'keyOf'> {
  readonly bus: Bus
  readonly desk: HubDesk
  readonly pairing: HubPairing
  /** Ends it in order; what is unsaid waits in the vault. */
  close(): Promise<void>
}

/** Opens broker and bus, and what somebody there sees of the kiosks. The error is a text for an administrator. */
export async function openClinicHub(parts: HubBusParts): Promise<Result<ClinicHub, string>> {
  const { vault } = parts
  const opened = await openHubBus(parts)
  if (!opened.ok) return opened
  const { bus, pairing } = opened.value
  /** The station is let go of, and with it what it told. */
  async function unpair(station: string, by?: string) {
    const done = await pairing.unpair(station, by)
    desk.forget(station)
    return done
  }
  const desk = openHubDesk({
    ...{ bus, rows: vault.hubNotices, audit: vault.audit, clock: systemClock },
    unpair: (station) => void unpair(station, 'the kiosk itself'),
  })
  return ok({
    ...{ bus, desk, pairing: { ...pairing, unpair } },
    keyOf: (station) => opened.value.keyOf(station),
    close: () => closeAll([() => desk.stop(), () => opened.value.close()]),
  })
}
