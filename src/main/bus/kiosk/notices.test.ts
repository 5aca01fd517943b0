import { describe, expect, it } from 'vitest'
import { FakeBus, memoryText, placeOf } from '../../../../test/harness/bus/fake-bus.ts'
import { began, simulatedWallClock } from '../../../../test/harness/bus/wall-clock.ts'
import type { OutboxView } from '../../offline/outbox/outbox-view.ts'
import { completionLastsMs, tellOfForms } from './form-notices.ts'
import { tellOfIntakes } from './intake-notices.ts'
import { needLastsMs, tellOfNeeds } from './need-notices.ts'
import { keepPresence, type KioskState } from './presence.ts'

type Parts = Parameters<typeof tellOfForms>[0]
const need = { number: '427', reason: 'noMatch', language: 'es' } as const

it.each<[string, (parts: Parts) => void, object, number]>([
  [
    'whose forms were completed, and nothing else of them',
    (parts) => tellOfForms(parts)(42),
    { kind: 'formsCompleted', patientId: 42 },
    completionLastsMs,
  ],
  [
    'whom the kiosk sends to a person, and why',
    (parts) => tellOfNeeds(parts)(need),
    { kind: 'staffNeeded', ...need },
    needLastsMs,
  ],
])('tells %s, for a while, after the screen was drawn', (_, tell, notice, lastsMs) => {
  const bus = new FakeBus()
  const clock = simulatedWallClock()
  tell({ place: placeOf(bus), clock })
  expect(bus.told).toEqual([])
  clock.increment(0)
  expect(bus.told).toEqual([{ id: 'message-1', notice, until: began + lastsMs }])
})

describe('an intake that needs a person', () => {
  type Row = OutboxView['needsPerson'][number]
  const row = (id: string, reason: Row['reason'] = 'noMatch'): Row => ({
    ...{ id, reason, helpNumber: '427', can: [], candidates: [] },
    finishedAt: '2026-03-01T09:00:00.000Z',
  })
  const waits = (intakeId: string, reason = 'noMatch') => ({
    ...{ kind: 'intakeWaits', intakeId, reason, since: '2026-03-01T09:00:00.000Z' },
  })
  const settled = (intakeId: string) => ({ kind: 'intakeSettled', intakeId })

  function stand(kept = memoryText(), first: readonly Row[] = [], bus = new FakeBus()) {
    let rows = first
    const view = () => ({ needsPerson: rows })
    const notices = tellOfIntakes({ place: placeOf(bus), view, kept })
    const show = (...next: readonly Row[]) => {
      rows = next
      notices.update()
    }
    return { bus, show, kept, notices }
  }
  /** What rests of a kiosk that told of some, and stopped. */
  function toldOf(...rows: readonly Row[]) {
    const { kept, show, notices } = stand()
    show(...rows)
    notices.stop()
    return kept
  }

  it('is told of once, and once that it needs one no more', () => {
    const { bus, show } = stand()
    show(row('a'))
    show(row('a'), row('b'))
    show(row('b'))
    show(row('b'))
    expect(bus.notices).toEqual([waits('a'), waits('b'), settled('a')])
  })

  it('is told of again when it needs one for another reason', () => {
    const { bus, show } = stand()
    show(row('a'))
    show(row('a', 'severalMatches'))
    expect(bus.notices).toEqual([waits('a'), waits('a', 'severalMatches')])
  })

  it('is not told of again after a restart, but that it was settled meanwhile', () => {
    const both = [row('a'), row('b')]
    const again = stand(toldOf(...both), both)
    again.show(...both)
    expect(again.bus.notices).toEqual([])
    expect(stand(toldOf(...both), [row('b')]).bus.notices).toEqual([settled('a')])
  })

  it('is told of to another clinic', () => {
    const { bus } = stand(toldOf(row('a')), [row('a')], new FakeBus('another000000000'))
    expect(bus.notices).toEqual([waits('a')])
  })

  it('is told of later where that could not be kept', () => {
    const { bus, show } = stand()
    bus.refuse({ kind: 'full' })
    show(row('a'))
    bus.refuse(undefined)
    show(row('a'))
    expect(bus.notices).toEqual([waits('a')])
  })
})

describe('the presence of a kiosk', () => {
  const free: KioskState = {
    ...{ name: 'kiosk-1', version: '1.2.3', state: 'free', connection: 'online' },
    intakes: { waiting: 0, needPerson: 0 },
  }
  const atFive = '1970-01-01T00:00:05.000Z'

  function stand() {
    let [now, state] = [0, free]
    const bus = new FakeBus()
    let present: FakeBus | undefined = bus
    const listeners = new Set<() => void>()
    const onChange = (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
    const place = { bus: () => present, onChange }
    const presence = keepPresence({ place, read: () => state, wallTime: () => now })
    const become = (change: Partial<KioskState>, at: number) => {
      now = at
      state = { ...state, ...change }
      presence.update()
    }
    const moveTo = (next: FakeBus | undefined) => {
      present = next
      for (const listener of listeners) listener()
    }
    return { bus, become, moveTo, presence, listeners }
  }

  it('is said at first and when it changes, with since when the kiosk is as it is', () => {
    const { bus, become } = stand()
    become({ state: 'inUse' }, 5_000)
    become({}, 6_000)
    const intakes = { waiting: 1, needPerson: 1 }
    become({ intakes }, 9_000)
    expect(bus.presented).toEqual([
      { ...free, since: '1970-01-01T00:00:00.000Z' },
      { ...free, state: 'inUse', since: atFive },
      { ...free, state: 'inUse', since: atFive, intakes },
    ])
  })

  it('is said again to another bus, and to none', () => {
    const { become, moveTo } = stand()
    moveTo(undefined)
    become({ state: 'staff' }, 5_000)
    const next = new FakeBus()
    moveTo(next)
    expect(next.presented).toMatchObject([{ state: 'staff', since: atFive }])
  })

  it('hears the bus no more once it is stopped', () => {
    const { presence, listeners } = stand()
    presence.stop()
    expect(listeners.size).toBe(0)
  })
})
