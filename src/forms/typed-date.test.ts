import { expect, it } from 'vitest'
import { dateParts, fromDateParts, isTypedDate, padDate } from './typed-date.ts'

it('keeps a date that is only half typed', () => {
  expect(dateParts('1950--')).toEqual({ year: '1950', month: '', day: '' })
  expect(fromDateParts({ year: '', month: '3', day: '' })).toBe('-3-')
  expect(fromDateParts(dateParts(''))).toBe('')
  expect(dateParts('yesterday')).toEqual({ year: '', month: '', day: '' })
  expect(padDate('1950-3-7')).toBe('1950-03-07')
})

it.each([
  ['1880-01-01', true],
  ['2200-12-31', true],
  ['2024-2-29', true],
  ['2023-02-29', false],
  ['1879-12-31', false],
  ['2201-01-01', false],
  ['0024-02-29', false],
  ['1950-3-', false],
  ['', false],
])('%o is a date of the calendar: %s', (text, isOne) => expect(isTypedDate(text)).toBe(isOne))
