import { expect, it } from 'vitest'
import { FakeBus } from '../../../../test/harness/bus/fake-bus.ts'
import { keepPresence, type KioskState } from './presence.ts'

const free: KioskState = {
  ...{ name: 'kiosk-1', version: '1.2.3', state: 'free', connection: 'online' },
  intakes: { waiting: 0, needPerson: 0 },
}

function stand() {
  let now = 0
  let state = free
  let bus: FakeBus | undefined = new FakeBus()
  const listeners = new Set<() => void>()
  const presence = keepPresence({
    place: {
      bus: () => bus,
      onChange: (listener) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    read: () => state,
    wallTime: () => now,
  })
  const become = (change: Partial<KioskState>, at: number) => {
    now = at
    state = { ...state, ...change }
    presence.update()
  }
  const moveTo = (next: FakeBus | undefined) => {
    bus = next
    for (const listener of listeners) listener()
  }
  return { bus, become, moveTo, presence, listeners }
}

it('says how the kiosk is, at first and when that changes', () => {
  const { bus, become } = stand()
  become({ state: 'inUse' }, 5_000)
  become({}, 6_000)
  expect(bus.presented).toEqual([
    { ...free, since: '1970-01-01T00:00:00.000Z' },
    { ...free, state: 'inUse', since: '1970-01-01T00:00:05.000Z' },
  ])
})

it('keeps since when it is so while something else changes', () => {
  const { bus, become } = stand()
  become({ state: 'inUse' }, 5_000)
  become({ intakes: { waiting: 1, needPerson: 1 } }, 9_000)
  expect(bus.presented.at(-1)).toMatchObject({
    intakes: { waiting: 1, needPerson: 1 },
    since: '1970-01-01T00:00:05.000Z',
  })
})

it('says it again to another bus, and nothing to none', () => {
  const { become, moveTo } = stand()
  moveTo(undefined)
  become({ state: 'staff' }, 5_000)
  const next = new FakeBus()
  moveTo(next)
  expect(next.presented).toMatchObject([{ state: 'staff', since: '1970-01-01T00:00:05.000Z' }])
})

it('hears the bus no more once it is stopped', () => {
  const { presence, listeners } = stand()
  presence.stop()
  expect(listeners.size).toBe(0)
})
