import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseServiceDate } from './service-date.ts'

describe('a date of the service', () => {
  it.each([
    ['1/5/1990', { year: 1990, month: 1, day: 5 }],
    ['01/05/1990', { year: 1990, month: 1, day: 5 }],
    ['12/31/1899', { year: 1899, month: 12, day: 31 }],
    ['1990-01-05', { year: 1990, month: 1, day: 5 }],
    ['1990-01-05T23:30:00-08:00', { year: 1990, month: 1, day: 5 }],
    ['2/29/2024', { year: 2024, month: 2, day: 29 }],
  ])('%s is read', (text, date) => {
    expect(parseServiceDate(text)).toEqual(date)
  })

  it.each([
    '2/29/2023',
    '13/1/1990',
    '0/1/1990',
    '1990-02-30',
    '1/5/90',
    '5.1.1990',
    '',
    'unknown',
    '1990-1-5',
  ])('%o is no date', (text) => {
    expect(parseServiceDate(text)).toBeUndefined()
  })

  it('is the same day in both formats', () => {
    const range = { min: new Date('1880-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }
    fc.assert(
      fc.property(fc.date(range), (date) => {
        const iso = date.toISOString().slice(0, 10)
        const american = `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`
        expect(parseServiceDate(american)).toEqual(parseServiceDate(iso))
        expect(parseServiceDate(iso)?.day).toBe(date.getUTCDate())
      }),
      { seed: 1 },
    )
  })
})
