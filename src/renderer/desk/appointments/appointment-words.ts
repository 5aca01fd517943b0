import { m } from '../../../i18n/paraglide/messages.js'
import type {
  AppointmentRow,
  BookingOutcome,
  BusyTimes,
} from '../../../shared/desk/appointments.ts'
import type { Locale } from '../../../shared/locale.ts'
import { timeWords } from '../components/time-words.ts'

/** Whether an appointment is still to come at `now` (ms since 1970), or its patient is here. */
export function isComing({ state, startsAt }: AppointmentRow, now: number): boolean {
  if (state === 'arrived') return true
  return state === 'open' && startsAt >= startOfDay(now)
}

/** The first moment of the day that holds a moment, by this machine's calendar. */
function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0)
}

const states = {
  open: m.desk_appointments_state_open,
  arrived: m.desk_appointments_state_arrived,
  completed: m.desk_appointments_state_completed,
  cancelled: m.desk_appointments_state_cancelled,
} as const
/** How an appointment stands; one that nobody marked is over with its day. */
export function appointmentStateWords(row: AppointmentRow, now: number, locale: Locale): string {
  if (row.state === 'open' && !isComing(row, now))
    return m.desk_appointments_state_past({}, { locale })
  return states[row.state]({}, { locale })
}

/** Day and time of a moment, as this machine's clock shows it. */
export function momentWords(at: number, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, {
    ...{ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit' },
  }).format(at)
}

/** A moment as the fields for a day and a time have it. */
export function fieldsOf(at: number): { readonly day: string; readonly time: string } {
  const moment = new Date(at)
  const two = (part: number) => String(part).padStart(2, '0')
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-')
  return { day, time: `${two(moment.getHours())}:${two(moment.getMinutes())}` }
}

/** The moment of a day and a time of this machine, in ms since 1970; undefined where one of them is missing. */
export function momentOf(day: string, time: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !/^\d\d:\d\d/.test(time)) return undefined
  const at = new Date(`${day}T${time.slice(0, 5)}:00`).getTime()
  return Number.isNaN(at) ? undefined : at
}

/** When somebody is busy, each as from and to. */
export function busyWords(times: BusyTimes['times'], locale: Locale): string {
  return times
    .map(({ startsAt, endsAt }) =>
      endsAt === null
        ? timeWords(startsAt, locale)
        : m.desk_appointments_from_to(
            { from: timeWords(startsAt, locale), to: timeWords(endsAt, locale) },
            { locale },
          ),
    )
    .join(', ')
}

/** What stands against a booking, in words; undefined where nothing does. `name`: of the practitioner. */
export function againstWords(
  outcome: BookingOutcome,
  what: 'book' | 'move',
  name: string | undefined,
  locale: Locale,
): string | undefined {
  switch (outcome) {
    case 'done':
      return undefined
    case 'already':
      return what === 'book'
        ? m.desk_appointments_already_book({}, { locale })
        : m.desk_appointments_already_move({}, { locale })
    case 'taken':
      return name === undefined
        ? m.desk_appointments_taken_someone({}, { locale })
        : m.desk_appointments_taken({ name }, { locale })
    case 'past':
      return m.desk_appointments_over({}, { locale })
    case 'inDoubt':
      return m.desk_appointments_in_doubt({}, { locale })
  }
}
