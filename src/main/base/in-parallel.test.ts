import { expect, it } from 'vitest'
import { inParallel } from './in-parallel.ts'

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
