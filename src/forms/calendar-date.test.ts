import { expect, it } from 'vitest'
import { datePartOrder, dateParts, fromDateParts, monthNames, padDate } from './calendar-date.ts'

it('keeps a date that is only half typed', () => {
  expect(dateParts('1950--')).toEqual({ year: '1950', month: '', day: '' })
  expect(fromDateParts({ year: '', month: '3', day: '' })).toBe('-3-')
  expect(fromDateParts(dateParts(''))).toBe('')
  expect(dateParts('yesterday')).toEqual({ year: '', month: '', day: '' })
  expect(padDate('1950-3-7')).toBe('1950-03-07')
})

it('asks in the order of the language', () => {
  expect(datePartOrder('en')).toEqual(['month', 'day', 'year'])
  expect(datePartOrder('es')).toEqual(['day', 'month', 'year'])
})

it('names the months', () => {
  expect(monthNames('es')[0]).toBe('enero')
  expect(monthNames('en')[11]).toBe('December')
})
