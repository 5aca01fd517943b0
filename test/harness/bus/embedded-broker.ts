import { connect, type IClientOptions, type IConnackPacket, type MqttClient } from 'mqtt'
import { onTestFinished } from 'vitest'
import { createBroker } from '../../../src/main/stations/broker/broker.ts'
import type { BrokerLimits } from '../../../src/main/stations/broker/limits.ts'
import { newSecret, verifierOf } from '../../../src/main/stations/broker/secret.ts'
import type { KnownStation } from '../../../src/main/stations/broker/rights.ts'
import { systemClock, type Clock } from '../../../src/main/base/clock.ts'
import type { StationKind } from '../../../src/shared/bus/messages.ts'
import { createSelfSigned, type TlsIdentity } from '../service/self-signed.ts'

type TestBroker = Awaited<ReturnType<typeof openTestBroker>>

/** Opens the embedded broker with stations that a test adds and takes away. */
export async function openTestBroker(
  options: {
    readonly limits?: Partial<BrokerLimits>
    readonly clock?: Clock
    readonly host?: string
    readonly port?: number
    readonly tls?: TlsIdentity
    readonly known?: Map<string, KnownStation>
  } = {},
) {
  const { limits = {}, clock = systemClock, host = '127.0.0.1', port = 0 } = options
  const tls = options.tls ?? (await createSelfSigned('localhost'))
  const { known = new Map<string, KnownStation>() } = options
  const lines: string[] = []
  const broker = await createBroker({
    tls,
    stations: { find: (id) => known.get(id) },
    limits,
    clock,
    log: (message, { reason = '' } = {}) => void lines.push(`${message} ${reason}`.trim()),
  })
  const listening = await broker.listen({ host, port })
  if (!listening.ok) throw new Error(listening.error.kind)
  return {
    broker,
    address: listening.value,
    tls,
    /** Lines that the broker logged, each as its message and reason. */
    lines,
    /** Makes a station known; the value is its secret. */
    add(id: string, kind: StationKind, clinic = 'aclinic') {
      const secret = newSecret()
      known.set(id, { clinic, kind, verifier: verifierOf(secret) })
      return secret
    },
    /** Makes it unknown; its connection stays until `broker.disconnect`. */
    remove: (id: string) => void known.delete(id),
    close: () => broker.close(),
  }
}

export async function startBroker(options: Parameters<typeof openTestBroker>[0] = {}) {
  const started = await openTestBroker(options)
  onTestFinished(() => started.close())
  return started
}

/** A client of the `mqtt` package that does not come back by itself, and ends with the test at the latest. */
export function mqttClient(options: IClientOptions): MqttClient {
  const client = connect({ protocol: 'mqtts', clean: false, reconnectPeriod: 0, ...options })
  onTestFinished(() => client.endAsync(true))
  // A refusal shows in what the test waits for.
  client.on('error', () => undefined)
  return client
}

export function clientAt(
  { address, tls }: Pick<TestBroker, 'address' | 'tls'>,
  station: string,
  secret: string,
  options: IClientOptions = {},
): MqttClient {
  const { host, port } = address
  const login = { clientId: station, username: station, password: secret }
  return mqttClient({ host, port, ca: tls.cert, ...login, ...options })
}

/** Resolves when the connection is over, for whatever reason. */
export const ended = (client: MqttClient): Promise<void> =>
  new Promise((resolve) => client.once('close', () => resolve()))

/** Packets that the broker answered once it let the client in. */
export const letIn = (client: MqttClient): Promise<IConnackPacket> =>
  new Promise((resolve) => client.once('connect', resolve))

/** The return code with which the broker refused a client; 5: not authorized. */
export const refusedWith = (client: MqttClient): Promise<unknown> =>
  new Promise((resolve) =>
    client.once('error', (error) => resolve('code' in error ? error.code : undefined)),
  )

/** A client that is connected, with what it hears: topic and text. */
export async function stationAt(...parameters: Parameters<typeof clientAt>) {
  const client = clientAt(...parameters)
  const heard: string[] = []
  client.on('message', (topic, payload) => void heard.push(`${topic} ${payload.toString()}`))
  await letIn(client)
  return { client, heard }
}
