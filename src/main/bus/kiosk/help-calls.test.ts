import { describe, expect, it, vi } from 'vitest'
import { FakeBus, placeOf } from '../../../../test/harness/bus/fake-bus.ts'
import { began, simulatedWallClock } from '../../../../test/harness/bus/wall-clock.ts'
import { after } from '../../base/timers.ts'
import { createHelpCalls, helpLastsMs } from './help-calls.ts'

function stand() {
  const bus = new FakeBus()
  const clock = simulatedWallClock()
  let ids = 0
  const calls = createHelpCalls({
    ...{ place: placeOf(bus), clock, newId: () => `help-${++ids}` },
    soon: (action) => after(clock, 0, action),
  })
  const onChange = vi.fn()
  const ask = () =>
    calls.askHelp(
      { number: '427', screen: 'contact', language: 'es' },
      () => void onChange(call.heard()),
    )
  const call = ask()
  return { bus, clock, calls, call, onChange }
}

describe('a call for help', () => {
  it('is told with the number, the screen and the language, for an hour', () => {
    const { bus, clock } = stand()
    clock.increment(0)
    expect(bus.told).toEqual([
      {
        id: 'message-1',
        notice: {
          kind: 'helpAsked',
          helpId: 'help-1',
          number: '427',
          screen: 'contact',
          language: 'es',
        },
        until: began + helpLastsMs,
      },
    ])
  })

  it('is told only after what asked for it has come back', () => {
    const { bus } = stand()
    expect(bus.told).toEqual([])
  })

  it('is heard at once where somebody listens', () => {
    const bus = new FakeBus()
    bus.becomes({ isHeard: true })
    const calls = createHelpCalls({
      ...{ place: placeOf(bus), clock: simulatedWallClock(), newId: () => 'help-1' },
    })
    const call = calls.askHelp({ number: '1', screen: 'code', language: 'en' }, () => undefined)
    expect(call.heard()).toBe('told')
  })

  it('is heard once somebody comes who listens', () => {
    const { bus, clock, call, onChange } = stand()
    clock.increment(0)
    expect(call.heard()).toBeNull()
    bus.becomes({ isHeard: true })
    expect(call.heard()).toBe('told')
    expect(onChange).toHaveBeenCalledExactlyOnceWith('told')
  })

  it('is heard once it is confirmed, whoever is there now', () => {
    const { bus, clock, call } = stand()
    clock.increment(0)
    bus.becomes({ waiting: 0 })
    expect(call.heard()).toBe('told')
  })

  it('stays heard when who heard it goes', () => {
    const { bus, clock, call, onChange } = stand()
    clock.increment(0)
    bus.becomes({ isHeard: true })
    bus.becomes({ isHeard: false })
    expect(call.heard()).toBe('told')
    expect(onChange).toHaveBeenCalledTimes(1)
  })

  it('is not heard where it cannot be kept', () => {
    const bus = new FakeBus()
    bus.becomes({ isHeard: true })
    bus.isFull = true
    const clock = simulatedWallClock()
    const calls = createHelpCalls({
      ...{ place: placeOf(bus), clock, newId: () => 'help-1' },
      soon: (action) => after(clock, 0, action),
    })
    const onChange = vi.fn()
    const call = calls.askHelp({ number: '1', screen: 'code', language: 'en' }, onChange)
    clock.increment(0)
    expect(call.heard()).toBeNull()
    expect(onChange).toHaveBeenCalledTimes(1)
  })

  it('knows that somebody is coming, until it ends', () => {
    const { bus, clock, calls, call } = stand()
    clock.increment(0)
    expect(calls.coming('help-2')).toBe(false)
    expect(calls.coming('help-1')).toBe(true)
    expect(call.heard()).toBe('coming')
    bus.becomes({ isHeard: true })
    expect(call.heard()).toBe('coming')
    call.end()
    expect(calls.coming('help-1')).toBe(false)
  })

  it('ends once, and what nobody heard of it is let go of', () => {
    const { bus, clock, call } = stand()
    clock.increment(0)
    call.end()
    call.end()
    expect(bus.notices).toEqual([{ kind: 'helpEnded', helpId: 'help-1' }])
    expect(bus.told.at(-1)?.until).toBe(began + helpLastsMs)
  })

  it('is never told when it ends at once', () => {
    const { bus, clock, call } = stand()
    call.end()
    clock.increment(1_000)
    expect(bus.told).toEqual([])
  })
})

it('says nothing where there is no bus', () => {
  const clock = simulatedWallClock()
  const place = { bus: () => undefined, onChange: () => () => undefined }
  const calls = createHelpCalls({ place, clock, newId: () => 'help-1' })
  const call = calls.askHelp({ number: '1', screen: 'code', language: 'en' }, () => undefined)
  clock.increment(0)
  expect(call.heard()).toBeNull()
  expect(() => call.end()).not.toThrow()
})
