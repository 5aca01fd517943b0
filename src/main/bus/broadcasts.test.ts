import { expect, it } from 'vitest'
import { SimulatedClock } from 'xstate'
import { mostConfirmed } from '../../shared/bus/messages.ts'
import { createBroadcasts, type Broadcast } from './broadcasts.ts'
import { createConfirmations } from './confirmations.ts'

const minute = 60_000

/** Broadcasts of a hub among stations that a test brings and takes away. */
function stand() {
  const clock = new SimulatedClock()
  const stations = new Map<string, boolean>()
  const waiting = new Map<string, Broadcast>()
  const sent: string[] = []
  const dropped: string[] = []
  const broadcasts = createBroadcasts({
    waiting: () => waiting.values(),
    peers: {
      count: () => stations.size,
      all: () => [...stations].map(([id, isThere]) => ({ id, isThere })),
    },
    clock,
    lines: {
      ...{ refused: () => {}, unknown: () => {}, failed: () => {}, connection: () => {} },
      dropped: (reason) => dropped.push(reason),
    },
    send: ({ id }, to, before) => sent.push(`${id} to ${to} after ${before}`),
    remove: (id) => waiting.delete(id),
  })
  const take = (number: number) => {
    const message: Broadcast = {
      ...{ id: `m${number}`, number, takenAt: null },
      ...{ confirmed: new Set<string>(), resent: new Map() },
    }
    waiting.set(message.id, message)
    broadcasts.taken(message)
    return message
  }
  return { clock, stations, waiting, sent, dropped, broadcasts, take }
}

it('lets go of one as soon as every station has it, and sends nothing again', () => {
  const { broadcasts, clock, sent, stations, take, waiting } = stand()
  stations.set('a', true).set('b', true)
  const message = take(1)
  broadcasts.confirmed(message, 'a')
  expect(waiting.size).toBe(1)
  broadcasts.confirmed(message, 'b')
  expect(waiting.size).toBe(0)
  clock.increment(10 * minute)
  expect(sent).toEqual([])
})

it('sends again what one station lacks, in order, and the next when it keeps up', () => {
  const { broadcasts, clock, sent, stations, take } = stand()
  stations.set('quick', true).set('slow', true)
  const all = Array.from({ length: 130 }, (_, at) => take(at + 1))
  for (const each of all) broadcasts.confirmed(each, 'quick')
  clock.increment(4_000)
  expect(sent).toEqual([])
  clock.increment(2_000)
  expect(sent).toHaveLength(100)
  expect(sent.slice(0, 2)).toEqual(['m1 to slow after null', 'm2 to slow after 1'])
  for (const each of all.slice(0, 40)) broadcasts.confirmed(each, 'slow')
  expect(sent.slice(100)).toHaveLength(30)
  expect(sent.at(-1)).toBe('m130 to slow after 129')
})

it('waits for a station that is gone, for ten minutes, and for one that is there for an hour', () => {
  const { broadcasts, clock, dropped, sent, stations, take, waiting } = stand()
  stations.set('there', true).set('gone', false)
  const message = take(1)
  broadcasts.confirmed(message, 'there')
  clock.increment(9 * minute)
  expect([waiting.size, sent]).toEqual([1, []])
  stations.set('gone', true)
  clock.increment(minute / 2)
  expect(sent).toContain('m1 to gone after null')
  clock.increment(40 * minute)
  expect(waiting.size).toBe(1)
  stations.set('gone', false)
  clock.increment(minute)
  expect([waiting.size, dropped]).toEqual([0, []])
  stations.set('gone', true)
  take(2)
  clock.increment(61 * minute)
  expect([waiting.size, dropped]).toEqual([0, ['unconfirmed']])
})

it('keeps one while no station is known yet', () => {
  const { clock, take, waiting } = stand()
  take(1)
  clock.increment(9 * minute)
  expect(waiting.size).toBe(1)
  clock.increment(2 * minute)
  expect(waiting.size).toBe(0)
})

function confirming() {
  const clock = new SimulatedClock()
  const said: string[] = []
  const confirmations = createConfirmations(clock, (to, of) => said.push(`${to}: ${of.join(' ')}`))
  return { clock, said, confirmations }
}

it('confirms a notice and a command at once, and gathers broadcasts for each sender', () => {
  const { clock, said, confirmations } = confirming()
  confirmations.confirm({ id: 'n', from: 'kiosk', lane: 'up' })
  for (const id of ['1', '2']) confirmations.confirm({ id, from: 'hub', lane: 'all' })
  confirmations.confirm({ id: '3', from: 'other', lane: 'all' })
  expect(said).toEqual(['kiosk: n'])
  clock.increment(1_000)
  expect(said.slice(1)).toEqual(['hub: 1 2', 'other: 3'])
  clock.increment(1_000)
  expect(said).toHaveLength(3)
})

it('waits for no more than one confirmation names', () => {
  const { said, confirmations } = confirming()
  for (let id = 0; id < mostConfirmed; id += 1)
    confirmations.confirm({ id: String(id), from: 'hub', lane: 'all' })
  expect(said).toHaveLength(1)
})
