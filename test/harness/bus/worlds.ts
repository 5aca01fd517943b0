import { randomBytes, X509Certificate } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from 'mqtt'
import { verifierOf } from '../../../src/main/stations/broker/secret.ts'
import { newStationId, testClinic } from './test-station.ts'
import {
  createMqttTransport,
  fingerprintOf,
  type BrokerTrust,
} from '../../../src/main/stations/mqtt/mqtt-transport.ts'
import type { BusTransport, Frame, TransportHandlers } from '../../../src/main/stations/port.ts'
import { rightsOf } from '../../../src/main/stations/topics.ts'
import type { StationKind } from '../../../src/shared/bus/messages.ts'
import { startMosquitto } from './documented-mosquitto.ts'
import { openTestBroker } from './embedded-broker.ts'
import { freePort, openRelay, type Relay } from './relay.ts'

/** A place at the broker: an id with what it connects with. */
type Seat = { readonly id: string; readonly kind: StationKind; readonly password: string }

/** Meeting place of a test's stations, and the faults that can befall it. */
export interface BusWorld {
  readonly seats: Readonly<Record<SeatName, Seat>>
  /** A way to the others for that seat, at each call anew. */
  transport(seat: Seat): BusTransport
  /** Ends the broker without a word; what it had in memory is lost. */
  kill(): Promise<void>
  restart(): Promise<void>
  cut(): void
  hold(): void
  mend(): void
  /** Says something that no station said, as only a broker that lies can. */
  inject(frame: Frame): Promise<void>
  /** All that whoever has the broker, its disk and the network sees. */
  seen(): Promise<Buffer>
  close(): Promise<void>
}

const seatKinds = { kiosk: 'kiosk', other: 'kiosk', desk: 'desk', hub: 'hub' } as const
export type SeatName = keyof typeof seatKinds

const newSeats = (): Record<SeatName, Seat> =>
  Object.fromEntries(
    Object.entries(seatKinds).map(([name, kind]) => [
      name,
      { id: newStationId(), kind, password: randomBytes(16).toString('hex') },
    ]),
  ) as Record<SeatName, Seat>

/** Fate of frames on their way: none, one, or others instead of it. */
export interface Meddling {
  sent?(frame: Frame): readonly Frame[]
  came?(frame: Frame, give: (frame: Frame) => void): void
}

/** A transport whose frames somebody looks at and changes, as a broker that lies. */
export const meddledTransport = (inner: BusTransport, meddling: Meddling): BusTransport => ({
  open(handlers: TransportHandlers, will) {
    inner.open(
      {
        onState: (...state) => handlers.onState(...state),
        onFrame(frame) {
          if (meddling.came) meddling.came(frame, (given) => handlers.onFrame(given))
          else handlers.onFrame(frame)
        },
      },
      will,
    )
  },
  async publish(frame) {
    const frames = meddling.sent?.(frame) ?? [frame]
    const taken = await Promise.all(frames.map((each) => inner.publish(each)))
    return taken.every(Boolean)
  },
  standBack: () => inner.standBack(),
  close: () => inner.close(),
})

/** Time until a silent connection is noticed, in seconds. */
const keepaliveS = 3

const subscribeOf = ({ id, kind }: Seat) => rightsOf(testClinic, id, kind).subscribe

/** Parts of a frame that a network or a broker could write down. */
const bytesOf = ({ topic, payload }: Frame) => Buffer.concat([Buffer.from(topic), payload])

function mqttWorld(
  relay: Relay,
  trust: BrokerTrust,
  rest: Omit<BusWorld, 'transport' | 'cut' | 'hold' | 'mend'>,
): BusWorld {
  const opened = new Set<BusTransport>()
  return {
    ...rest,
    transport(seat) {
      const transport = createMqttTransport({
        broker: { host: '127.0.0.1', port: relay.port, trust },
        login: { station: seat.id, username: seat.id, password: seat.password },
        subscribe: subscribeOf(seat),
        keepaliveS,
      })
      opened.add(transport)
      return transport
    },
    cut: () => relay.cut(),
    hold: () => relay.hold(),
    mend: () => relay.mend(),
    async close() {
      await Promise.all([...opened].map((transport) => transport.close()))
      await relay.close()
      await rest.close()
    },
  }
}

/** Stations at the embedded broker; a killed one begins anew with nothing. */
export async function openEmbeddedWorld(): Promise<BusWorld> {
  const seats = newSeats()
  const known = new Map(
    Object.values(seats).map(({ id, kind, password }) => [
      id,
      { clinic: testClinic, kind, verifier: verifierOf(password) },
    ]),
  )
  const port = await freePort()
  let at = await openTestBroker({ known, port })
  const { tls } = at
  const relay = await openRelay(port)
  const seen: Buffer[] = []
  const fingerprint = fingerprintOf(new X509Certificate(tls.cert))
  const trust = { kind: 'pinned', fingerprint } as const
  const world = mqttWorld(relay, trust, {
    seats,
    kill: () => at.close(),
    restart: async () => void (at = await openTestBroker({ known, port, tls })),
    async inject(frame) {
      await at.broker.transport([]).publish(frame)
    },
    seen: () => Promise.resolve(Buffer.concat([relay.captured(), ...seen])),
    close: () => at.close(),
  })
  return {
    ...world,
    // This broker keeps nothing on a disk: what it gets is what it could write down.
    transport: (seat) =>
      meddledTransport(world.transport(seat), {
        sent: (frame) => [(seen.push(bytesOf(frame)), frame)],
      }),
  }
}

/** Content of all files of a folder. One that goes while they are read has a new name by then: all are read again. */
async function readFolder(folder: string): Promise<Buffer> {
  try {
    const names = await readdir(folder)
    return Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return readFolder(folder)
    throw error
  }
}

/** It writes all that it has to its disk after every message, so that a killed one has it. */
const savesEachChange = (conf: string) => `${conf}\nautosave_interval 1\nautosave_on_changes true\n`

/** Stations at Debian's Mosquitto, as `docs/fleet.md` configures it. */
export async function openMosquittoWorld(): Promise<BusWorld> {
  const seats = newSeats()
  const broker = await startMosquitto(testClinic, Object.values(seats), savesEachChange)
  const relay = await openRelay(broker.port)
  const { operator, ca } = broker
  return mqttWorld(
    relay,
    { kind: 'authority', ca },
    {
      seats,
      kill: () => broker.kill(),
      restart: () => broker.start(),
      async inject({ topic, payload, retain }) {
        const client = connect({
          protocol: 'mqtts',
          host: '127.0.0.1',
          port: broker.port,
          ca,
          reconnectPeriod: 0,
          username: operator.id,
          password: operator.password,
        })
        await client.publishAsync(topic, Buffer.from(payload), { qos: 1, retain })
        await client.endAsync(true)
      },
      seen: async () => Buffer.concat([relay.captured(), await readFolder(broker.data)]),
      close: () => broker.close(),
    },
  )
}
