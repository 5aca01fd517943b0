import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  calendarDate,
  compareDates,
  datePartOrder,
  localDate,
  monthNames,
} from './calendar-date.ts'

/** True if JavaScript's own calendar has this day, and does not turn it into another one. */
const hasDay = (year: number, month: number, day: number) => {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const anyNumbers = fc.record({
  year: fc.nat(9_999),
  month: fc.integer({ min: -1, max: 14 }),
  day: fc.integer({ min: -1, max: 33 }),
})
const anyDate = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T00:00:00Z'),
  noInvalidDate: true,
})
const dateOf = (moment: Date) => ({
  year: moment.getUTCFullYear(),
  month: moment.getUTCMonth() + 1,
  day: moment.getUTCDate(),
})

describe('a calendar date', () => {
  it('exists exactly where the calendar has such a day', () => {
    fc.assert(
      fc.property(anyNumbers, ({ year, month, day }) => {
        const exists = hasDay(year, month, day)
        expect(calendarDate(year, month, day)).toEqual(exists ? { year, month, day } : undefined)
      }),
    )
  })

  it('is not read from numbers that are no whole ones', () => {
    expect(calendarDate(2_000, 1, 1.5)).toBeUndefined()
    expect(calendarDate(Number.NaN, 1, 1)).toBeUndefined()
  })

  it('comes before another one exactly when its moment does', () => {
    fc.assert(
      fc.property(anyDate, anyDate, (one, other) => {
        const midnight = (moment: Date) => Math.floor(moment.getTime() / 86_400_000)
        expect(Math.sign(compareDates(dateOf(one), dateOf(other)))).toBe(
          Math.sign(midnight(one) - midnight(other)),
        )
      }),
    )
  })

  it('is the same only when year, month and day are', () => {
    const today = { year: 2026, month: 3, day: 1 }
    expect(compareDates(today, { ...today })).toBe(0)
    for (const part of ['year', 'month', 'day'] as const)
      expect(compareDates(today, { ...today, [part]: 7 })).not.toBe(0)
  })

  it('of a moment is the one that clocks on this machine show', () => {
    expect(localDate(new Date(2026, 2, 1, 23, 59))).toEqual({ year: 2026, month: 3, day: 1 })
    expect(localDate(new Date(2026, 2, 1, 0, 0))).toEqual({ year: 2026, month: 3, day: 1 })
  })
})

it('orders the parts of a date as people write them', () => {
  expect(datePartOrder('en')).toEqual(['month', 'day', 'year'])
  expect(datePartOrder('es')).toEqual(['day', 'month', 'year'])
})

it('names the months', () => {
  expect(monthNames('es').at(0)).toBe('enero')
  expect(monthNames('en').at(11)).toBe('December')
})
