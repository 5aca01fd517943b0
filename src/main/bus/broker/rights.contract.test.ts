import { describe, expect, it } from 'vitest'
import {
  clientAt as client,
  ended,
  letIn,
  refusedWith,
  startBroker as start,
  stationAt as station,
} from '../../../../test/harness/bus/embedded-broker.ts'
import { topicsOf } from '../topics.ts'

const kiosk = 'kiosk00000000001'
const other = 'kiosk00000000002'
const desk = 'desk000000000001'
const topics = topicsOf('aclinic')

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
      [topics.all(), false],
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
    // What comes while it is away does not wait for it either.
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
    const back = client(at, kiosk, again)
    expect((await letIn(back)).sessionPresent).toBe(false)
  })

  it('hears nothing more the moment that it is no longer known, though it is connected', async () => {
    const at = await start()
    const { client: revoked, heard } = await station(at, kiosk, at.add(kiosk, 'kiosk'))
    await revoked.subscribeAsync(topics.all(), { qos: 1 })
    const witness = await station(at, other, at.add(other, 'kiosk'))
    await witness.client.subscribeAsync(topics.all(), { qos: 1 })
    at.remove(kiosk)
    expect(
      await at.broker.publish({ topic: topics.all(), payload: Buffer.from('news'), retain: false }),
    ).toBe(true)
    await expect.poll(() => witness.heard).toHaveLength(1)
    const end = ended(revoked)
    revoked.publish(topics.up(kiosk), 'still here', { qos: 1 })
    await end
    expect(heard).toEqual([])
  })
})
