import { describe, expect, it } from 'vitest'
import { err, ok } from '../../../shared/result.ts'
import { parseDateOfBirth } from './date-of-birth.ts'

const today = { year: 2026, month: 3, day: 1 }
const parse = (year: string, month: string, day: string) =>
  parseDateOfBirth({ year, month, day }, today)

describe('a typed date of birth', () => {
  it.each([
    ['1984', '2', '29', { year: 1984, month: 2, day: 29 }],
    ['2000', '02', '29', { year: 2000, month: 2, day: 29 }],
    ['2026', '03', '01', today],
    ['1896', '12', '31', { year: 1896, month: 12, day: 31 }],
  ])('%s-%s-%s is a date', (year, month, day, date) => {
    expect(parse(year, month, day)).toEqual(ok(date))
  })

  it.each([
    ['1985', '2', '29', 'not a leap year'],
    ['1900', '2', '29', 'not a leap year either'],
    ['1984', '13', '1', 'no such month'],
    ['1984', '0', '10', 'no such month'],
    ['1984', '4', '31', 'no such day'],
    ['1984', '4', '0', 'no such day'],
    ['84', '4', '3', 'a year has four digits'],
    ['', '', '', 'nothing'],
    ['1984', '4', '-3', 'no number'],
    ['2026', '3', '2', 'tomorrow'],
    ['2027', '1', '1', 'next year'],
    ['1895', '1', '1', 'too long ago'],
  ])('%s-%s-%s is none: %s', (year, month, day) => {
    expect(parse(year, month, day)).toEqual(err('notADate'))
  })
})
