import { Aedes, type AedesPublishPacket, type Client } from 'aedes'
import MemoryPersistence, {
  type SessionOf,
  type StoredPacket,
} from 'aedes-persistence/asyncPersistence.js'
import { createServer } from 'node:tls'
import type { StationId } from '../../../shared/bus/messages.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { Clock } from '../../base/clock.ts'
import { createSuppressor } from '../../base/suppressor.ts'
import type { BusTransport, TransportHandlers } from '../port.ts'
import { defaultBrokerLimits, type BrokerLimits, type PacketRate } from './limits.ts'
import { boundConnections, listen, type ListenAddress, type ListenFault } from './listen.ts'
import { meterStream } from './packet-meter.ts'
import { authorize, maySubscribe, type BrokerLog, type StationLookup } from './rights.ts'

export type Broker = Awaited<ReturnType<typeof createBroker>>

/** Creates an MQTT 3.1.1 broker over TLS 1.3, which does not listen yet. Keeps its state in memory. */
export async function createBroker(options: {
  /** PEM. */
  readonly tls: { readonly cert: string; readonly key: string }
  readonly stations: StationLookup
  readonly limits?: Partial<BrokerLimits>
  readonly clock: Clock
  readonly log: BrokerLog
}) {
  const { tls, stations, clock, log } = options
  const limits = { ...defaultBrokerLimits, ...options.limits }
  const refusals = createSuppressor({ quietMs: 60_000, now: () => clock.now() })
  const refuse = (reason: string) => {
    if (refusals.isNew(reason)) log('brokerRefused', { reason })
  }
  const persistence = new BoundedPersistence(limits, {
    maySubscribe: (station, filter) => maySubscribe(stations, station, filter),
    onFull: () => refuse('queue'),
  })
  const streams = new Map<unknown, { setRate(rate: PacketRate): void; admit(): void }>()
  const clients = new Map<StationId, Client>()
  let address: ListenAddress | undefined
  let stopServer = () => Promise.resolve()

  const aedes = await Aedes.createBroker({
    persistence,
    ...authorize({
      stations,
      log,
      onAccepted(client, station) {
        const entry = streams.get(client.conn)
        entry?.admit()
        entry?.setRate(station.kind === 'kiosk' ? limits.kioskRate : limits.listenerRate)
      },
    }),
  })
  aedes.on('client', (client) => {
    // The library ends the one before, but not where several of a station come at once.
    clients.get(client.id)?.close()
    clients.set(client.id, client)
  })
  aedes.on('clientDisconnect', (client) => {
    if (clients.get(client.id) === client) clients.delete(client.id)
  })
  aedes.on('clientError', (client, error) =>
    log('brokerConnectionFailed', { what: client.id, error: error.message }),
  )
  aedes.addListener('error', (error: Error) => log('brokerFailed', { error: error.message }))

  return {
    async listen(at: ListenAddress): Promise<Result<ListenAddress, ListenFault>> {
      const server = createServer({ ...tls, minVersion: 'TLSv1.3', noDelay: true })
      const connections = boundConnections(server, limits, {
        timers: clock,
        onRefused: () => refuse('connections'),
      })
      server.on('secureConnection', (socket) => {
        const { kioskRate: rate, packetBytes } = limits
        const { stream, setRate } = meterStream(socket, { rate, packetBytes, clock })
        streams.set(stream, { setRate, admit: () => connections.admit(socket) })
        stream.once('close', () => streams.delete(stream))
        aedes.handle(stream)
      })
      server.on('tlsClientError', (_error, socket) => socket.destroy())
      const listening = await listen(server, at)
      if (!listening.ok) return listening
      address = listening.value
      stopServer = () => connections.end()
      return ok(address)
    },
    address: () => address,
    async stopListening() {
      address = undefined
      await stopServer()
    },
    /** For the station that carries the broker: in this process, with every right. */
    transport: (subscribe: readonly string[]) => createOwnTransport(aedes, subscribe),
    /** Ends a station's connection and session; `stations` decides if it may come back. */
    async disconnect(station: StationId) {
      const client = clients.get(station)
      if (client) await new Promise<void>((resolve) => client.close(() => resolve()))
      await persistence.forget(station)
    },
    async close() {
      address = undefined
      await new Promise<void>((resolve) => aedes.close(() => resolve()))
      await stopServer()
    },
  }
}

/** Never lost; no other station has its id there. */
function createOwnTransport(aedes: Aedes, subscribe: readonly string[]): BusTransport {
  let to: TransportHandlers | undefined
  const deliver = ({ topic, payload }: AedesPublishPacket, done: () => void) => {
    to?.onFrame({ topic, payload: Buffer.from(payload), retain: false })
    done()
  }
  return {
    open(handlers, will) {
      // Begins a connection. Nobody says its will: the broker ends with this process.
      will()
      to = handlers
      const each = subscribe.map(
        (filter) =>
          new Promise<void>((resolve) => aedes.subscribe(filter, deliver, () => resolve())),
      )
      void Promise.all(each).then(() => {
        to?.onState('connected')
      })
    },
    publish: ({ topic, payload, retain }) =>
      new Promise((resolve) =>
        aedes.publish(
          { cmd: 'publish', topic, payload: Buffer.from(payload), retain, qos: 1, dup: false },
          (error) => resolve(!error),
        ),
      ),
    standBack: () => undefined,
    close() {
      to = undefined
      for (const filter of subscribe) aedes.unsubscribe(filter, deliver, () => undefined)
      return Promise.resolve()
    },
  }
}

type To = { readonly clientId: string }

/** Drops what waits beyond the limits: stations send unconfirmed messages again. */
class BoundedPersistence extends MemoryPersistence {
  readonly #limits: BrokerLimits
  readonly #handlers
  readonly #queued = new Map<string, number>()
  #bytes = 0

  constructor(
    limits: BrokerLimits,
    handlers: {
      readonly maySubscribe: (station: string, filter: string) => boolean
      readonly onFull: () => void
    },
  ) {
    super()
    this.#limits = limits
    this.#handlers = handlers
  }

  async forget(station: string): Promise<void> {
    const client = { id: station }
    await this.cleanSubscriptions(client)
    await this.delWill(client)
    for await (const packet of this.outgoingStream(client))
      await this.outgoingClearMessageId(client, packet)
    this.#queued.delete(station)
  }

  // The library hands over every filter of a packet in which one was allowed.
  override async addSubscriptions(
    client: SessionOf,
    subscriptions: readonly { readonly topic: string }[],
  ): Promise<void> {
    const allowed = subscriptions.filter(({ topic }) =>
      this.#handlers.maySubscribe(client.id, topic),
    )
    await super.addSubscriptions(client, allowed)
  }

  override async outgoingEnqueue(to: To, packet: StoredPacket): Promise<void> {
    await this.outgoingEnqueueCombi([to], packet)
  }

  override async outgoingEnqueueCombi(to: readonly To[], packet: StoredPacket): Promise<void> {
    const withRoom = to.filter(({ clientId }) => this.#take(clientId, packet))
    await super.outgoingEnqueueCombi(withRoom, packet)
  }

  override async outgoingClearMessageId(
    client: SessionOf,
    packet: StoredPacket,
  ): Promise<StoredPacket | undefined> {
    const cleared = await super.outgoingClearMessageId(client, packet)
    if (cleared) {
      this.#bytes -= cleared.payload.length
      this.#queued.set(client.id, (this.#queued.get(client.id) ?? 0) - 1)
    }
    return cleared
  }

  #take(station: string, packet: StoredPacket): boolean {
    const { queuedPerStation, queuedBytes } = this.#limits
    const bytes = this.#bytes + packet.payload.length
    const waiting = this.#queued.get(station) ?? 0
    if (waiting >= queuedPerStation || bytes > queuedBytes) {
      this.#handlers.onFull()
      return false
    }
    this.#queued.set(station, waiting + 1)
    this.#bytes = bytes
    return true
  }
}
