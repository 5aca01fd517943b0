import { randomBytes } from 'node:crypto'
import { createListeners } from '../../../src/main/base/listeners.ts'
import { createBus } from '../../../src/main/stations/create-bus.ts'
import {
  createInProcessHub,
  freeKiosk,
  type InProcessTransport,
  newClinicKey,
  newStationId,
  startStation,
  testClinic,
  type TestStation,
} from './test-station.ts'
import { createKeyRing } from '../../../src/main/stations/seal.ts'
import type { PairedBus } from '../../../src/main/stations/kiosk/paired-bus.ts'
import type { Bus } from '../../../src/main/stations/port.ts'
import { rightsOf } from '../../../src/main/stations/topics.ts'
import type { OpenBus } from '../../../src/main/app/station.ts'
import { err, ok } from '../../../src/shared/result.ts'

/** The code by which a kiosk of this clinic is paired. */
export const rightCode = 'ABCD-EFGH-JKMN'

/** A clinic whose stations talk in this process, without a broker. */
export function openInProcessClinic() {
  const hub = createInProcessHub()
  const key = newClinicKey()
  const kioskId = newStationId()
  const stationKey = randomBytes(32)
  const subscribed = (id: string, kind: 'kiosk' | 'hub') =>
    hub.attach(id, rightsOf(testClinic, id, kind).subscribe)
  let kioskLine: InProcessTransport | undefined

  /** `isPaired`: whether the kiosk is at its start. */
  const openBus =
    (isPaired: boolean): OpenBus =>
    ({ vault }) => {
      const listeners = createListeners()
      let at: number | undefined
      let bus: Bus | undefined
      const open = () => {
        kioskLine = subscribed(kioskId, 'kiosk')
        at = Date.now()
        bus = createBus({
          id: kioskId,
          kind: 'kiosk',
          clinic: testClinic,
          transport: kioskLine,
          keys: createKeyRing([key]),
          rows: vault.bus,
          log: () => undefined,
        })
        bus.onChange(listeners.call)
        listeners.call()
      }
      if (isPaired) open()
      const close = async () => {
        const ended = bus
        bus = undefined
        at = undefined
        await ended?.close()
      }
      const place: PairedBus = {
        bus: () => bus,
        onChange: (listener) => listeners.add(listener),
        stationKey: () => (at === undefined ? undefined : stationKey),
        paired: () => (at === undefined ? undefined : { name: 'Hub', address: 'in process', at }),
        pair(_, code) {
          if (code !== rightCode) return Promise.resolve(err({ kind: 'refused' as const }))
          open()
          return Promise.resolve(ok(null))
        },
        async unpair() {
          await close()
          listeners.call()
        },
        close,
      }
      return place
    }
  return {
    openBus,
    kioskId,
    stationKey,
    /** A hub that listens. */
    startHub(): TestStation {
      const id = newStationId()
      const hub = startStation({ kind: 'hub', id, transport: subscribed(id, 'hub'), key })
      hub.bus.present(freeKiosk('Hub'))
      return hub
    },
    /** The kiosk's connection is lost; it is back where `isBack`. */
    lose: (options?: { readonly isBack?: boolean }) => kioskLine?.lose(options),
  }
}
