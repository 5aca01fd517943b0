import { m } from '../../../i18n/paraglide/messages.js'
import type {
  AppointmentRow,
  BookingOutcome,
  BusyTimes,
} from '../../../shared/desk/appointments.ts'
import { timeWords } from '../kit/words.ts'

/** Checks if an appointment is still to come at `now` (ms since 1970), or its patient is here. */
export function isComing({ state, startsAt }: AppointmentRow, now: number): boolean {
  if (state === 'arrived') return true
  return state === 'open' && startsAt >= startOfDay(now)
}

/** Returns the start of a moment's day, by this machine's calendar. */
function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0)
}

/** Describes the state of an appointment; an unmarked one is over with its day. */
export function appointmentStateWords(row: AppointmentRow, now: number): string {
  const isPast = row.state === 'open' && !isComing(row, now)
  return m.desk_appointments_is({ state: isPast ? 'past' : row.state })
}

/** Splits a moment into the fields for a day and a time. */
export function fieldsOf(at: number): { readonly day: string; readonly time: string } {
  const moment = new Date(at)
  const two = (part: number) => String(part).padStart(2, '0')
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-')
  return { day, time: `${two(moment.getHours())}:${two(moment.getMinutes())}` }
}

/** Returns the moment of a day and a time of this machine, in ms since 1970; undefined if one is missing. */
export function momentOf(day: string, time: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !/^\d\d:\d\d/.test(time)) return undefined
  const at = new Date(`${day}T${time.slice(0, 5)}:00`).getTime()
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
