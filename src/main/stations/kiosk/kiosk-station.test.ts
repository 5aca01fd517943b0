import { describe, expect, it } from 'vitest'
import { FakeBus, memoryText } from '../../../../test/harness/bus/fake-bus.ts'
import { began, simulatedWallClock } from '../../../../test/harness/bus/wall-clock.ts'
import { createListeners } from '../../base/listeners.ts'
import type { BusCommand } from '../../../shared/bus/messages.ts'
import { createKioskStation, type StationKiosk } from './kiosk-station.ts'

/** A kiosk whose pairing a test changes: its bus is there, another one, or none. */
function stand() {
  const clock = simulatedWallClock()
  const texts = { commands: memoryText(), intakesTold: memoryText(), wipeAsked: memoryText() }
  const listeners = createListeners()
  let listening = 0
  let bus: FakeBus | undefined
  const did: string[] = []
  const state = {
    name: 'Kiosk 1',
    is: 'free' as 'free' | 'inUse' | 'staff',
    needsPerson: [] as string[],
    isFree: true,
  }
  const kiosk: StationKiosk = {
    isFree: () => state.isFree,
    state: () => ({
      name: state.name,
      version: '1',
      state: state.is,
      connection: 'online',
      intakes: { waiting: 0, needPerson: state.needsPerson.length },
    }),
    setOutOfService: (isOut) => void did.push(`out ${isOut}`),
    reloadSettings: () => ({ ok: true, detail: null }),
    restart: undefined,
    lock: () => did.push('lock') > 0,
    beginWithCode: () => true,
  }
  const pairWith = (next: FakeBus | undefined) => {
    bus = next
    next?.onChange(listeners.call)
    listeners.call()
  }
  const station = createKioskStation({
    place: {
      bus: () => bus,
      onChange(listener) {
        const end = listeners.add(listener)
        listening += 1
        return () => {
          end()
          listening -= 1
        }
      },
    },
    clock,
    newId: () => 'help-1',
    kept: (name) => texts[name],
    intakes: () => ({
      needsPerson: state.needsPerson.map((id) => ({
        id,
        reason: 'noMatch',
        finishedAt: '2026-03-01T08:00:00Z',
      })) as never,
    }),
    answering: () => Promise.resolve(undefined),
    audit: (kind) => void did.push(kind),
  })
  const first = new FakeBus()
  pairWith(first)
  const command = (act: BusCommand['act']): BusCommand => ({
    kind: 'command',
    act,
    by: 'Ana',
    reason: 'why',
    helpId: null,
    until: new Date(began + 600_000).toISOString(),
  })
  return { clock, command, did, first, kiosk, listening: () => listening, pairWith, state, station }
}

describe('a kiosk on the bus', () => {
  it('says how it is from its begin on, and what changed when it is told to look', () => {
    const { clock, first, kiosk, state, station } = stand()
    const since = (ms: number) => new Date(began + ms).toISOString()
    expect(first.presented).toEqual([])
    station.begin(kiosk)
    const free = { ...kiosk.state(), since: since(0) }
    clock.increment(5_000)
    state.is = 'inUse'
    station.update()
    clock.increment(1_000)
    station.update()
    state.name = 'Hall'
    state.needsPerson = ['a']
    station.update()
    const inUse = { ...free, state: 'inUse', since: since(5_000) }
    const intakes = { waiting: 0, needPerson: 1 }
    expect(first.presented).toEqual([free, inUse, { ...inUse, name: 'Hall', intakes }])
    expect(first.notices).toMatchObject([{ kind: 'intakeWaits', intakeId: 'a' }])
  })

  it('goes over to another bus with its pairing, and hears the one before no more', () => {
    const { clock, command, did, first, kiosk, pairWith, state, station } = stand()
    station.begin(kiosk)
    // It is at rest while it is not paired.
    pairWith(undefined)
    station.needStaff({ number: '417', language: 'en', reason: 'noMatch' })
    clock.increment(5_000)
    state.is = 'staff'
    station.update()
    clock.increment(0)
    const second = new FakeBus('another0000000000')
    pairWith(second)
    const since = new Date(began + 5_000).toISOString()
    expect(second.presented).toMatchObject([{ state: 'staff', since }])
    first.hears('1', command('lock'))
    clock.increment(0)
    expect(did).toEqual([])
    second.hears('2', command('lock'))
    clock.increment(0)
    expect(did).toContain('lock')
  })

  it('does and hears nothing after its end', () => {
    const { clock, command, did, first, kiosk, listening, state, station } = stand()
    station.begin(kiosk)
    station.stop()
    state.name = 'Hall'
    station.update()
    first.hears('1', command('lock'))
    clock.increment(0)
    expect([did, first.presented.length, listening()]).toEqual([[], 1, 0])
  })
})
