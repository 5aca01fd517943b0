import { describe, expect, it } from 'vitest'
import { FakeBus, memoryText } from '../../../../test/harness/bus/fake-bus.ts'
import { began, simulatedWallClock } from '../../../../test/harness/bus/wall-clock.ts'
import { waitFor } from '../../../../test/harness/wait-for.ts'
import type { BusCommand } from '../../../shared/bus/messages.ts'
import { createKioskStation, type StationKiosk } from './kiosk-station.ts'

/** A kiosk whose pairing a test changes: its bus is there, another one, or none. */
function stand() {
  const clock = simulatedWallClock()
  const texts = { commands: memoryText(), intakesTold: memoryText() }
  const listeners = new Set<() => void>()
  let bus: FakeBus | undefined
  const did: string[] = []
  const state = { name: 'Kiosk 1', needsPerson: [] as string[], isFree: true }
  const kiosk: StationKiosk = {
    isFree: () => state.isFree,
    state: () => ({
      ...{ name: state.name, version: '1', state: 'free', connection: 'online' },
      intakes: { waiting: 0, needPerson: state.needsPerson.length },
    }),
    setOutOfService: (isOut) => void did.push(`out ${isOut}`),
    reloadSettings: () => ({ ok: true, detail: null }),
    restart: undefined,
    askToWipe: () => void did.push('wipe'),
    lock: () => did.push('lock') > 0,
    beginWithCode: () => true,
  }
  const changed = () => {
    for (const listener of [...listeners]) listener()
  }
  const pairWith = (next: FakeBus | undefined) => {
    bus = next
    next?.onChange(changed)
    changed()
  }
  const station = createKioskStation({
    place: {
      bus: () => bus,
      onChange(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    clock,
    newId: () => 'help-1',
    kept: (name) => texts[name],
    intakes: () => ({
      needsPerson: state.needsPerson.map((id) => ({
        ...{ id, reason: 'noMatch', finishedAt: '2026-03-01T08:00:00Z' },
      })) as never,
    }),
    audit: (kind) => void did.push(kind),
  })
  const first = new FakeBus()
  pairWith(first)
  const command = (act: BusCommand['act']): BusCommand => ({
    ...{ kind: 'command', act, by: 'Ana', reason: 'why', helpId: null },
    until: new Date(began + 600_000).toISOString(),
  })
  return { clock, command, did, first, kiosk, listeners, pairWith, state, station }
}

describe('a kiosk on the bus', () => {
  it('says how it is from its begin on, and what changed when it is told to look', () => {
    const { first, kiosk, state, station } = stand()
    expect(first.presented).toEqual([])
    station.begin(kiosk)
    expect(first.presented).toMatchObject([{ name: 'Kiosk 1', state: 'free' }])
    state.name = 'Hall'
    state.needsPerson = ['a']
    station.update()
    expect(first.presented.at(-1)).toMatchObject({ name: 'Hall', intakes: { needPerson: 1 } })
    expect(first.notices).toMatchObject([{ kind: 'intakeWaits', intakeId: 'a' }])
  })

  it('carries out what is commanded, and again when it may be free', () => {
    const { clock, command, did, first, kiosk, state, station } = stand()
    station.begin(kiosk)
    first.hears('1', command('lock'))
    clock.increment(0)
    expect(did).toEqual(['deskCommand', 'lock', 'deskCommandEnded'])
    state.isFree = false
    first.hears('2', command('takeOutOfService'))
    clock.increment(0)
    expect(did).not.toContain('out true')
    state.isFree = true
    station.update()
    expect(did).toContain('out true')
    expect(first.answers.map(({ id, outcome }) => `${id} ${outcome.outcome}`)).toEqual([
      '1 done',
      '2 done',
    ])
  })

  it('asks for help, and says whom it sends away, also before it begins', async () => {
    const { clock, first, station } = stand()
    station.askHelp({ number: '417', screen: 'welcome', language: 'en' }, () => {})
    station.needStaff({ number: '417', language: 'en', reason: 'noMatch' })
    clock.increment(0)
    await waitFor(() =>
      expect(new Set(first.notices.map(({ kind }) => kind))).toEqual(
        new Set(['helpAsked', 'staffNeeded']),
      ),
    )
  })

  it('goes over to another bus with its pairing, and hears the one before no more', () => {
    const { clock, command, did, first, kiosk, pairWith, station } = stand()
    station.begin(kiosk)
    // It is at rest while it is not paired.
    pairWith(undefined)
    station.needStaff({ number: '417', language: 'en', reason: 'noMatch' })
    station.update()
    clock.increment(0)
    const second = new FakeBus('another0000000000')
    pairWith(second)
    expect(second.presented).toHaveLength(1)
    first.hears('1', command('lock'))
    clock.increment(0)
    expect(did).toEqual([])
    second.hears('2', command('lock'))
    clock.increment(0)
    expect(did).toContain('lock')
  })

  it('does and hears nothing after its end', () => {
    const { clock, command, did, first, kiosk, listeners, state, station } = stand()
    station.begin(kiosk)
    station.stop()
    state.name = 'Hall'
    station.update()
    first.hears('1', command('lock'))
    clock.increment(0)
    expect([did, first.presented.length, listeners.size]).toEqual([[], 1, 0])
  })
})
