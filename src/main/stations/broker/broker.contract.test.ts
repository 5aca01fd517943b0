import { once } from 'node:events'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { connect as connectTls } from 'node:tls'
import { X509Certificate } from 'node:crypto'
import { MqttClient } from 'mqtt'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SimulatedClock } from 'xstate'
import {
  clientAt as client,
  ended,
  letIn,
  refusedWith,
  startBroker as start,
  stationAt as station,
} from '#harness/bus/embedded-broker.ts'
import { createSelfSigned } from '#harness/service/self-signed.ts'
import { topicsOf, rightsOf } from '../topics.ts'
import { systemClock } from '../../base/clock.ts'
import { createMqttTransport, fingerprintOf, type BrokerTrust } from '../mqtt/mqtt-transport.ts'
import { defaultBrokerLimits } from './limits.ts'
import { createBroker } from './broker.ts'

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
)
const kiosk = 'kiosk00000000001'
const other = 'kiosk00000000002'
const desk = 'desk000000000001'
const topics = topicsOf('aclinic')

describe('who may connect to the embedded broker', () => {
  it('is a station with its own secret, by its own id', async () => {
    const at = await start()
    const secret = at.add(kiosk, 'kiosk')
    const otherSecret = at.add(other, 'kiosk')
    const { client: connected } = await station(at, kiosk, secret)
    expect(connected.connected).toBe(true)
    const wrong: [string, string, object][] = [
      [kiosk, otherSecret, {}],
      [kiosk, '', {}],
      ['kiosk00000000003', secret, {}],
      // Its own secret, under another's id or name.
      [other, secret, { username: kiosk }],
      [other, otherSecret, { clientId: kiosk }],
    ]
    for (const [id, shown, options] of wrong) {
      const refused = client(at, id, shown, options)
      expect(await refusedWith(refused), `${id} ${JSON.stringify(options)}`).toBe(5)
    }
    expect(at.lines.filter((line) => line === 'brokerRefused credentials')).toHaveLength(5)
    expect(connected.connected).toBe(true)
  })

  it('is nobody over TLS before 1.3, or without TLS', async () => {
    const at = await start()
    const { port } = at.address
    const old = connectTls({ host: '127.0.0.1', port, ca: at.tls.cert, maxVersion: 'TLSv1.2' })
    const [error] = (await once(old, 'error')) as [NodeJS.ErrnoException]
    expect(error.code).toContain('ALERT_PROTOCOL_VERSION')
    await ended(client(at, kiosk, at.add(kiosk, 'kiosk'), { protocol: 'mqtt' }))
  })

  it('is nobody who is silent for too long, unless it has shown its credentials', async () => {
    const clock = new SimulatedClock()
    const at = await start({ clock })
    const { client: connected } = await station(at, kiosk, at.add(kiosk, 'kiosk'))
    const silent = connectTls({ host: '127.0.0.1', port: at.address.port, ca: at.tls.cert })
    let isClosed = false
    silent.on('error', () => undefined).on('close', () => (isClosed = true))
    await once(silent, 'secureConnect')
    await expect
      .poll(() => {
        clock.increment(defaultBrokerLimits.unauthenticatedMs)
        return isClosed
      })
      .toBe(true)
    expect(connected.connected).toBe(true)
  })

  it('is a station once, also where several connections of it come at the same moment', async () => {
    const at = await start()
    const password = at.add(kiosk, 'kiosk')
    const { client: first } = await station(at, kiosk, password)
    await first.subscribeAsync([...rightsOf('aclinic', kiosk, 'kiosk').subscribe], { qos: 1 })
    const { port } = at.address
    const sockets = Array.from({ length: 20 }, () =>
      connectTls({ host: '127.0.0.1', port, ca: at.tls.cert }),
    )
    await Promise.all(sockets.map((socket) => once(socket, 'secureConnect')))
    let open = 0
    for (const socket of sockets) {
      const login = { clientId: kiosk, username: kiosk, password, clean: false, reconnectPeriod: 0 }
      const client = new MqttClient(() => socket, login)
      onTestFinished(() => client.endAsync(true))
      client.on('error', () => undefined).on('close', () => (open -= 1))
      open += 1
    }
    await expect.poll(() => open).toBe(1)
    expect(first.connected).toBe(false)
  })

  it('leaves room for stations, and time for them, however many show nothing', async () => {
    const clock = new SimulatedClock()
    const at = await start({ clock, limits: { unauthenticated: 20 } })
    const { port } = at.address
    const secret = at.add(kiosk, 'kiosk')
    let open = 0
    for (const localAddress of ['127.0.0.2', '127.0.0.3'])
      for (let count = 0; count < 40; count += 1) {
        const socket = connect({ host: '127.0.0.1', port, localAddress })
        onTestFinished(() => void socket.destroy())
        socket.on('error', () => undefined).on('close', () => (open -= 1))
        await once(socket, 'connect')
        open += 1
      }
    await expect.poll(() => open).toBe(20)
    for (let count = 0; count < 10; count += 1) {
      const { client: connected } = await station(at, kiosk, secret)
      expect(connected.connected).toBe(true)
      await connected.endAsync()
    }
    expect(at.lines).toContain('brokerRefused connections')
    clock.increment(defaultBrokerLimits.unauthenticatedMs)
    await expect.poll(() => open).toBe(0)
  })

  it.skipIf(!hasIpv6)('counts each IPv4 address by itself, also carried by IPv6', async () => {
    const { port } = (await start({ host: '::', limits: { unauthenticatedPerAddress: 1 } })).address
    const open: string[] = []
    for (const [index, localAddress] of ['127.0.0.1', '127.0.0.2', '127.0.0.2', '::1'].entries()) {
      const host = localAddress === '::1' ? '::1' : '127.0.0.1'
      const socket = connect({ host, port, localAddress })
      const line = connectTls({ socket, rejectUnauthorized: false })
      onTestFinished(() => void line.destroy())
      const name = `${localAddress} ${index}`
      line.on('error', () => undefined).on('close', () => open.splice(open.indexOf(name), 1))
      await once(line, 'secureConnect')
      open.push(name)
    }
    await expect.poll(() => open).toEqual(['127.0.0.1 0', '127.0.0.2 2', '::1 3'])
  })

  it('says why it cannot listen', async () => {
    const at = await start()
    const { host, port } = at.address
    const options = {
      tls: at.tls,
      stations: { find: () => undefined },
      clock: systemClock,
      log: () => undefined,
    }
    const broker = await createBroker(options)
    onTestFinished(() => broker.close())
    expect(await broker.listen({ host, port })).toMatchObject({ error: { kind: 'portTaken' } })
    expect(await broker.listen({ host: '192.0.2.1', port: 0 })).toMatchObject({
      error: { kind: 'noSuchAddress' },
    })
  })
})

describe('what the embedded broker bears', () => {
  it('is no packet longer than it may be, before or after the credentials', async () => {
    const at = await start({ limits: { packetBytes: 1_000 } })
    const secret = at.add(kiosk, 'kiosk')
    const { client: hostile } = await station(at, kiosk, secret)
    const end = ended(hostile)
    hostile.publish(topics.up(kiosk), Buffer.alloc(1_001), { qos: 1 })
    await end
    const raw = connectTls({ host: '127.0.0.1', port: at.address.port, ca: at.tls.cert })
    raw.on('error', () => undefined)
    const closed = once(raw, 'close')
    // A CONNECT that says it is 256 MB long.
    raw.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]))
    await closed
    const { client: good } = await station(at, kiosk, secret)
    await good.publishAsync(topics.up(kiosk), Buffer.alloc(900), { qos: 1 })
  })

  it('is many packets at once, but not faster than the rate: none is lost', async () => {
    const clock = new SimulatedClock()
    const at = await start({ clock, limits: { kioskRate: { perSecond: 400, burst: 50 } } })
    const listener = await station(at, desk, at.add(desk, 'desk'))
    await listener.client.subscribeAsync(topics.up('+'), { qos: 1 })
    const { client: fast } = await station(at, kiosk, at.add(kiosk, 'kiosk'))
    const all = Array.from({ length: 300 }, (_, index) => `${index}`)
    const said = (async () => {
      for (const text of all) await fast.publishAsync(topics.up(kiosk), text, { qos: 1 })
    })()
    // No time goes by at the broker: the packet beyond the burst still goes through, and the line is held then.
    await expect.poll(() => listener.heard.length).toBe(51)
    const { client: calm } = await station(at, other, at.add(other, 'kiosk'))
    await calm.publishAsync(topics.up(other), 'another', { qos: 1 })
    await expect.poll(() => listener.heard.at(-1)).toBe(`${topics.up(other)} another`)
    expect(listener.heard).toHaveLength(52)
    await expect
      .poll(() => {
        clock.increment(100)
        return listener.heard.length
      })
      .toBe(301)
    await said
    expect(listener.heard.filter((line) => line.startsWith(topics.up(kiosk)))).toEqual(
      all.map((text) => `${topics.up(kiosk)} ${text}`),
    )
  })

  it('is so much that waits for one who is away, and no more', async () => {
    const at = await start({ limits: { queuedPerStation: 5 } })
    const secret = at.add(kiosk, 'kiosk')
    const { client: leaving } = await station(at, kiosk, secret)
    await leaving.subscribeAsync(topics.down(kiosk), { qos: 1 })
    await leaving.endAsync()
    const commander = await station(at, desk, at.add(desk, 'desk'))
    for (let index = 0; index < 20; index += 1)
      await commander.client.publishAsync(topics.down(kiosk), `${index}`, { qos: 1 })
    const back = client(at, kiosk, secret)
    const heard: string[] = []
    back.on('message', (_topic, payload) => void heard.push(payload.toString()))
    await expect.poll(() => heard).toEqual(['0', '1', '2', '3', '4'])
    await commander.client.publishAsync(topics.down(kiosk), 'there is room again', { qos: 1 })
    await expect.poll(() => heard.at(-1)).toBe('there is room again')
  })

  it('is no QoS 2, whose state would have to be kept', async () => {
    const at = await start()
    const { client: hostile } = await station(at, kiosk, at.add(kiosk, 'kiosk'))
    const end = ended(hostile)
    hostile.publish(topics.up(kiosk), 'twice', { qos: 2 })
    await end
  })
})

describe('what a station may do at the embedded broker', () => {
  it('is what its rights name, and a publication beyond them ends its connection', async () => {
    const at = await start()
    const secret = at.add(kiosk, 'kiosk')
    at.add(other, 'kiosk')
    at.add('elsewhere0000001', 'kiosk', 'another')
    const listener = await station(at, desk, at.add(desk, 'desk'))
    await listener.client.subscribeAsync([topics.up('+'), topics.presence('kiosk', '+')], {
      qos: 1,
    })
    const forbidden: [string, boolean][] = [
      [topics.up(other), false],
      [topics.presence('kiosk', other), true],
      [topics.presence('desk', kiosk), true],
      [topics.down(kiosk), false],
      [topics.key(kiosk), true],
      [topicsOf('another').up(kiosk), false],
      ['$SYS/anything', false],
      [`${topics.up(kiosk)}/more`, false],
      // Its own topic, but nothing there is to be kept.
      [topics.up(kiosk), true],
    ]
    for (const [topic, retain] of forbidden) {
      const { client: hostile } = await station(at, kiosk, secret)
      const end = ended(hostile)
      hostile.publish(topic, 'bad', { qos: 1, retain })
      await end
    }
    const { client: good } = await station(at, kiosk, secret)
    await good.publishAsync(topics.up(kiosk), 'good', { qos: 1 })
    await expect.poll(() => listener.heard).toEqual([`${topics.up(kiosk)} good`])
    for (const topic of [
      topics.down('unknown000000001'),
      topicsOf('another').down('elsewhere0000001'),
      topics.down('elsewhere0000001'),
    ]) {
      const { client: hostile } = await station(at, desk, at.add(desk, 'desk'))
      const end = ended(hostile)
      hostile.publish(topic, 'bad', { qos: 1 })
      await end
    }
  })

  it('is to subscribe to what is its own, also in one packet with what is not', async () => {
    const at = await start()
    const secret = at.add(kiosk, 'kiosk')
    const mine = topics.down(kiosk)
    const { client: hostile, heard } = await station(at, kiosk, secret)
    const refused = [
      '#',
      '+/#',
      'foyer/#',
      topics.up('+'),
      topics.down('+'),
      topics.down(other),
      topics.key(other),
      '$SYS/#',
      topics.presence('kiosk', '+'),
    ]
    const granted = await hostile
      .subscribeAsync([mine, ...refused], { qos: 1 })
      .catch((error: unknown) => error)
    expect(granted).toBeInstanceOf(Error)
    await hostile.endAsync()
    // A message for another station, sent while this one is away, does not wait for it either.
    const commander = await station(at, desk, at.add(desk, 'desk'))
    at.add(other, 'kiosk')
    await commander.client.publishAsync(topics.down(other), 'for another', { qos: 1 })
    await commander.client.publishAsync(topics.down(kiosk), 'for this one', { qos: 1 })
    const back = client(at, kiosk, secret)
    back.on('message', (topic, payload) => void heard.push(`${topic} ${payload.toString()}`))
    await expect.poll(() => heard).toEqual([`${mine} for this one`])
  })

  it('ends with its revocation: connection, session and what was kept for it', async () => {
    const at = await start()
    const secret = at.add(kiosk, 'kiosk')
    const { client: first } = await station(at, kiosk, secret)
    await first.subscribeAsync(topics.down(kiosk), { qos: 1 })
    const commander = await station(at, desk, at.add(desk, 'desk'))
    const end = ended(first)
    at.remove(kiosk)
    await at.broker.disconnect(kiosk)
    await end
    expect(await refusedWith(client(at, kiosk, secret))).toBe(5)
    const again = at.add(kiosk, 'kiosk')
    await commander.client.publishAsync(topics.down(kiosk), 'late', { qos: 1 })
    expect((await letIn(client(at, kiosk, again))).sessionPresent).toBe(false)
  })

  it('hears nothing more the moment that it is no longer known, though it is connected', async () => {
    const at = await start()
    const { client: revoked, heard } = await station(at, kiosk, at.add(kiosk, 'kiosk'))
    const hubs = topics.presence('hub', '+')
    await revoked.subscribeAsync(hubs, { qos: 1 })
    const witness = await station(at, other, at.add(other, 'kiosk'))
    await witness.client.subscribeAsync(hubs, { qos: 1 })
    at.remove(kiosk)
    expect(
      await at.broker.transport([]).publish({
        topic: topics.presence('hub', desk),
        payload: Buffer.from('news'),
        retain: false,
      }),
    ).toBe(true)
    await expect.poll(() => witness.heard).toHaveLength(1)
    const end = ended(revoked)
    revoked.publish(topics.up(kiosk), 'still here', { qos: 1 })
    await end
    expect(heard).toEqual([])
  })
})

describe('a station that connects', () => {
  /** Waits for a connection's first state that is not `connecting`; returns it with its detail. */
  async function outcome(
    port: number,
    trust: BrokerTrust,
    password: string,
    subscribe: readonly string[] = rightsOf('aclinic', kiosk, 'kiosk').subscribe,
  ): Promise<string> {
    const transport = createMqttTransport({
      broker: { host: '127.0.0.1', port, trust },
      login: { station: kiosk, username: kiosk, password },
      subscribe,
    })
    onTestFinished(() => transport.close())
    const topic = topics.presence('kiosk', kiosk)
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
    const at = await start()
    const secret = at.add(kiosk, 'kiosk')
    const { port } = at.address
    const fingerprint = fingerprintOf(new X509Certificate(at.tls.cert))
    const pinned = { kind: 'pinned', fingerprint } as const
    const another = await createSelfSigned('localhost')
    const wrongPin = fingerprintOf(new X509Certificate(another.cert))
    expect(await outcome(port, { kind: 'pinned', fingerprint: wrongPin }, secret)).toBe(
      'refused certificate',
    )
    expect(await outcome(port, { kind: 'authority', ca: another.cert }, secret)).toBe(
      'refused certificate',
    )
    // Nobody showed credentials yet.
    expect(at.lines).toEqual([])
    expect(await outcome(port, pinned, 'wrong')).toBe('refused credentials')
    expect(await outcome(port, pinned, secret, [topics.up('+')])).toBe('refused rights')
    const next = { ...pinned, fingerprint: wrongPin, nextFingerprint: fingerprint }
    expect(await outcome(port, next, secret)).toBe('connected')
  })

  it('trusts a CA for the host that the certificate names', async () => {
    const tls = await createSelfSigned('localhost', '127.0.0.2')
    const at = await start({ tls })
    const secret = at.add(kiosk, 'kiosk')
    const trust = { kind: 'authority', ca: tls.cert } as const
    expect(await outcome(at.address.port, trust, secret)).toBe('refused certificate')
  })
})
