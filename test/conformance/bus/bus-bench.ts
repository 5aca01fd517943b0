import { systemClock, type WallClock } from '../../../src/main/base/clock.ts'
import { createKeyRing, type ChangingKeyRing } from '../../../src/main/bus/key-ring.ts'
import type { BusMessage } from '../../../src/main/bus/port.ts'
import type { BusRows } from '../../../src/main/vault/store/bus-rows.ts'
import {
  meddledTransport,
  type BusWorld,
  type Meddling,
  type SeatName,
} from '../../harness/bus/bus-world.ts'
import { newClinicKey, startStation, type TestStation } from '../../harness/bus/test-station.ts'

/** The machine's clock with another date. */
export const clockApart = (ms: number): WallClock => ({
  ...systemClock,
  wallTime: () => Date.now() + ms,
})

/** The stations of one test, which all end with it. */
export function busBench(world: BusWorld) {
  const key = newClinicKey()
  const open: TestStation[] = []
  return {
    world,
    key,
    start(
      seat: SeatName,
      options: {
        readonly rows?: BusRows
        readonly clock?: WallClock
        readonly meddling?: Meddling
        readonly most?: number
        readonly keys?: ChangingKeyRing
        readonly onMessage?: (message: BusMessage) => void
        readonly listens?: boolean
      } = {},
    ): TestStation {
      const { meddling = {}, keys = createKeyRing([key]), ...rest } = options
      const { id, kind } = world.seats[seat]
      const transport = meddledTransport(world.transport(world.seats[seat]), meddling)
      const station = startStation({ ...rest, id, kind, transport, keys })
      if (kind === 'kiosk') station.bus.present(freeAs(seat))
      open.push(station)
      return station
    },
    async close() {
      await Promise.all(open.map(({ bus }) => bus.close()))
      await world.close()
    },
  }
}

const freeAs = (name: string) => ({
  name,
  version: '0.1.0',
  state: 'free' as const,
  since: '2026-03-10T17:00:00.000Z',
  connection: 'online',
  intakes: { waiting: 0, needPerson: 0 },
})

/** Which calls for help a station heard, in order. */
export const helpsIn = ({ heard }: TestStation): string[] =>
  heard.map(({ body }) => (body.kind === 'helpAsked' ? body.helpId : body.kind))

/** Names of `count` calls for help. */
export const helpNames = (count: number, first = 0) =>
  Array.from({ length: count }, (_, at) => `help-${first + at}`)
