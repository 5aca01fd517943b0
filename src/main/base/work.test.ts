import { describe, expect, it } from 'vitest'
import { createSequencer } from './sequencer.ts'
import { createSuppressor } from './suppressor.ts'
import { createCallCount, inParallel } from './work.ts'

it('counts each call until it is settled, whichever way', async () => {
  const waiting: { resolve: (value: string) => void; reject: (error: Error) => void }[] = []
  const count = createCallCount()
  const ask = (question: string) =>
    count.counted(
      () =>
        new Promise<string>((resolve, reject) => {
          waiting.push({ resolve: (answer) => resolve(question + answer), reject })
        }),
    )
  expect(count.isCalling()).toBe(false)
  const first = ask('one ')
  const second = ask('two ')
  expect(count.isCalling()).toBe(true)
  waiting[0]?.resolve('answer')
  expect(await first).toBe('one answer')
  expect(count.isCalling()).toBe(true)
  waiting[1]?.reject(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  expect(count.isCalling()).toBe(false)
})

describe('in parallel', () => {
  it('gives the values in the order of the items, with at most so many under way', async () => {
    let underWay = 0
    let most = 0
    const ends: (() => void)[] = []
    const done = inParallel([5, 6, 7, 8, 9], 2, async (item) => {
      most = Math.max(most, ++underWay)
      await new Promise<void>((resolve) => ends.push(resolve))
      underWay -= 1
      return item * 2
    })
    // The later of two ends first.
    for (let ended = 0; ended < 5; ended += 1) {
      await expect.poll(() => ends.length).toBeGreaterThan(0)
      ends.pop()?.()
    }
    expect(await done).toEqual([10, 12, 14, 16, 18])
    expect(most).toBe(2)
  })

  it('fails with the first failure, and begins nothing for no items', async () => {
    const failing = inParallel([1, 2], 2, (item) =>
      item === 2 ? Promise.reject(new Error('second')) : Promise.resolve(item),
    )
    await expect(failing).rejects.toThrow('second')
    expect(await inParallel([], 3, () => Promise.resolve(1))).toEqual([])
  })
})

it('a sequencer does one piece of work after the other, also after one that failed', async () => {
  const inSequence = createSequencer()
  const steps: string[] = []
  const failing = inSequence(() => {
    steps.push('first')
    return Promise.reject(new Error('broken'))
  })
  const next = inSequence(() => {
    steps.push('second')
    return Promise.resolve()
  })
  await expect(failing).rejects.toThrow('broken')
  await expect(next).resolves.toBeUndefined()
  expect(steps).toEqual(['first', 'second'])
})

describe('a suppressor', () => {
  it.each([
    ['each thing through once', {}, 'abab'],
    ['no more different things through than it may', { most: 2 }, 'abcc'],
  ])('lets %s, until it is begun anew', (_, options, tried) => {
    const things = createSuppressor(options)
    expect(Array.from(tried, (thing) => things.isNew(thing))).toEqual([true, true, false, false])
    things.forget()
    expect(things.isNew(tried[2])).toBe(true)
  })

  it('lets a thing through again once its quiet time is over, counted from when it was let through', () => {
    let now = 0
    const things = createSuppressor({ quietMs: 100, now: () => now })
    expect(things.isNew()).toBe(true)
    now = 99
    expect(things.isNew()).toBe(false)
    expect(things.isNew('another')).toBe(true)
    now = 100
    expect(things.isNew()).toBe(true)
    expect(things.isNew('another')).toBe(false)
  })
})
