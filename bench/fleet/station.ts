import { createSecretKey } from 'node:crypto'
import { createBus, type Bus } from '../../src/main/stations/create-bus.ts'
import { createKeyRing } from '../../src/main/stations/seal.ts'
import { createMqttTransport } from '../../src/main/stations/mqtt/mqtt-transport.ts'
import { rightsOf } from '../../src/main/stations/topics.ts'
import type { BusRows } from '../../src/main/vault/store/bus-rows.ts'
import { benchClinic, type Meeting, type Seat } from './messages.ts'

/** Opens a station with Foyer's own bus; it says how it is at once. */
export function openStation(meeting: Meeting, seat: Seat, rows: BusRows): Bus {
  const { id, kind, password } = seat
  const bus = createBus({
    id,
    kind,
    clinic: benchClinic,
    rows,
    log: () => undefined,
    keys: createKeyRing([{ id: 'bench', secret: createSecretKey(meeting.key, 'hex') }]),
    transport: createMqttTransport({
      broker: {
        host: '127.0.0.1',
        port: meeting.port,
        trust: { kind: 'authority', ca: meeting.ca },
      },
      login: { station: id, username: id, password },
      subscribe: rightsOf(benchClinic, id, kind).subscribe,
    }),
  })
  sayPresence(bus, 'free')
  return bus
}

/** Says how a station is. */
export function sayPresence(bus: Bus, state: 'free' | 'inUse'): void {
  bus.present({
    name: `${bus.kind} of the bench`,
    version: '0.1.0',
    state,
    connection: 'online',
    since: new Date().toISOString(),
    intakes: { waiting: 0, needPerson: 0 },
  })
}
