import { expect, it } from 'vitest'
import { createSuppressor } from './suppressor.ts'

it('lets each thing through once, until it is begun anew', () => {
  const things = createSuppressor({})
  expect(['a', 'b', 'a', 'b'].map((thing) => things.isNew(thing))).toEqual([
    ...[true, true, false, false],
  ])
  things.forget()
  expect(things.isNew('a')).toBe(true)
})

it('lets no more different things through than it may', () => {
  const things = createSuppressor({ most: 2 })
  expect(['a', 'b', 'c', 'c'].map((thing) => things.isNew(thing))).toEqual([
    ...[true, true, false, false],
  ])
  things.forget()
  expect(things.isNew('c')).toBe(true)
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
