import { describe, expect, it } from 'vitest'
import type { TodayRow } from '../../../shared/desk/today.ts'
import { choicesOf, fitting, isHere, minutesLate, noFilter } from './today-rows.ts'

const startsAt = Date.UTC(2030, 4, 31, 9, 0)
const row = (changes: Partial<TodayRow> = {}): TodayRow => ({
  appointment: 'appointment-1',
  startsAt,
  patient: 'José Ruiz-Peña',
  practitioner: 'Dr. Chen',
  type: 'Check-up',
  isTelehealth: false,
  state: 'expected',
  saidAt: null,
  forms: null,
  ...changes,
})
const rows = [
  row(),
  row({ patient: 'Mary Ann Lee', practitioner: 'Dr. Bell', type: 'Vaccine' }),
  row({ patient: null, practitioner: null, type: null }),
]
const found = (filter: Partial<typeof noFilter>) =>
  fitting(rows, { ...noFilter, ...filter }).map(({ patient }) => patient)

describe('the list is narrowed', () => {
  it.each([
    ['jose', ['José Ruiz-Peña']],
    ['PEN', ['José Ruiz-Peña']],
    ['lee mary', ['Mary Ann Lee']],
    ['  ', ['José Ruiz-Peña', 'Mary Ann Lee', null]],
    ['osé', []],
    ['mary ruiz', []],
  ])('by the search %j to %j', (search, expected) => {
    expect(found({ search })).toEqual(expected)
  })

  it('by practitioner and type, and by both', () => {
    expect(found({ practitioner: 'Dr. Bell' })).toEqual(['Mary Ann Lee'])
    expect(found({ type: 'Check-up' })).toEqual(['José Ruiz-Peña'])
    expect(found({ type: 'Check-up', practitioner: 'Dr. Bell' })).toEqual([])
  })
})

it('offers each practitioner and type once, by the alphabet', () => {
  expect(choicesOf([...rows, ...rows], 'practitioner')).toEqual(['Dr. Bell', 'Dr. Chen'])
  expect(choicesOf(rows, 'type')).toEqual(['Check-up', 'Vaccine'])
})

describe('a patient', () => {
  it.each([
    [{}, 59_999, 0],
    [{}, 60_000, 1],
    [{}, 45.5 * 60_000, 45],
    [{}, -60_000, 0],
    [{ isTelehealth: true }, 60 * 60_000, 0],
    [{ state: 'arrived' as const }, 60 * 60_000, 0],
    [{ state: 'cancelled' as const }, 60 * 60_000, 0],
  ])('of %j is, %d ms after the start, %d minutes late', (changes, after, minutes) => {
    expect(minutesLate(row(changes), startsAt + after)).toBe(minutes)
  })

  it.each(['arrived', 'inForms', 'formsDone', 'needsHelp'] as const)('who %s is here', (state) => {
    expect(isHere(row({ state }))).toBe(true)
  })
  it.each(['expected', 'completed', 'cancelled'] as const)('who is %s is not here', (state) => {
    expect(isHere(row({ state }))).toBe(false)
  })
})
