import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { SimulatedClock } from 'xstate'
import { systemClock } from './clock.ts'
import { after, every, pause, within } from './timers.ts'

describe('after', () => {
  it('runs once its time has come, unless it is cancelled', () => {
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
})

describe('every', () => {
  it('runs again and again, also after an action that threw, until it is ended', () => {
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

describe('within', () => {
  it('gives what the work gives in time, and nothing of work that takes longer', async () => {
    const clock = new SimulatedClock()
    await expect(within(clock, 100, Promise.resolve('done'))).resolves.toBe('done')
    await expect(within(clock, 100, Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    const late = within(clock, 100, new Promise(() => {}))
    clock.increment(100)
    await expect(late).resolves.toBeUndefined()
  })
})
