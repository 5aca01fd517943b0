import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Answers } from '../../forms/model.ts'
import { err, ok } from '../../shared/result.ts'
import { type KeeperState, AnswerKeeper } from './answer-keeper.ts'
import type { ServiceError } from './service.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Creates a keeper beside a service that answers with the given errors, one a call, and then takes everything. */
function keeperWith(...errors: ServiceError[]) {
  const kept: Record<string, unknown> = {}
  const calls: Answers[] = []
  const states: KeeperState[] = []
  const save = vi.fn((_formId: number, answers: Answers, _leaving?: boolean) => {
    calls.push(answers)
    const error = errors.shift()
    if (!error) Object.assign(kept, answers)
    return Promise.resolve(error ? err(error) : ok(null))
  })
  const keeper = new AnswerKeeper(save, (state) => states.push(state))
  return { keeper, kept, calls, states, save }
}

describe('AnswerKeeper', () => {
  it('waits for a pause in typing, then saves once', async () => {
    const { keeper, calls, states } = keeperWith()
    for (const text of ['A', 'An', 'Ana']) {
      keeper.put(1, 1, text)
      await vi.advanceTimersByTimeAsync(300)
    }
    expect(calls).toEqual([])
    await vi.advanceTimersByTimeAsync(300)
    expect(calls).toEqual([{ '1': 'Ana' }])
    expect(states.at(-1)).toBe('saved')
  })

  it('saves at once when told to, and says when there is nothing left', async () => {
    const { keeper, calls } = keeperWith()
    keeper.put(1, 1, 'Ana')
    expect(await keeper.flush()).toBe(true)
    expect(calls).toEqual([{ '1': 'Ana' }])
    expect(await keeper.flush()).toBe(true)
    expect(calls).toHaveLength(1)
  })

  it('tries again while the service cannot be reached, and loses nothing', async () => {
    const away = { kind: 'unreachable' } as const
    const { keeper, kept, states } = keeperWith(away, away, away)
    keeper.put(1, 1, 'Ana')
    keeper.put(1, 2, 'x')
    expect(await keeper.flush()).toBe(false)
    expect(states.at(-1)).toBe('waiting')
    keeper.put(1, 2, 'y')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(kept).toEqual({ '1': 'Ana', '2': 'y' })
    expect(states.at(-1)).toBe('saved')
  })

  it('sends what is typed during a save with the next one, in order', async () => {
    const { keeper, calls, save } = keeperWith()
    const take = save.getMockImplementation()!
    let finish = () => {}
    save.mockImplementationOnce(async (...sent) => {
      await new Promise<void>((resolve) => (finish = resolve))
      return take(...sent)
    })
    keeper.put(1, 1, 'first')
    const first = keeper.flush()
    keeper.put(1, 1, 'second')
    const second = keeper.flush()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(save).toHaveBeenCalledOnce()
    finish()
    await first
    expect(await second).toBe(true)
    expect(calls).toEqual([{ '1': 'first' }, { '1': 'second' }])
  })

  it('says to nobody that all is saved while another save of it is under way', async () => {
    const away = { kind: 'unreachable' } as const
    const { keeper } = keeperWith(away, away, away)
    keeper.put(1, 1, 'Ana')
    expect(await Promise.all([keeper.flush(), keeper.flush(), keeper.flush()])).toEqual([
      ...[false, false, false],
    ])
  })

  it('gives up on an answer that the service refuses, and says so', async () => {
    const { keeper, states, calls } = keeperWith({ kind: 'alreadySubmitted' })
    keeper.put(1, 1, 'Ana')
    expect(await keeper.flush()).toBe(false)
    expect(states.at(-1)).toBe('refused')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(calls).toHaveLength(1)
  })

  it('sends the rest when the page is closed', () => {
    const { keeper, save } = keeperWith()
    keeper.put(1, 1, 'Ana')
    keeper.leave()
    expect(save).toHaveBeenCalledWith(1, { '1': 'Ana' }, true)
  })
})
