import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { WallClock } from '../../../src/main/base/clock.ts'
import { createBus } from '../../../src/main/bus/create-bus.ts'
import type { InProcessHub } from './in-process.ts'
import { createKeyRing, type KeyRing } from '../../../src/main/bus/seal.ts'
import type { Bus, BusMessage, BusTransport } from '../../../src/main/bus/port.ts'
import type { ClinicKey } from '../../../src/main/bus/seal.ts'
import { rightsOf } from '../../../src/main/bus/topics.ts'
import type { BusRows } from '../../../src/main/vault/store/bus-rows.ts'
import type { Notice, Presence, StationKind } from '../../../src/shared/bus/messages.ts'
import { openMemoryRows } from './memory-rows.ts'

/** The opaque id of the clinic of tests. */
export const testClinic = '0f4c2b7a9d1e8365'

/** A key as pairing makes them. */
export const newClinicKey = (): ClinicKey => ({
  id: randomBytes(6).toString('hex'),
  secret: randomBytes(32),
})

/** An id as pairing makes them. */
export const newStationId = () => randomBytes(10).toString('hex')

/** A bus with what it heard. */
export interface TestStation {
  readonly bus: Bus
  readonly rows: BusRows
  readonly keys: KeyRing
  readonly heard: readonly BusMessage[]
  readonly logged: readonly string[]
}

/** Starts a station; what it hears is kept in `heard`, unless `listens` is false. */
export function startStation(options: {
  readonly kind: StationKind
  readonly transport: BusTransport
  readonly key?: ClinicKey
  readonly keys?: KeyRing
  readonly id?: string
  readonly name?: string
  readonly rows?: BusRows
  readonly clock?: WallClock
  readonly random?: () => number
  readonly most?: number
  readonly listens?: boolean
  readonly belongs?: (station: string) => boolean
  readonly onMessage?: (message: BusMessage) => void
}): TestStation {
  const { kind, transport, key, id = newStationId(), rows = openMemoryRows() } = options
  const { name, clock, random, most, belongs } = options
  const keys = options.keys ?? createKeyRing(key ? [key] : [])
  const heard: BusMessage[] = []
  const logged: string[] = []
  const bus = createBus({
    ...{ id, kind, clinic: testClinic, transport, keys, rows },
    log: (message, fields) => logged.push([message, ...Object.values(fields)].join(': ')),
    ...(name !== undefined && { name }),
    ...(clock && { clock }),
    ...(random && { random }),
    ...(most !== undefined && { most }),
    ...(belongs && { belongs }),
  })
  if (options.listens !== false)
    bus.onMessage((message) => {
      options.onMessage?.(message)
      heard.push(message)
    })
  return { bus, rows, keys, heard, logged }
}

/** Starts a station that talks to the others in this process, and ends with the test. */
export function startIn(
  hub: InProcessHub,
  { id = newStationId(), ...rest }: Omit<Parameters<typeof startStation>[0], 'transport'>,
) {
  const transport = hub.attach(id, rightsOf(testClinic, id, rest.kind).subscribe)
  const station = startStation({ ...rest, id, transport })
  onTestFinished(() => station.bus.close())
  return { ...station, transport }
}

/** How a kiosk is that stands ready. */
export const freeKiosk = (name = 'Kiosk 1'): Omit<Presence, 'v' | 'from' | 'kind'> => ({
  name,
  version: '0.1.0',
  state: 'free',
  since: '2026-03-10T17:00:00.000Z',
  connection: 'online',
  intakes: { waiting: 0, needPerson: 0 },
})

/** A call for help. */
export const help = (helpId: string): Notice => ({
  kind: 'helpAsked',
  helpId,
  number: '417',
  screen: 'welcome',
  language: 'en',
})
