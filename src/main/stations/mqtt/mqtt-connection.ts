import type { TLSSocket } from 'node:tls'
import { MqttClient } from 'mqtt'
import type { Clock } from '../../base/clock.ts'
import { within } from '../../base/timers.ts'
import { createPacketMeter } from '../broker/packet-meter.ts'
import type { Frame } from '../port.ts'
import { mostSealedBytes } from '../seal.ts'

/** Credentials of a station at a broker. */
export interface StationLogin {
  /** Its id: the client id. */
  readonly station: string
  readonly username: string
  readonly password: string
}

/** Reason for the end of a connection. `rights`: the broker denies a subscription that the station needs. */
type ConnectionEnd = 'lost' | 'credentials' | 'rights'

/** One connection to a broker. */
export type MqttConnection = ReturnType<typeof openConnection>

/** Bytes of a packet that a broker may send: a message with its topic. */
const packetBytes = mostSealedBytes + 1_024
/** Packets are measured by their length alone: a broker is trusted with how fast. */
const anyRate = { perSecond: 1e9, burst: 1e9 }
/** Most messages that are published and not acknowledged yet. */
const mostUnderWay = 5_000
const connackMs = 20_000
const goodbyeMs = 1_000
/** A DISCONNECT packet. */
const goodbye = Buffer.from([0xe0, 0])
const notAuthorized: ReadonlySet<unknown> = new Set([2, 4, 5])

/**
 * Opens MQTT 3.1.1 with a session that outlives the connection. `onReady`: all of `subscribe` is granted. `onEnd` comes
 * once, but not after `close`.
 */
export function openConnection(options: {
  readonly socket: TLSSocket
  readonly login: StationLogin
  readonly subscribe: readonly string[]
  readonly will: Frame
  readonly keepaliveS: number
  readonly clock: Clock
  readonly onReady: () => void
  readonly onFrame: (frame: Frame) => void
  readonly onEnd: (why: ConnectionEnd) => void
}) {
  const { socket, login, will, subscribe, clock } = options
  const underWay = new Set<(isTaken: boolean) => void>()
  let isOver = false
  boundPackets(socket, clock)

  const client = new MqttClient(() => socket, {
    protocolId: 'MQTT',
    protocolVersion: 4,
    clientId: login.station,
    username: login.username,
    password: login.password,
    clean: false,
    keepalive: options.keepaliveS,
    reschedulePings: true,
    connectTimeout: connackMs,
    reconnectPeriod: 0,
    resubscribe: false,
    queueQoSZero: false,
    will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1, retain: will.retain },
  })

  function end(why: ConnectionEnd | undefined) {
    if (isOver) return
    isOver = true
    client.end(true)
    socket.destroy()
    for (const settle of underWay) settle(false)
    if (why) options.onEnd(why)
  }

  client.on('error', (error) => {
    const code = 'code' in error ? error.code : undefined
    end(notAuthorized.has(code) ? 'credentials' : 'lost')
  })
  client.on('close', () => end('lost'))
  client.on('message', (topic, payload, { retain }) => {
    if (!isOver) options.onFrame({ topic, payload, retain })
  })
  client.on('connect', () => {
    client.subscribe([...subscribe], { qos: 1 }, (error) => {
      if (isOver) return
      // The broker's answer is an error too where it lets one of them not be heard.
      if (error) end('packet' in error && error.packet ? 'rights' : 'lost')
      else options.onReady()
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
      const left = new Promise<undefined>((resolve) =>
        socket.once('close', () => resolve(undefined)),
      )
      socket.end(goodbye)
      await within(clock, goodbyeMs, left)
      client.end(true)
      socket.destroy()
    },
  }
}

/** Ends a connection on which a longer packet begins than any that a station has use for, before it is gathered. */
function boundPackets(socket: TLSSocket, clock: Pick<Clock, 'now'>) {
  const meter = createPacketMeter({ rate: anyRate, packetBytes, clock })
  socket.on('data', (chunk: Buffer) => {
    if (meter.take(chunk) === 'tooLong') socket.destroy()
  })
}
