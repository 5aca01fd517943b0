import { X509Certificate } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { startBroker } from '../../../../test/harness/bus/embedded-broker.ts'
import { createSelfSigned } from '../../../../test/harness/service/self-signed.ts'
import { rightsOf, topicsOf } from '../topics.ts'
import { createMqttTransport } from './mqtt-transport.ts'
import type { BrokerTrust } from './verified-tls.ts'

const station = 'kiosk00000000001'

/** What becomes of a connection: its first state that is not `connecting`, with its detail. */
async function outcome(
  port: number,
  trust: BrokerTrust,
  password: string,
  subscribe: readonly string[] = rightsOf('aclinic', station, 'kiosk').subscribe,
): Promise<string> {
  const transport = createMqttTransport({
    broker: { host: '127.0.0.1', port, trust },
    login: { station, username: station, password },
    subscribe,
  })
  onTestFinished(() => transport.close())
  const topic = topicsOf('aclinic').presence('kiosk', station)
  return new Promise((resolve) =>
    transport.open(
      {
        onFrame: () => undefined,
        onState: (state, detail = '') => {
          if (state !== 'connecting') resolve(`${state} ${detail}`.trim())
        },
      },
      () => ({ topic, payload: new Uint8Array(1), retain: true }),
    ),
  )
}

it('speaks to the broker that was paired, and says nothing to another', async () => {
  const at = await startBroker()
  const secret = at.add(station, 'kiosk')
  const { port } = at.broker.address
  const { fingerprint256 } = new X509Certificate(at.tls.cert)
  const pinned = { kind: 'pinned', fingerprint: fingerprint256 } as const
  const plain = fingerprint256.replaceAll(':', '').toLowerCase()
  const another = await createSelfSigned('localhost')
  const wrongPin = new X509Certificate(another.cert).fingerprint256
  expect(await outcome(port, { kind: 'pinned', fingerprint: wrongPin }, secret)).toBe(
    'refused certificate',
  )
  expect(await outcome(port, { kind: 'authority', ca: another.cert }, secret)).toBe(
    'refused certificate',
  )
  // Nobody showed credentials yet.
  expect(at.lines).toEqual([])
  expect(await outcome(port, pinned, 'wrong')).toBe('refused credentials')
  expect(await outcome(port, pinned, secret, [topicsOf('aclinic').up('+')])).toBe('refused rights')
  expect(await outcome(port, { ...pinned, fingerprint: plain }, secret)).toBe('connected')
})

it('trusts a CA for the host that the certificate names', async () => {
  const tls = await createSelfSigned('localhost', '127.0.0.2')
  const at = await startBroker({ tls })
  const secret = at.add(station, 'kiosk')
  const trust = { kind: 'authority', ca: tls.cert } as const
  expect(await outcome(at.broker.address.port, trust, secret)).toBe('refused certificate')
})
