import { SimulatedClock } from 'xstate'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hubBus } from '../../../../../test/harness/bus/fake-bus.ts'
import { openTestVault } from '../../../../../test/harness/vault/test-vault.ts'
import { forwardEvents } from './events.ts'
import { createTally } from './webhook-receiver.ts'

describe('the forwarder', () => {
  async function open(count: number) {
    const { webhookEvents: rows } = await openTestVault()
    rows.keep(
      Array.from({ length: count }, (_, at) => ({
        eventId: `e${at}`,
        at,
        event: JSON.stringify({ eventId: `e${at}` }),
      })),
    )
    const bus = hubBus()
    const clock = new SimulatedClock()
    const forwarder = forwardEvents(rows, bus, clock)
    onTestFinished(() => forwarder.stop())
    return { rows, bus, clock, forwarder }
  }

  it('puts all that waits on the bus, in order', async () => {
    const { rows, bus, clock, forwarder } = await open(250)
    forwarder.wake()
    forwarder.wake()
    while (rows.waiting() > 0) clock.increment(100)
    expect(bus.events.map(({ eventId }) => eventId)).toEqual(
      Array.from({ length: 250 }, (_, at) => `e${at}`),
    )
  })

  it.each(['full', 'notKept'] as const)(
    'waits while the bus is %s, longer each time',
    async (kind) => {
      const { rows, bus, clock, forwarder } = await open(2)
      let asked = 0
      bus.refuse({ kind })
      const broadcast = bus.broadcast.bind(bus)
      bus.broadcast = (event) => {
        asked += 1
        return broadcast(event)
      }
      forwarder.wake()
      clock.increment(100)
      expect(asked).toBe(1)
      clock.increment(1_000)
      expect(asked).toBe(2)
      clock.increment(1_999)
      expect(asked).toBe(2)
      bus.refuse(undefined)
      clock.increment(1)
      expect(rows.waiting()).toBe(0)
      expect(bus.events).toHaveLength(2)
    },
  )

  it('tries again when the vault fails', async () => {
    const { rows, bus, clock } = await open(1)
    let isBroken = true
    const handOver: typeof rows.handOver = (...given) => {
      if (isBroken) throw new Error('disk')
      return rows.handOver(...given)
    }
    const forwarder = forwardEvents({ handOver }, bus, clock)
    onTestFinished(() => forwarder.stop())
    forwarder.wake()
    clock.increment(100)
    isBroken = false
    clock.increment(1_000)
    expect(bus.events).toHaveLength(1)
  })
})

const minute = 60_000

it('tells of the first at once, of others once a minute, and then anew', () => {
  const told: string[] = []
  const clock = new SimulatedClock()
  const tally = createTally(clock, (what, count) => told.push(`${what} ${count}`))
  tally.count('a')
  tally.count('a')
  tally.count('b')
  tally.count('a')
  expect(told.splice(0)).toEqual(['a 1', 'b 1'])
  clock.increment(minute)
  expect(told.splice(0)).toEqual(['a 2'])
  tally.count('b')
  tally.count('a')
  expect(told.splice(0)).toEqual(['b 1'])
  clock.increment(minute)
  expect(told.splice(0)).toEqual(['a 1'])
  clock.increment(2 * minute)
  tally.count('a')
  tally.count('a')
  tally.stop()
  expect(told).toEqual(['a 1', 'a 1'])
})
