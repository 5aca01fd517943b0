import { describe, expect, it, onTestFinished } from 'vitest'
import type { AppointmentState } from '../../../shared/desk/appointments.ts'
import { overwriteTimeZone, timeWords } from '../kit/words.ts'
import {
  againstWords,
  appointmentStateWords,
  busyWords,
  fieldsOf,
  isComing,
  momentOf,
} from './appointment-words.ts'

const now = new Date(2030, 4, 31, 12, 0).getTime()
const hour = 60 * 60_000
const row = (state: AppointmentState, startsAt: number) => ({
  visit: 'visit-1',
  today: null,
  practitioner: null,
  type: null,
  isTelehealth: false,
  state,
  startsAt,
  saidAt: null,
})

it.each([
  ['open', now + 24 * hour, true, 'Expected'],
  // This morning's appointment: a late patient may still come.
  ['open', now - 2 * hour, true, 'Expected'],
  ['open', now - 24 * hour, false, 'Over'],
  ['arrived', now - 24 * hour, true, 'Arrived'],
  ['completed', now - hour, false, 'Seen'],
  ['cancelled', now + hour, false, 'Cancelled'],
] as const)('an appointment that is %s at %i is coming: %s', (state, startsAt, coming, words) => {
  expect(isComing(row(state, startsAt), now)).toBe(coming)
  expect(appointmentStateWords(row(state, startsAt), now)).toBe(words)
})

describe('a moment', () => {
  it('is the same after it was written into its fields', () => {
    const { day, time } = fieldsOf(now)
    expect({ day, time }).toEqual({ day: '2030-05-31', time: '12:00' })
    expect(momentOf(day, time)).toBe(now)
  })

  it('is written and read at the location, not where this machine stands', () => {
    overwriteTimeZone(() => 'Pacific/Auckland')
    onTestFinished(() => overwriteTimeZone(() => undefined))
    const at = Date.UTC(2030, 4, 31, 21, 30)
    expect(fieldsOf(at)).toEqual({ day: '2030-06-01', time: '09:30' })
    expect(momentOf('2030-06-01', '09:30')).toBe(at)
    expect(timeWords(at).replaceAll('\u202f', ' ')).toBe('9:30 AM')
    const yesterday = Date.UTC(2030, 4, 31, 11, 30)
    expect([isComing(row('open', yesterday), at), isComing(row('open', at - hour), at)]).toEqual([
      false,
      true,
    ])
  })

  it.each([
    ['', '10:00'],
    ['2030-05-31', ''],
    ['2030-13-45', '10:00'],
  ])('is none of %j and %j', (day, time) => {
    expect(momentOf(day, time)).toBeUndefined()
  })
})

it('tells when somebody is busy', () => {
  const times = [
    { startsAt: now, endsAt: now + hour, practitioner: null },
    { startsAt: now + 2 * hour, endsAt: null, practitioner: null },
  ]
  expect(busyWords(times).replaceAll('\u202f', ' ')).toBe('12:00 PM to 1:00 PM, 2:00 PM')
})

it.each([
  ['done', undefined],
  ['taken', 'Dr. Chen is with someone else at that time. Please choose another time.'],
  ['past', 'That time is over. Please choose a later one.'],
  ['already', 'The patient already has this appointment.'],
  ['inDoubt', expect.stringContaining('The service did not answer, so it is not sure')],
] as const)('says what stands against what is %s', (outcome, words) => {
  expect(againstWords(outcome, 'book', 'Dr. Chen')).toEqual(words)
})
