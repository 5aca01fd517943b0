import { describe, expect, it, vi } from 'vitest'
import { FakeBus, placeOf } from '../../../../test/harness/bus/fake-bus.ts'
import { began, simulatedWallClock } from '../../../../test/harness/bus/wall-clock.ts'
import { after } from '../../base/timers.ts'
import { createHelpCalls, helpLastsMs } from './help-calls.ts'

const asked = { number: '427', screen: 'contact', language: 'es' } as const

/** A call for help; `soon`: what asks for it comes back before it is told. */
function stand(bus = new FakeBus(), { isSoon = true, place = placeOf(bus) } = {}) {
  const clock = simulatedWallClock()
  const calls = createHelpCalls({
    ...{ place, clock, newId: () => 'help-1' },
    ...(isSoon && { soon: (action: () => void) => after(clock, 0, action) }),
  })
  const onChange = vi.fn()
  const call = calls.askHelp(asked, () => void onChange(call.heard()))
  const told = () => {
    clock.increment(0)
    return bus.told
  }
  return { bus, clock, calls, call, onChange, told }
}
const listened = () => {
  const bus = new FakeBus()
  bus.becomes({ isHeard: true })
  return bus
}

describe('a call for help', () => {
  it('is told with number, screen and language for an hour, after what asked for it has come back', () => {
    const { bus, told } = stand()
    expect(bus.told).toEqual([])
    const notice = { kind: 'helpAsked', helpId: 'help-1', ...asked }
    expect(told()).toEqual([{ id: 'message-1', notice, until: began + helpLastsMs }])
  })

  it('is heard at once where somebody listens', () => {
    expect(stand(listened(), { isSoon: false }).call.heard()).toBe('told')
  })

  it('is heard once somebody comes who listens, and stays heard when they go', () => {
    const { bus, told, call, onChange } = stand()
    told()
    expect(call.heard()).toBeNull()
    bus.becomes({ isHeard: true })
    expect(call.heard()).toBe('told')
    expect(onChange).toHaveBeenCalledExactlyOnceWith('told')
    bus.becomes({ isHeard: false })
    expect(call.heard()).toBe('told')
    expect(onChange).toHaveBeenCalledTimes(1)
  })

  it('is heard once it is confirmed, whoever is there now', () => {
    const { bus, told, call } = stand()
    told()
    bus.becomes({ waiting: 0 })
    expect(call.heard()).toBe('told')
  })

  it('is not heard where it cannot be kept', () => {
    const bus = listened()
    bus.refuse({ kind: 'full' })
    const { told, call, onChange } = stand(bus)
    told()
    expect(call.heard()).toBeNull()
    expect(onChange).toHaveBeenCalledTimes(1)
  })

  it('knows that somebody is coming, until it ends', () => {
    const { bus, told, calls, call } = stand()
    told()
    expect([calls.coming('help-2'), calls.coming('help-1')]).toEqual([false, true])
    expect(call.heard()).toBe('coming')
    bus.becomes({ isHeard: true })
    expect(call.heard()).toBe('coming')
    call.end()
    expect(calls.coming('help-1')).toBe(false)
  })

  it('ends once, and what nobody heard of it is let go of', () => {
    const { bus, told, call } = stand()
    told()
    call.end()
    call.end()
    expect(bus.notices).toEqual([{ kind: 'helpEnded', helpId: 'help-1' }])
    expect(bus.told.at(-1)?.until).toBe(began + helpLastsMs)
  })

  it('is never told when it ends at once', () => {
    const { clock, call, told } = stand()
    call.end()
    clock.increment(1_000)
    expect(told()).toEqual([])
  })

  it('is not said where there is no bus', () => {
    const place = { bus: () => undefined, onChange: () => () => undefined }
    const { call, told } = stand(undefined, { place: place as never, isSoon: false })
    expect(told()).toEqual([])
    expect(call.heard()).toBeNull()
    expect(() => call.end()).not.toThrow()
  })
})
