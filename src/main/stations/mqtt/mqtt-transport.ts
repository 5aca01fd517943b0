import { connect as connectTls, type TLSSocket } from 'node:tls'
import { backoffMs, jitteredBackoffMs } from '../../../shared/backoff.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { systemClock, type Timers } from '../../base/clock.ts'
import { after, within } from '../../base/timers.ts'
import type { BusTransport, Frame, TransportHandlers } from '../port.ts'
import { MqttClient } from 'mqtt'
import { createPacketMeter } from '../broker/packet-meter.ts'
import { mostSealedBytes } from '../seal.ts'

export interface MqttOptions {
  readonly broker: { readonly host: string; readonly port: number; readonly trust: BrokerTrust }
  /** `station`: its id, the client id. */
  readonly login: Readonly<Record<'station' | 'username' | 'password', string>>
  readonly subscribe: readonly string[]
  /** Seconds of silence after which the connection is tried out. */
  readonly keepaliveS?: number
}

/** Staff must resolve a refusal. Short at first: an outside broker learns of a station only after its pairing. */
const refused = { firstMs: 5_000, longestMs: 900_000 }
/** Between tries, by what ended the one before. */
const waits = {
  lost: { firstMs: 1_000, longestMs: 60_000 },
  credentials: refused,
  rights: refused,
  certificate: refused,
  takenOver: { firstMs: 300_000, longestMs: 900_000 },
}

/** Creates a station's transport to an MQTT broker, which reconnects whenever it is lost. */
export function createMqttTransport(options: MqttOptions): BusTransport {
  let opened: { readonly handlers: TransportHandlers; readonly will: () => Frame } | undefined
  let connection: MqttConnection | undefined
  let failures = 0
  /** Number of the present try; events of earlier ones are ignored. */
  let present = 0
  let cancelRetry = () => {}

  function retry(why: keyof typeof waits) {
    present += 1
    connection = undefined
    failures += 1
    const wait = waits[why]
    // Half of the wait is certain: a station that was replaced must not come back at once.
    const ms = (backoffMs(wait, failures) + jitteredBackoffMs(wait, failures, Math.random)) / 2
    cancelRetry = after(systemClock, ms, () => void connect())
    if (why === 'lost') opened?.handlers.onState('connecting')
    else opened?.handlers.onState('refused', why)
  }

  async function connect() {
    const own = (present += 1)
    if (!opened) return
    const { handlers } = opened
    const will = opened.will()
    const socket = await connectVerified(options.broker, systemClock)
    if (own !== present) {
      if (socket.ok) socket.value.destroy()
      return
    }
    if (!socket.ok) {
      retry(socket.error.kind === 'certificate' ? 'certificate' : 'lost')
      return
    }
    connection = openConnection(socket.value, options, will, {
      onReady() {
        failures = 0
        opened?.handlers.onState('connected')
      },
      onFrame: (frame) => handlers.onFrame(frame),
      onEnd(why) {
        if (own === present) retry(why)
      },
    })
  }

  return {
    open(handlers, will) {
      opened = { handlers, will }
      handlers.onState('connecting')
      void connect()
    },
    publish: (frame) => connection?.publish(frame) ?? Promise.resolve(false),
    standBack() {
      void connection?.close()
      cancelRetry()
      retry('takenOver')
    },
    async close() {
      present += 1
      opened = undefined
      cancelRetry()
      await connection?.close()
      connection = undefined
    },
  }
}

/** `pinned`: `fingerprintOf` its present or next certificate. `authority`: PEM of the issuing CA. */
export type BrokerTrust =
  | {
      readonly kind: 'pinned'
      readonly fingerprint: string
      readonly nextFingerprint?: string | undefined
    }
  | { readonly kind: 'authority'; readonly ca: string }

const connectMs = 15_000

/** Node's codes for a certificate's faults: of its chain, its dates and its host. */
const ofCertificate = /CERT|SELF_SIGNED|ISSUER|VERIFY|ALTNAME/

/** Returns a certificate's SHA-256 in upper hexadecimal, without colons. */
export const fingerprintOf = ({ fingerprint256 }: { readonly fingerprint256: string }) =>
  fingerprint256.replaceAll(':', '')

// A pin is the whole check: neither name, time nor issuer counts, and our own broker speaks TLS 1.3.
/** Connects by TLS; sends nothing before the certificate was checked. `certificate`: another than the broker answers. */
export function connectVerified(
  { host, port, trust }: MqttOptions['broker'],
  timers: Timers,
): Promise<Result<TLSSocket, { readonly kind: 'unreachable' | 'certificate' }>> {
  return new Promise((resolve) => {
    const isPinned = trust.kind === 'pinned'
    const socket = connectTls({
      host,
      port,
      ...(isPinned ? { rejectUnauthorized: false } : { ca: trust.ca }),
      ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
      minVersion: isPinned ? 'TLSv1.3' : 'TLSv1.2',
    })
    // Else a message waits up to 40 ms for the other side to acknowledge the one before (Nagle's algorithm).
    socket.setNoDelay(true)
    const end = (kind: 'unreachable' | 'certificate') => {
      cancel()
      socket.destroy()
      resolve(err({ kind }))
    }
    const cancel = after(timers, connectMs, () => end('unreachable'))
    socket.on('error', ({ code = '' }: NodeJS.ErrnoException) =>
      end(ofCertificate.test(code) ? 'certificate' : 'unreachable'),
    )
    socket.once('close', () => end('unreachable'))
    socket.once('secureConnect', () => {
      const shown = fingerprintOf(socket.getPeerCertificate())
      if (isPinned && shown !== trust.fingerprint && shown !== trust.nextFingerprint)
        return end('certificate')
      cancel()
      resolve(ok(socket))
    })
  })
}

/** `rights`: the broker denies a subscription that the station needs. */
type ConnectionEnd = 'lost' | 'credentials' | 'rights'

type MqttConnection = ReturnType<typeof openConnection>

/** Of a broker: a message with its topic. */
const packetBytes = mostSealedBytes + 1_024
/** Packets are measured by their length alone: a broker is trusted with how fast. */
const anyRate = { perSecond: 1e9, burst: 1e9 }
const mostUnderWay = 5_000
const connackMs = 20_000
const goodbyeMs = 1_000
/** A DISCONNECT packet. */
const goodbye = Buffer.from([0xe0, 0])
const notAuthorized: ReadonlySet<unknown> = new Set([2, 4, 5])

/** The session outlives the connection. `onReady`: all of `subscribe` is granted. `onEnd`: once, not after `close`. */
function openConnection(
  socket: TLSSocket,
  { login, subscribe, keepaliveS = 30 }: MqttOptions,
  will: Frame,
  handlers: {
    readonly onReady: () => void
    readonly onFrame: (frame: Frame) => void
    readonly onEnd: (why: ConnectionEnd) => void
  },
) {
  const underWay = new Set<(isTaken: boolean) => void>()
  let isOver = false
  // Ends a connection on which a longer packet begins than any that a station has use for, before it is gathered.
  const meter = createPacketMeter({ rate: anyRate, packetBytes, clock: systemClock })
  socket.on('data', (chunk: Buffer) => {
    if (meter.take(chunk) === 'tooLong') socket.destroy()
  })

  const client = new MqttClient(() => socket, {
    protocolId: 'MQTT',
    protocolVersion: 4,
    clientId: login.station,
    username: login.username,
    password: login.password,
    clean: false,
    keepalive: keepaliveS,
    reschedulePings: true,
    connectTimeout: connackMs,
    reconnectPeriod: 0,
    resubscribe: false,
    queueQoSZero: false,
    will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1, retain: will.retain },
  })

  function end(why: ConnectionEnd) {
    if (isOver) return
    isOver = true
    client.end(true)
    socket.destroy()
    for (const settle of underWay) settle(false)
    handlers.onEnd(why)
  }

  client.on('error', (error) =>
    end('code' in error && notAuthorized.has(error.code) ? 'credentials' : 'lost'),
  )
  client.on('close', () => end('lost'))
  client.on('message', (topic, payload, { retain }) => {
    if (!isOver) handlers.onFrame({ topic, payload, retain })
  })
  client.on('connect', () => {
    client.subscribe([...subscribe], { qos: 1 }, (error) => {
      if (isOver) return
      // The broker's answer is an error too where it lets one of them not be heard.
      if (error) end('packet' in error && error.packet ? 'rights' : 'lost')
      else handlers.onReady()
    })
  })

  return {
    /** `false`: it was not taken, or the connection ended before it was known. */
    publish: ({ topic, payload, retain }: Frame) =>
      new Promise<boolean>((resolve) => {
        if (isOver || !client.connected || underWay.size >= mostUnderWay) return resolve(false)
        const settle = (isTaken: boolean) => {
          underWay.delete(settle)
          resolve(isTaken)
        }
        underWay.add(settle)
        client.publish(topic, Buffer.from(payload), { qos: 1, retain }, (error) => settle(!error))
      }),
    /** Says goodbye, so that the broker does not say the will. */
    async close() {
      if (isOver) return
      isOver = true
      for (const settle of underWay) settle(false)
      // Written here: the library would first wait for everything that the broker has not taken.
      const left = new Promise((resolve) => socket.once('close', resolve))
      socket.end(goodbye)
      await within(systemClock, goodbyeMs, left)
      client.end(true)
      socket.destroy()
    },
  }
}
