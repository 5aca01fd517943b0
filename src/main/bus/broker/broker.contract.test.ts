import { once } from 'node:events'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { connect as connectTls } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SimulatedClock } from 'xstate'
import {
  clientAt as client,
  ended,
  letIn,
  refusedWith,
  startBroker as start,
  stationAt as station,
} from '../../../../test/harness/bus/embedded-broker.ts'
import { topicsOf } from '../topics.ts'
import { systemClock } from '../../base/clock.ts'
import { defaultBrokerLimits } from './limits.ts'
import { openBroker } from './open-broker.ts'

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
    const { port } = at.broker.address
    const old = connectTls({ host: '127.0.0.1', port, ca: at.tls.cert, maxVersion: 'TLSv1.2' })
    const [error] = (await once(old, 'error')) as [NodeJS.ErrnoException]
    expect(error.code).toContain('ALERT_PROTOCOL_VERSION')
    const plain = client(at, kiosk, at.add(kiosk, 'kiosk'), { protocol: 'mqtt' })
    await ended(plain)
  })

  it('is nobody who is silent for too long, unless it has shown its credentials', async () => {
    const clock = new SimulatedClock()
    const at = await start({ clock })
    const { client: connected } = await station(at, kiosk, at.add(kiosk, 'kiosk'))
    const silent = connectTls({ host: '127.0.0.1', port: at.broker.address.port, ca: at.tls.cert })
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

  it('is no more than there is room for, in all and from one address', async () => {
    for (const limits of [{ connections: 2 }, { connectionsPerAddress: 2 }]) {
      const at = await start({ limits })
      const secret = at.add(kiosk, 'kiosk')
      const { client: first } = await station(at, kiosk, secret)
      await station(at, other, at.add(other, 'kiosk'))
      await ended(client(at, desk, at.add(desk, 'desk')))
      await first.endAsync()
      await expect
        .poll(async () => {
          const again = client(at, kiosk, secret)
          await Promise.race([letIn(again), ended(again)])
          return again.connected
        })
        .toBe(true)
    }
  })

  it.skipIf(!hasIpv6)(
    'counts each IPv4 address by itself, also where IPv6 carries it',
    async () => {
      const at = await start({ host: '::', limits: { connectionsPerAddress: 1 } })
      const { port } = at.broker.address
      const isLetIn = (localAddress: string) =>
        new Promise<boolean>((resolve) => {
          const host = localAddress === '::1' ? '::1' : '127.0.0.1'
          const socket = connect({ host, port, localAddress })
          const line = connectTls({ socket, rejectUnauthorized: false })
          onTestFinished(() => void line.destroy())
          line.once('secureConnect', () => resolve(true)).once('close', () => resolve(false))
          line.on('error', () => undefined)
        })
      expect(await isLetIn('127.0.0.1')).toBe(true)
      expect(await isLetIn('127.0.0.2')).toBe(true)
      expect(await isLetIn('127.0.0.2')).toBe(false)
      expect(await isLetIn('::1')).toBe(true)
      expect(await isLetIn('::1')).toBe(false)
    },
  )

  it('says why it cannot listen', async () => {
    const at = await start()
    const { host, port } = at.broker.address
    const options = {
      tls: at.tls,
      stations: { find: () => undefined },
      clock: systemClock,
      log: () => undefined,
    }
    expect(await openBroker({ ...options, host, port })).toEqual({
      ok: false,
      error: { kind: 'portTaken' },
    })
    expect(await openBroker({ ...options, host: '192.0.2.1', port: 0 })).toEqual({
      ok: false,
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
    const raw = connectTls({ host: '127.0.0.1', port: at.broker.address.port, ca: at.tls.cert })
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
