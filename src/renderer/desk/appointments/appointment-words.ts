import { m } from '../../../i18n/paraglide/messages.js'
import type {
  AppointmentRow,
  BookingOutcome,
  BusyTimes,
} from '../../../shared/desk/appointments.ts'
import { dateIn, instantIn, shownIn } from '../../../shared/time-zone.ts'
import { getTimeZone, timeWords } from '../kit/words.ts'

/** Checks if an appointment is still to come at `now` (ms since 1970), or its patient is here. */
export function isComing({ state, startsAt }: AppointmentRow, now: number): boolean {
  if (state === 'arrived') return true
  return state === 'open' && startsAt >= startOfDay(now)
}

/** Returns the start of a moment's day at the location. */
function startOfDay(at: number): number {
  return instantIn(getTimeZone(), dateIn(getTimeZone(), at), 0, 0)
}

/** Describes the state of an appointment; an unmarked one is over with its day. */
export function appointmentStateWords(row: AppointmentRow, now: number): string {
  const isPast = row.state === 'open' && !isComing(row, now)
  return m.desk_appointments_is({ state: isPast ? 'past' : row.state })
}

/** Splits a moment into the fields for a day and a time at the location. */
export function fieldsOf(at: number): { readonly day: string; readonly time: string } {
  const [day = '', time = ''] = shownIn(getTimeZone(), at).split(' ')
  return { day, time: time.slice(0, 5) }
}

/** Returns the moment of a day and a time at the location, in ms since 1970; undefined if one is missing. */
export function momentOf(day: string, time: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !/^\d\d:\d\d/.test(time)) return undefined
  if (Number.isNaN(Date.parse(day))) return undefined
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const at = instantIn(getTimeZone(), day, hour, minute)
  return Number.isNaN(at) ? undefined : at
}

/** Writes a time from and to; its beginning alone if no end is known. */
export const timesWords = ({
  startsAt,
  endsAt,
}: Pick<BusyTimes['times'][number], 'startsAt' | 'endsAt'>): string =>
  endsAt === null
    ? timeWords(startsAt)
    : m.desk_appointments_from_to({ from: timeWords(startsAt), to: timeWords(endsAt) })

/** Lists busy times, in words. */
export const busyWords = (times: BusyTimes['times']): string => times.map(timesWords).join(', ')

/** Says in words why a booking did not come about; undefined where it did. `name`: of the practitioner. */
export function againstWords(
  outcome: BookingOutcome,
  what: 'book' | 'move',
  name: string | undefined,
): string | undefined {
  if (outcome === 'done') return undefined
  const known = name === undefined ? 'no' : 'yes'
  return m.desk_appointments_against({ outcome, what, known, name: name ?? '' })
}
