import { expect, test as base } from '@playwright/test'
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts'
import {
  newDocumentedMosquitto,
  type DocumentedMosquitto,
} from '../../test/harness/bus/documented-mosquitto.ts'
import { createSelfSigned } from '../../test/harness/service/self-signed.ts'
import { openPlaceAt, type KioskPlace } from '../../test/leak-scan/kiosk-place.ts'
import { startHub, type Hub } from './hub.ts'
import { keepTraces } from './keep-traces.ts'
import { startFoyerIn, type RunningFoyer } from './running-foyer.ts'
import { openRecords, type ServiceRecords } from './service-records.ts'
import { unhurried } from './shared-kiosk.ts'
import { StaffMember, words } from './staff.ts'
import { m } from '../../src/i18n/paraglide/messages.js'

/** Milliseconds until a broker that was away is looked for again, at the most, and what follows. */
export const reconnectMs = 150_000

/** A clinic: kiosks, a hub, a broker of its own between them, and the service. */
export interface Clinic {
  readonly sandbox: Sandbox
  readonly broker: DocumentedMosquitto
  readonly hub: Hub
  readonly records: ServiceRecords
  /** Where a kiosk of this name stands; its Foyer is started in it. */
  place(name: string): Promise<KioskPlace>
  /** Starts a kiosk's Foyer; it is ended after the test. */
  start(place: KioskPlace): Promise<RunningFoyer>
  /** Pairs a kiosk by its staff panel, and has the broker know it, as its administrator does. */
  pair(foyer: RunningFoyer, place: KioskPlace): Promise<void>
  /** Has the broker know whom the hub has paired. */
  tellBroker(): Promise<void>
  /** Somebody at the hub who watches. */
  watch(): Watching
}

/** Somebody at a terminal of the hub. */
interface Watching {
  /** Waits until the window shows this, in a line or over several. */
  shows(words: RegExp): Promise<void>
  screen(): string
  types(line: string): void
}

type Variables = Readonly<Record<string, string>>

interface Fixtures {
  /** Settings of its kiosks as environment variables; `test.use({ settings })`. */
  settings: Variables
  clinic: Clinic
}

/** A test in a clinic of its own. A failure keeps the screens of its kiosks, their logs and the hub's. */
export const test = base.extend<Fixtures>({
  settings: [{}, { option: true }],
  clinic: [
    async ({ settings }, use, info) => {
      const ends: (() => Promise<unknown>)[] = []
      const kiosks: RunningFoyer[] = []
      try {
        const clinic = await openClinic(settings, ends, kiosks)
        await use(clinic)
        await keepTraces(info, kiosks)
        if (info.status !== info.expectedStatus)
          await info.attach('hub', { body: clinic.hub.log(), contentType: 'text/plain' })
      } finally {
        for (const end of ends.toReversed()) await end()
      }
    },
    { timeout: 180_000 },
  ],
})

async function openClinic(
  settings: Variables,
  ends: (() => Promise<unknown>)[],
  kiosks: RunningFoyer[],
): Promise<Clinic> {
  const tls = await createSelfSigned('localhost')
  const sandbox = await startSandbox({ webhooks: { ca: tls.cert } })
  ends.push(() => sandbox.close())
  const records = openRecords(sandbox)
  ends.push(() => records.close())
  const broker = await newDocumentedMosquitto(tls)
  ends.push(() => broker.close())
  const hub = await startHub(sandbox, broker, tls)
  ends.push(async () => expect(await hub.close(), hub.log()).toBe(0))
  const tellBroker = async () => broker.give(await hub.brokerFiles())
  await tellBroker()
  await broker.start()
  return {
    ...{ sandbox, broker, hub, records, tellBroker },
    async place(name) {
      const environment = { FOYER_KIOSK_NAME: name, ...unhurried, ...settings }
      const place = await openPlaceAt(sandbox, { environment })
      ends.push(() => place.close())
      return place
    },
    async start(place) {
      const foyer = await startFoyerIn(place)
      kiosks.push(foyer)
      ends.push(() => foyer.stop())
      return foyer
    },
    async pair(foyer, place) {
      const staff = new StaffMember(foyer)
      await staff.enters(place.environment['FOYER_STAFF_PIN'] ?? '')
      const desk = await staff.pairs(await hub.invite())
      // The broker does not know it yet.
      await expect(desk.getByText(words(m.staff_desk_refused))).toBeVisible()
      await tellBroker()
      const connected = desk.getByText(words(m.staff_desk_connected), { exact: false })
      await expect(connected).toBeVisible({ timeout: reconnectMs })
      await staff.locks(m.kiosk_welcome_title)
    },
    watch() {
      const terminal = hub.watch()
      ends.push(() => terminal.close())
      return {
        ...terminal,
        shows: (wanted) =>
          expect.poll(() => terminal.screen(), { timeout: reconnectMs }).toMatch(wanted),
      }
    },
  }
}

export { expect } from '@playwright/test'
