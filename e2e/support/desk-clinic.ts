import { test as base } from '@playwright/test'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bus } from '../../cli/run-bus.ts'
import { fakeTerminal } from '#harness/cli/commands.ts'
import { prepareDesk } from '../../scripts/clinic/prepare-desk.ts'
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts'
import type { Newcomer } from '../../sandbox/seeds/seed.ts'
import { giveToFoyer } from '../../scripts/app-process.ts'
import { freePort } from '../../scripts/free-port.ts'
import {
  newDocumentedMosquitto,
  type DocumentedMosquitto,
} from '#harness/bus/documented-mosquitto.ts'
import { createSelfSigned } from '#harness/service/self-signed.ts'
import { openPlaceAt, type KioskPlace } from '../../test/leak-scan/kiosk-place.ts'
import { keepTraces } from './keep-traces.ts'
import { member } from './receptionist.ts'
import { startFoyerIn, type RunningFoyer } from './running-foyer.ts'
import { openRecords, type ServiceRecords } from './service-records.ts'
import { unhurried } from './test-kiosk.ts'

const sizes = { desk: { width: 1366, height: 768 }, kiosk: { width: 1080, height: 1920 } } as const

/** A clinic whose desk is its hub: two kiosks, which are paired with it, a Mosquitto between them, and the service. */
export interface DeskClinic {
  readonly sandbox: Sandbox
  readonly records: ServiceRecords
  readonly broker: DocumentedMosquitto
  /** Place where each stands; nothing of it is started yet. */
  readonly desk: KioskPlace
  readonly frontDoor: KioskPlace
  readonly sideDoor: KioskPlace
  /** Starts what stands there; it is ended after the test. */
  start(place: KioskPlace): Promise<RunningFoyer>
}

type Variables = Readonly<Record<string, string>>

interface Fixtures {
  /** State of the clinic; `test.use({ options })`. */
  options: {
    readonly settings?: Variables
    readonly newcomers?: readonly Newcomer[]
  }
  clinic: DeskClinic
}

/** A test in a clinic of its own. A failure keeps the screens of its stations and their logs. */
export const test = base.extend<Fixtures>({
  options: [{}, { option: true }],
  clinic: [
    async ({ options: { settings = {}, newcomers = [] } }, use, info) => {
      const ends: (() => Promise<unknown>)[] = []
      const started: RunningFoyer[] = []
      try {
        const sandbox = await startSandbox({ newcomers })
        ends.push(() => sandbox.close())
        const records = openRecords(sandbox)
        ends.push(() => records.close())
        const places = await openPlaces(sandbox, settings, ends)
        const start: DeskClinic['start'] = async (place) => {
          const foyer = await startFoyerIn(place)
          started.push(foyer)
          ends.push(() => foyer.stop())
          return foyer
        }
        await use({ ...places, sandbox, records, start })
        await keepTraces(info, started)
      } finally {
        for (const end of ends.toReversed()) await end()
      }
    },
    { timeout: 180_000 },
  ],
})

/** Sets up where the stations stand, paired and known to the broker, so that nobody waits. `ends` gets what ends it, the last first. */
async function openPlaces(
  sandbox: Sandbox,
  settings: Variables,
  ends: (() => Promise<unknown>)[],
): Promise<Pick<DeskClinic, 'broker' | 'desk' | 'frontDoor' | 'sideDoor'>> {
  const broker = await newDocumentedMosquitto(await createSelfSigned('localhost'))
  ends.push(() => broker.close())
  const place = async (name: string, own: Variables, size: (typeof sizes)['desk' | 'kiosk']) => {
    const environment = { FOYER_KIOSK_NAME: name, ...settings, ...own }
    const made = await openPlaceAt(sandbox, { environment, size })
    ends.push(() => made.close())
    return made
  }
  const frontDoor = await place('Front door', unhurried, sizes.kiosk)
  const sideDoor = await place('Side door', unhurried, sizes.kiosk)
  const atDesk = {
    FOYER_STATION: 'desk',
    FOYER_BUS_BROKER_URL: `mqtts://127.0.0.1:${broker.port}`,
    FOYER_BUS_BROKER_PAIRING_PORT: String(await freePort()),
    // Nor does the desk lock by itself while somebody is looked at elsewhere.
    FOYER_DESK_LOCK_AFTER_MS: '1800000',
  }
  const desk = withBrokerFile(await place('Front desk', atDesk, sizes.desk))
  await copyFile(broker.caFile, desk.environment['FOYER_BUS_BROKER_CA_FILE'] ?? '')
  const stationAt = ({ dataFolder, environment }: KioskPlace) => ({
    name: environment['FOYER_KIOSK_NAME'] ?? '',
    folder: dataFolder,
    environment,
  })
  await prepareDesk(stationAt(desk), [frontDoor, sideDoor].map(stationAt), member)
  broker.give({ acl: await tellOf(desk, 'acl'), passwords: await tellOf(desk, 'passwords') })
  await broker.start()
  for (const { dataFolder } of [desk, frontDoor, sideDoor]) giveToFoyer(dataFolder)
  return { broker, desk, frontDoor, sideDoor }
}

async function tellOf({ environment }: KioskPlace, what: 'acl' | 'passwords'): Promise<string> {
  const { terminal, written } = fakeTerminal({ environment: { ...environment } })
  await bus.run([what], terminal)
  return written.out
}

/** A desk that knows the broker's certificate by a file that it can read. */
function withBrokerFile(place: KioskPlace): KioskPlace {
  // A staff PIN would take the place of what its administrator signs in with.
  const { FOYER_STAFF_PIN: _, ...environment } = place.environment
  const caFile = join(place.dataFolder, 'broker.pem')
  return { ...place, environment: { ...environment, FOYER_BUS_BROKER_CA_FILE: caFile } }
}
