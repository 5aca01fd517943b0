import { openPairedBus, type PairedBus } from '../../../src/main/app/paired-bus.ts'
import type { Bus } from '../../../src/main/stations/create-bus.ts'
import { openLog } from '../../../src/main/log/log.ts'
import { settingsSchema } from '../../../src/main/settings/schema.ts'
import type { BusBody } from '../../../src/shared/bus/messages.ts'
import { addressesAt } from '../service/addresses-at.ts'
import { openOrThrow, scratchFolder } from '../vault/scratch.ts'

/** Settings of a service that is not there, for stations that ask it nothing. */
export const aService = {
  service: { ...addressesAt('https://service.example'), accountId: 1, locationId: 1 },
}

/** A kiosk's pairing and bus, in a vault of its own. */
export type KioskStation = Awaited<ReturnType<typeof openKioskStation>>

export async function openKioskStation(name: string) {
  const scratch = scratchFolder()
  const vault = await openOrThrow(scratch.folder)
  const settings = settingsSchema.parse({ ...aService, kiosk: { name } })
  const log = openLog(name, { write: () => undefined })
  const heard: BusBody[] = []
  return {
    /** Everything that its bus handed on, the oldest first. */
    heard: heard as readonly BusBody[],
    open(): PairedBus {
      const place = openPairedBus({ vault, settings: () => settings, log })
      let known: Bus | undefined
      place.onChange(() => {
        if (place.bus() === known) return
        known = place.bus()
        known?.onMessage(({ body }) => heard.push(body))
      })
      return place
    },
    close() {
      vault.close()
      scratch.remove()
    },
  }
}
