import { X509Certificate } from 'node:crypto'
import { connect } from 'mqtt'
import { createInProcessHub, type InProcessTransport } from '../../../src/main/bus/in-process.ts'
import { createMqttTransport } from '../../../src/main/bus/mqtt/mqtt-transport.ts'
import type { BrokerTrust } from '../../../src/main/bus/mqtt/verified-tls.ts'
import type { BusTransport, Frame } from '../../../src/main/bus/port.ts'
import { verifierOf } from '../../../src/main/bus/broker/secret.ts'
import { openBroker, type Broker } from '../../../src/main/bus/broker/open-broker.ts'
import { systemClock } from '../../../src/main/base/clock.ts'
import { rightsOf } from '../../../src/main/bus/topics.ts'
import { createSelfSigned } from '../service/self-signed.ts'
import { meddledTransport, newSeats, type BusWorld, type Seat } from './bus-world.ts'
import { startMosquitto } from './mosquitto.ts'
import { openRelay, type Relay } from './relay.ts'
import { testClinic } from './test-station.ts'

/** How soon a silent connection is noticed, in seconds. */
const keepaliveS = 3

const subscribeOf = ({ id, kind }: Seat) => rightsOf(testClinic, id, kind).subscribe

/** What a network or a broker could write down of a frame. */
const bytesOf = ({ topic, payload }: Frame) => Buffer.concat([Buffer.from(topic), payload])

/** Stations of one process. */
export function openInProcessWorld(): Promise<BusWorld> {
  const hub = createInProcessHub()
  const seats = newSeats()
  const open = new Set<InProcessTransport>()
  const seen: Buffer[] = []
  let isOpen = true
  const lose = (isBack: boolean) => {
    isOpen = isBack
    for (const transport of open) transport.lose({ isBack })
  }
  const rogue = hub.attach('rogue', [])
  rogue.open({ onState: () => undefined, onFrame: () => undefined }, () => ({
    topic: 'x',
    payload: new Uint8Array(),
    retain: false,
  }))
  return Promise.resolve({
    seats,
    transport(seat) {
      const inner = hub.attach(seat.id, subscribeOf(seat))
      const record = (frame: Frame) => [(seen.push(bytesOf(frame)), frame)]
      const transport = meddledTransport(inner, { sent: record })
      open.add(inner)
      return {
        ...transport,
        open(handlers, will) {
          transport.open(handlers, will)
          if (!isOpen) inner.lose({ isBack: false })
        },
        close() {
          open.delete(inner)
          return transport.close()
        },
      }
    },
    kill() {
      lose(false)
      return Promise.resolve()
    },
    restart() {
      lose(true)
      return Promise.resolve()
    },
    cut: () => lose(false),
    hold: () => lose(false),
    mend: () => lose(true),
    async inject(frame) {
      await rogue.publish(frame)
    },
    seen: () => Promise.resolve(Buffer.concat(seen)),
    close: () => rogue.close(),
  })
}

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
  const tls = await createSelfSigned('localhost')
  const known = new Map(
    Object.values(seats).map(({ id, kind, password }) => [
      id,
      { clinic: testClinic, kind, verifier: verifierOf(password) },
    ]),
  )
  const start = async (port: number): Promise<Broker> => {
    const opened = await openBroker({
      tls,
      host: '127.0.0.1',
      port,
      stations: { find: (id) => known.get(id) },
      clock: systemClock,
      log: () => undefined,
    })
    if (!opened.ok) throw new Error(opened.error.kind)
    return opened.value
  }
  let broker = await start(0)
  const { port } = broker.address
  const relay = await openRelay(port)
  const seen: Buffer[] = []
  const trust = {
    kind: 'pinned',
    fingerprint: new X509Certificate(tls.cert).fingerprint256,
  } as const
  const world = mqttWorld(relay, trust, {
    seats,
    kill: () => broker.close(),
    restart: async () => void (broker = await start(port)),
    async inject(frame) {
      await broker.publish(frame)
    },
    seen: () => Promise.resolve(Buffer.concat([relay.captured(), ...seen])),
    close: () => broker.close(),
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

/** Stations at Debian's Mosquitto. */
export async function openMosquittoWorld(): Promise<BusWorld> {
  const seats = newSeats()
  const broker = await startMosquitto(testClinic, Object.values(seats))
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
          ...{ protocol: 'mqtts', host: '127.0.0.1', port: broker.port, ca, reconnectPeriod: 0 },
          ...{ username: operator.id, password: operator.password },
        })
        await client.publishAsync(topic, Buffer.from(payload), { qos: 1, retain })
        await client.endAsync(true)
      },
      seen: async () => Buffer.concat([relay.captured(), await broker.files()]),
      close: () => broker.close(),
    },
  )
}
