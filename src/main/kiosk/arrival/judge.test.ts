import { describe, expect, it } from 'vitest'
import type { ReadVisit } from '../../../contract/readers/arrival-readers.ts'
import { isOfToday, judgeVisits } from './look-up.ts'

const minute = 60_000
const hour = 60 * minute
/** Ten in the morning where this machine stands. */
const now = new Date(2030, 4, 31, 10, 0).getTime()

const visit = (id: number, startsAt: number, more: Partial<ReadVisit> = {}) =>
  ({ id, startsAt, state: 'open', patientId: 5001, locationId: 301, ...more }) as ReadVisit
const judge = (visits: readonly ReadVisit[], confirmed: readonly number[] = []) => {
  const { kind, visits: told } = judgeVisits(visits, {
    locationId: '301',
    now,
    earlyMs: 2 * hour,
    isConfirmed: (id) => confirmed.includes(Number(id)),
  })
  return [kind, ...told.map(({ id }) => id)]
}

const soon = now + 30 * minute
describe('one appointment of today', () => {
  it.each([
    ['in half an hour', visit(1, soon), ['due', 1]],
    ['at the end of what is not too early', visit(1, now + 2 * hour), ['due', 1]],
    ['a minute too early', visit(1, now + 2 * hour + minute), ['early', 1]],
    ['ten minutes ago', visit(1, now - 10 * minute), ['due', 1]],
    ['eleven minutes ago', visit(1, now - 11 * minute), ['late', 1]],
    ['yesterday', visit(1, now - 24 * hour), ['none']],
    ['tomorrow', visit(1, now + 24 * hour), ['none']],
    ['at a location that is not named', visit(1, soon, { locationId: undefined }), ['due', 1]],
    ['at another location', visit(1, soon, { locationId: 302 }), ['elsewhere', 1]],
    ['by video', visit(1, soon, { isTelehealth: true }), ['telehealth', 1]],
    ['cancelled', visit(1, soon, { state: 'cancelled' }), ['cancelled', 1]],
    ['marked', visit(1, soon, { state: 'arrived' }), ['arrived', 1]],
    ['over', visit(1, now - 2 * hour, { state: 'completed' }), ['none']],
    [
      'cancelled at another location',
      visit(1, soon, { locationId: 302, state: 'cancelled' }),
      ['none'],
    ],
  ])('%s', (_, given, expected) => expect(judge([given])).toEqual(expected))

  it('that this kiosk took is arrived, whatever the service says', () => {
    expect(judge([visit(1, soon)], [1])).toEqual(['arrived', 1])
  })
})

describe('several of today', () => {
  it('can be chosen from in their order, whatever else there is', () => {
    const cancelled = visit(3, soon, { state: 'cancelled' })
    expect(judge([visit(2, soon + hour), visit(1, soon), cancelled])).toEqual(['several', 1, 2])
  })

  it('are at most four, those closest to now', () => {
    const many = [-3, -2, -1, 0, 1, 2].map((hours, index) => visit(index, now + hours * hour))
    expect(judge(many)).toEqual(['several', 1, 2, 3, 4])
  })

  it.each([
    ['what is due before what is marked', [visit(1, now, { state: 'arrived' }), visit(2, soon)], 2],
    ['what is due before what is too early', [visit(1, soon), visit(2, now + 6 * hour)], 1],
    [
      'what is due before what is by video',
      [visit(1, now, { isTelehealth: true }), visit(2, soon)],
      2,
    ],
    ['what is due before what is elsewhere', [visit(1, now, { locationId: 3 }), visit(2, soon)], 2],
  ])('%s', (_, visits, expected) => expect(judge(visits)).toEqual(['due', expected]))

  it('say what is marked before what is too early', () => {
    const visits = [visit(1, now - hour, { state: 'arrived' }), visit(2, now + 6 * hour)]
    expect(judge(visits)).toEqual(['arrived', 1])
  })

  it('elsewhere: the one that is still to come', () => {
    const away = { locationId: 302 }
    expect(judge([visit(1, now - hour, away), visit(2, soon, away)])).toEqual(['elsewhere', 2])
  })
})

it('counts two hours around midnight as today', () => {
  const midnight = new Date(2030, 5, 1).getTime()
  expect(isOfToday(midnight - 20 * minute, midnight + 10 * minute)).toBe(true)
  expect(isOfToday(midnight + 20 * minute, midnight - 10 * minute)).toBe(true)
  expect(isOfToday(midnight - 3 * hour, midnight + 10 * minute)).toBe(false)
})
