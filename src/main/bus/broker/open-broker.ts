import { createServer, type TLSSocket } from 'node:tls'
import type { Socket } from 'node:net'
import { Aedes, type Client } from 'aedes'
import { after } from '../../base/timers.ts'
import type { Clock } from '../../base/clock.ts'
import type { StationId } from '../../../shared/bus/messages.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { Frame } from '../port.ts'
import { authorize, type BrokerLog } from './authorize.ts'
import { BoundedPersistence } from './bounded-persistence.ts'
import { countConnections } from './connection-count.ts'
import { listen, type ListenAddress, type ListenFault } from './listen.ts'
import { defaultBrokerLimits, type BrokerLimits } from './limits.ts'
import { meterStream, type MeteredStream } from './metered-stream.ts'
import { maySubscribe, type StationLookup } from './station-rights.ts'

/** How the embedded broker is opened. */
export interface BrokerOptions {
  /** PEM of its certificate and key. */
  readonly tls: { readonly cert: string; readonly key: string }
  /** Address of the interface on which it listens. */
  readonly host: string
  /** 0: any that is free. */
  readonly port: number
  readonly stations: StationLookup
  readonly limits?: Partial<BrokerLimits>
  readonly clock: Clock
  readonly log: BrokerLog
}

/** The embedded broker while it runs. */
export interface Broker {
  readonly address: ListenAddress
  /** Says something in the clinic's own name, such as a new key on its topic. `false`: it could not be. */
  publish(frame: Frame): Promise<boolean>
  /** Ends a station's connection and forgets its session; whether it may come back is what `stations` says. */
  disconnect(station: StationId): Promise<void>
  close(): Promise<void>
}

/**
 * Starts an MQTT 3.1.1 broker over TLS 1.3. Each station connects with its own id as client id and user name; it may do
 * what `rightsOf` names, and nothing besides. What it keeps, it keeps in memory.
 */
export async function openBroker(options: BrokerOptions): Promise<Result<Broker, ListenFault>> {
  const { tls, stations, clock, log } = options
  const limits = { ...defaultBrokerLimits, ...options.limits }
  const persistence = new BoundedPersistence(limits, (station, filter) =>
    maySubscribe(stations, station, filter),
  )
  const sockets = new Set<Socket>()
  const streams = new Map<unknown, { readonly metered: MeteredStream; accepted(): void }>()
  const clients = new Map<StationId, Client>()
  const enter = countConnections(limits)

  const aedes = await Aedes.createBroker({
    persistence,
    connectTimeout: limits.unauthenticatedMs,
    ...authorize({
      stations,
      log,
      onAccepted(client, station) {
        const entry = streams.get(client.conn)
        entry?.accepted()
        entry?.metered.setRate(station.kind === 'kiosk' ? limits.kioskRate : limits.listenerRate)
      },
    }),
  })
  aedes.on('client', (client) => clients.set(client.id, client))
  aedes.on('clientDisconnect', (client) => {
    if (clients.get(client.id) === client) clients.delete(client.id)
  })
  aedes.on('clientError', (client, error) =>
    log('brokerConnectionFailed', { what: client.id, error: error.message }),
  )
  aedes.addListener('error', (error: Error) => log('brokerFailed', { error: error.message }))

  const server = createServer({
    ...tls,
    minVersion: 'TLSv1.3',
    handshakeTimeout: limits.unauthenticatedMs,
    noDelay: true,
  })
  // Counted before anything is computed for it.
  server.on('connection', (socket: Socket) => {
    const left = enter(socket.remoteAddress ?? '')
    if (!left) return void socket.destroy()
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      left()
    })
  })
  server.on('secureConnection', (socket: TLSSocket) => {
    const metered = meterStream(socket, {
      rate: limits.kioskRate,
      packetBytes: limits.packetBytes,
      clock,
    })
    const accepted = after(clock, limits.unauthenticatedMs, () => metered.stream.destroy())
    streams.set(metered.stream, { metered, accepted })
    metered.stream.once('close', () => {
      accepted()
      streams.delete(metered.stream)
    })
    aedes.handle(metered.stream)
  })
  server.on('tlsClientError', () => undefined)

  const endBroker = () => new Promise<void>((resolve) => aedes.close(() => resolve()))
  const listening = await listen(server, options)
  if (!listening.ok) {
    await endBroker()
    return listening
  }
  return ok({
    address: listening.value,
    publish: ({ topic, payload, retain }) =>
      new Promise((resolve) =>
        aedes.publish(
          { cmd: 'publish', topic, payload: Buffer.from(payload), retain, qos: 1, dup: false },
          (error) => resolve(!error),
        ),
      ),
    async disconnect(station) {
      const client = clients.get(station)
      if (client) await new Promise<void>((resolve) => client.close(() => resolve()))
      await persistence.forget(station)
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      await endBroker()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  })
}
