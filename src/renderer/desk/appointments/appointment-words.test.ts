import { describe, expect, it, onTestFinished } from 'vitest'
import type { AppointmentState } from '../../../shared/desk/appointments.ts'
import { overwriteTimeZone, timeWords } from '../kit/words.ts'
import {
  appointmentStateWords,
  freeTimes,
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
    ['0203-12-07', '09:30'],
  ])('is none of %j and %j', (day, time) => expect(momentOf(day, time)).toBeUndefined())
})

it('offers the free times of a day, each long enough, and none that is over', () => {
  const at = (hour: number, minute = 0) => new Date(2026, 2, 4, hour, minute).getTime()
  const busy = (startsAt: number, endsAt: number | null) => ({
    startsAt,
    endsAt,
    practitioner: 'practitioner-1',
    type: null,
  })
  const own = [busy(at(8), at(16)), busy(at(16, 30), null)]
  const free = (minutes: number | null, now = 0, others = own) =>
    freeTimes(at(12), own, { others, minutes, now })
  expect(free(15)).toEqual([at(16), at(16, 15), at(16, 45)])
  expect(free(30)).toEqual([at(16)])
  expect(free(60)).toEqual([])
  expect(free(null, at(16, 10))).toEqual([at(16, 15), at(16, 45)])
  // Somebody works later than usual here.
  expect(free(60, 0, [...own, busy(at(18), null)])).toEqual([at(17), at(17, 30), at(18)])
})

it('offers them in the hours of the location, wherever the desk stands', () => {
  onTestFinished(() => overwriteTimeZone(() => undefined))
  const times = ['Pacific/Auckland', 'America/New_York'].map((zone) => {
    overwriteTimeZone(() => zone)
    const all = freeTimes(momentOf('2026-03-04', '12:00')!, [], { others: [], minutes: 30, now: 0 })
    return [all[0]!, all.at(-1)!].map(fieldsOf)
  })
  const day = '2026-03-04'
  const hours = [
    { day, time: '08:00' },
    { day, time: '16:30' },
  ]
  expect(times).toEqual([hours, hours])
})
