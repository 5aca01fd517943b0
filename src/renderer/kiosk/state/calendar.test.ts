import { describe, expect, it } from 'vitest'
import { dateInWords, isWholeMonth, monthFrom, monthLabels, timeInWords } from './calendar.ts'

it('names the months with a capital letter', () => {
  expect(monthLabels('en').at(0)).toBe('January')
  expect(monthLabels('es').at(-1)).toBe('Diciembre')
})

it('writes a due date in words, and leaves alone what is no date', () => {
  expect(dateInWords('2026-03-01', 'en')).toBe('March 1, 2026')
  expect(dateInWords('2026-03-01', 'es')).toBe('1 de marzo de 2026')
  expect(dateInWords('soon', 'en')).toBe('soon')
})

it('says a time as the language does, and leaves alone what is none', () => {
  expect(timeInWords('13:05', 'en')).toBe('1:05\u00a0PM')
  expect(timeInWords('13:05', 'es')).toBe('13:05')
  expect(timeInWords('noon', 'en')).toBe('noon')
})

describe('monthFrom', () => {
  it.each([
    ['3', 3],
    ['03', 3],
    ['12', 12],
    ['March', 3],
    [' mar', 3],
    ['JUN', 6],
  ])('takes %j for month %i', (text, month) => expect(monthFrom(text, 'en')).toBe(month))

  it.each(['', '0', '13', 'ju', 'x', '3a'])('takes %j for none', (text) => {
    expect(monthFrom(text, 'en')).toBeNull()
  })

  it('reads the names of the language', () => {
    expect(monthFrom('ene', 'es')).toBe(1)
    expect(monthFrom('jan', 'es')).toBeNull()
  })
})

it('knows a month to be whole once no key could make another of it', () => {
  expect(isWholeMonth('1', 'en')).toBe(false)
  expect(isWholeMonth('2', 'en')).toBe(true)
  expect(isWholeMonth('10', 'en')).toBe(true)
  expect(isWholeMonth('0', 'en')).toBe(false)
  expect(isWholeMonth('ma', 'en')).toBe(false)
})
