import { SimulatedClock } from 'xstate'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { countSleep, steadyClock, systemClock, type WallClock } from './clock.ts'
import { after, every, pause, within } from './timers.ts'

describe('a clock that counts sleep', () => {
  const minute = 60_000

  let machine: SimulatedClock
  /** ms by which the time of day is ahead of the elapsed time. */
  let ahead: number
  let clock: WallClock
  beforeEach(() => {
    machine = new SimulatedClock()
    ahead = 1_800_000_000_000
    clock = countSleep({
      now: () => machine.now(),
      wallTime: () => machine.now() + ahead,
      setTimeout: (callback, ms) => machine.setTimeout(callback, ms),
      clearTimeout: (id) => machine.clearTimeout(id as number),
    })
  })
  const sleeps = (ms: number) => (ahead += ms)

  it('runs as the machine’s own while that is awake', () => {
    const ends = vi.fn()
    const begun = clock.now()
    clock.setTimeout(ends, 90_000)
    machine.increment(89_999)
    expect(ends).not.toHaveBeenCalled()
    machine.increment(1)
    expect(ends).toHaveBeenCalledOnce()
    expect(clock.now() - begun).toBe(90_000)
    machine.increment(10 * minute)
    expect(ends).toHaveBeenCalledOnce()
  })

  it('counts the time in which the machine slept, and ends what is due soon after', () => {
    const ends = vi.fn()
    const begun = clock.now()
    clock.setTimeout(ends, 5 * minute)
    machine.increment(minute)
    sleeps(60 * minute)
    machine.increment(2_000)
    expect(ends).toHaveBeenCalledOnce()
    expect(clock.now() - begun).toBe(61 * minute + 2_000)
  })

  it('does not end what has more time left than it slept', () => {
    const ends = vi.fn()
    clock.setTimeout(ends, 10 * minute)
    sleeps(4 * minute)
    machine.increment(6 * minute - 1)
    expect(ends).not.toHaveBeenCalled()
    machine.increment(1)
    expect(ends).toHaveBeenCalledOnce()
  })

  it('takes no time away when the time of day is set back', () => {
    const begun = clock.now()
    sleeps(-60 * minute)
    machine.increment(minute)
    expect(clock.now() - begun).toBe(minute)
  })

  it('is not moved by a time of day that is set right little by little', () => {
    const begun = clock.now()
    for (let time = 0; time < 100; time += 1) {
      sleeps(20_000)
      machine.increment(1_000)
      clock.now()
    }
    expect(clock.now() - begun).toBe(100_000)
  })

  it('ends nothing that was cancelled, however long it waited', () => {
    const ends = vi.fn()
    const timer = clock.setTimeout(ends, 10_000)
    machine.increment(5_000)
    clock.clearTimeout(timer)
    clock.clearTimeout(undefined)
    sleeps(60 * minute)
    machine.increment(minute)
    expect(ends).not.toHaveBeenCalled()
  })
})

it('a steady clock is not moved by a time of day that is set ahead, as one that counts sleep is', () => {
  const [steady, counting] = [steadyClock.now(), systemClock.now()]
  const set = Date.now() + 120_000
  vi.spyOn(Date, 'now').mockReturnValue(set)
  onTestFinished(() => void vi.restoreAllMocks())
  expect(systemClock.now() - counting).toBeGreaterThan(100_000)
  expect(steadyClock.now() - steady).toBeLessThan(100_000)
})

it('after runs once its time has come, unless it is cancelled', () => {
  const clock = new SimulatedClock()
  const run = vi.fn()
  const cancel = after(clock, 100, run)
  after(clock, 100, run)
  cancel()
  clock.increment(99)
  expect(run).not.toHaveBeenCalled()
  clock.increment(1)
  expect(run).toHaveBeenCalledTimes(1)
})

it('every runs again and again, also after an action that threw, until it is ended', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const run = vi.fn()
  const end = every(systemClock, 100, run)
  vi.advanceTimersByTime(250)
  expect(run).toHaveBeenCalledTimes(2)
  run.mockImplementationOnce(() => {
    throw new Error('broken')
  })
  expect(() => vi.advanceTimersByTime(50)).toThrow('broken')
  vi.advanceTimersByTime(100)
  expect(run).toHaveBeenCalledTimes(4)
  end()
  vi.advanceTimersByTime(1_000)
  expect(run).toHaveBeenCalledTimes(4)
})

describe('pause', () => {
  it('ends with its time', async () => {
    const clock = new SimulatedClock()
    const ended = pause(clock, 100)
    clock.increment(100)
    await expect(ended).resolves.toBeUndefined()
  })

  it('ends at once when it is aborted, before or meanwhile, and leaves no timer', async () => {
    const clock = new SimulatedClock()
    const set = vi.spyOn(clock, 'setTimeout')
    const clear = vi.spyOn(clock, 'clearTimeout')
    await pause(clock, 100, AbortSignal.abort())
    expect(set).not.toHaveBeenCalled()
    const stopping = new AbortController()
    const ended = pause(clock, 100, stopping.signal)
    stopping.abort()
    await ended
    expect(clear).toHaveBeenCalledTimes(1)
  })
})

it('within gives what the work gives in time, and nothing of work that takes longer', async () => {
  const clock = new SimulatedClock()
  await expect(within(clock, 100, Promise.resolve('done'))).resolves.toBe('done')
  await expect(within(clock, 100, Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  const late = within(clock, 100, new Promise(() => {}))
  clock.increment(100)
  await expect(late).resolves.toBeUndefined()
})
