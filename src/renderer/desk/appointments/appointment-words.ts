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
  const zone = getTimeZone()
  return state === 'open' && startsAt >= instantIn(zone, dateIn(zone, now), 0, 0)
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
  // A year that is being typed begins with zeros.
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(day) || !/^\d\d:\d\d/.test(time)) return undefined
  if (Number.isNaN(Date.parse(day))) return undefined
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const at = instantIn(getTimeZone(), day, hour, minute)
  return Number.isNaN(at) ? undefined : at
}

type BusyTime = BusyTimes['times'][number]

/** Writes a time from and to; its beginning alone if no end is known. */
export function timesWords({ startsAt, endsAt }: Pick<BusyTime, 'startsAt' | 'endsAt'>): string {
  const from = timeWords(startsAt)
  return endsAt === null ? from : m.desk_appointments_from_to({ from, to: timeWords(endsAt) })
}

/** Writes a busy time, with what is on then. */
export const busyWords = (time: BusyTime): string =>
  [timesWords(time), time.type].filter(Boolean).join(' · ')

const minuteMs = 60_000
/** Minutes of an appointment whose length is not known, and between two offered times of short ones. */
const usualMinutes = 15
/** Hours within which times are offered; the day's own list may reach further. The contract has no opening hours. */
const openHours = [8, 17] as const

/** Checks if an appointment of so many minutes from a moment on would meet a busy time. */
export const meets = (at: number, minutes: number, { startsAt, endsAt }: BusyTime): boolean =>
  startsAt < at + minutes * minuteMs && at < (endsAt ?? startsAt + usualMinutes * minuteMs)

/** Lists free times of a day, in ms since 1970. `day`: any moment of it; `others`: all of the day's appointments here. */
export function freeTimes(
  day: number,
  busy: readonly BusyTime[],
  of: { readonly others: readonly BusyTime[]; readonly minutes: number | null; now: number },
): number[] {
  const length = of.minutes ?? usualMinutes
  const zone = getTimeZone()
  const hour = (at: number) => instantIn(zone, dateIn(zone, day), at, 0)
  const hours = of.others.map(({ startsAt }) => Number(shownIn(zone, startsAt).slice(11, 13)))
  const first = hour(Math.min(openHours[0], ...hours))
  const last = hour(Math.max(openHours[1], ...hours.map((each) => each + 1)))
  const step = (length > 20 ? 30 : usualMinutes) * minuteMs
  const all = Array.from({ length: Math.ceil((last - first) / step) }, (_, at) => first + at * step)
  return all.filter(
    (at) =>
      at > of.now &&
      at + length * minuteMs <= last &&
      !busy.some((each) => meets(at, length, each)),
  )
}

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
