import { describe, expect, it } from 'vitest'
import type { TodayRow } from '../../../shared/desk/today.ts'
import {
  choicesOf,
  firstDue,
  fitting,
  isOf,
  isOver,
  minutesLate,
  nextReadMs,
  noFilter,
  stepOf,
} from './today-rows.ts'

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
  fitting(rows, { ...noFilter, ...filter }, startsAt).map(({ patient }) => patient)

describe('the list is narrowed', () => {
  it.each([
    ['jose', ['José Ruiz-Peña']],
    ['PEN', ['José Ruiz-Peña']],
    ['lee mary', ['Mary Ann Lee']],
    ['  ', ['José Ruiz-Peña', 'Mary Ann Lee', null]],
    ['osé', []],
    ['mary ruiz', []],
  ])('by the search %j to %j', (search, expected) => expect(found({ search })).toEqual(expected))

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

it.each([
  [{}, 59_999, 0],
  [{}, 60_000, 1],
  [{}, 45.5 * 60_000, 45],
  [{}, -60_000, 0],
  [{ isTelehealth: true }, 60 * 60_000, 0],
  [{ state: 'arrived' as const }, 60 * 60_000, 0],
  [{ state: 'cancelled' as const }, 60 * 60_000, 0],
])('a patient of %j is, %d ms after the start, %d minutes late', (changes, after, minutes) => {
  expect(minutesLate(row(changes), startsAt + after)).toBe(minutes)
})

const hour = 60 * 60_000
const forms = { open: 1, started: 0, completed: 2 }

it.each([
  [{ state: 'completed' }, 0, true],
  [{ state: 'cancelled' }, -hour, true],
  [{ state: 'expected' }, 2 * hour - 1, false],
  [{ state: 'expected' }, 2 * hour, true],
  [{ state: 'expected', isTelehealth: true }, 2 * hour, true],
  [{ state: 'arrived' }, 9 * hour, false],
  [{ state: 'needsHelp' }, 9 * hour, false],
] as const)(
  'an appointment that is %j, %d ms after its start, is over: %s',
  (changes, after, expected) => expect(isOver(row(changes), startsAt + after)).toBe(expected),
)

it.each([
  ['late', { state: 'expected' }, true],
  ['late', { state: 'arrived' }, false],
  ['here', { state: 'formsDone' }, true],
  ['here', { state: 'completed' }, false],
  ['formsMissing', { state: 'expected', forms }, true],
  ['formsMissing', { state: 'completed', forms }, false],
  ['formsMissing', { state: 'expected', forms: { ...forms, open: 0 } }, false],
  ['formsMissing', { state: 'expected' }, false],
  ['needsHelp', { state: 'needsHelp' }, true],
  ['needsHelp', { state: 'arrived' }, false],
] as const)('the part %s has one of %j: %s', (part, changes, expected) => {
  expect(isOf(part, row(changes), startsAt + hour)).toBe(expected)
})

it.each([
  [{ state: 'expected' }, 'arrive'],
  [{ state: 'expected', isTelehealth: true }, undefined],
  [{ state: 'arrived', forms }, 'forms'],
  [{ state: 'inForms', forms: { open: 0, started: 1, completed: 0 } }, 'forms'],
  [{ state: 'arrived' }, undefined],
  [{ state: 'formsDone', forms: { open: 0, started: 0, completed: 2 } }, undefined],
  [{ state: 'needsHelp', forms }, 'help'],
  [{ state: 'cancelled', forms }, undefined],
] as const)('the next step for one of %j is %s', (changes, expected) => {
  expect(stepOf(row(changes))).toBe(expected)
})

describe('the desk begins', () => {
  const at = (minutes: number, changes: Partial<TodayRow> = {}) =>
    row({
      appointment: `appointment-${minutes}`,
      startsAt: startsAt + minutes * 60_000,
      ...changes,
    })
  const begins = (...day: readonly TodayRow[]) => firstDue(day, startsAt + 150 * 60_000)?.startsAt

  it('at the first who is due, not at one long over, here, or by video', () => {
    const day = [
      at(0),
      at(40, { state: 'arrived' }),
      at(50, { isTelehealth: true }),
      at(60),
      at(160),
    ]
    expect(begins(...day)).toBe(at(60).startsAt)
  })
  it('else at what comes next', () => {
    const day = [at(0), at(140, { state: 'arrived' }), at(160, { isTelehealth: true })]
    expect(begins(...day)).toBe(at(160).startsAt)
    expect(begins(at(0))).toBeUndefined()
  })
})

it.each([
  [1_200, 1, true, null],
  [10_000, 500, true, null],
  [20_000, 1, false, null],
  [20_000, 1, true, new Error('offline')],
])('is read again after %i ms: %i rows, used: %s, failure: %s', (ms, count, isUsed, error) => {
  const data = { rows: Array.from({ length: count }, () => row()), readAt: 0 }
  expect(nextReadMs({ state: { data, error } }, isUsed)).toBe(ms)
})
