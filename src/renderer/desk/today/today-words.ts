import { m } from '../../../i18n/paraglide/messages.js'
import type { FormCounts, TodayRow, TodayState } from '../../../shared/desk/today.ts'
import type { Column } from '../kit/columns.ts'
import { said, timeWords } from '../kit/words.ts'
import { minutesLate } from './today-rows.ts'

/** Tells a patient's delay in minutes, and from an hour on in hours and minutes. */
export function lateWords(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return m.desk_state_late({ minutes })
  if (rest === 0) return m.desk_state_late_hours({ hours })
  return m.desk_state_late_long({ hours, minutes: rest })
}

/** Tells a patient's progress with the forms; nothing for an appointment that is over. */
function formWords(forms: FormCounts | null, state: TodayState): string {
  if (state === 'completed' || state === 'cancelled') return '–'
  if (!forms) return m.desk_today_forms_unknown()
  const { open, started, completed } = forms
  const total = open + started + completed
  if (total === 0) return m.desk_today_forms_none()
  if (completed === total) return m.desk_today_forms_done()
  return m.desk_today_forms_some({ completed, total })
}

const chips: Readonly<Partial<Record<TodayState, 'busy' | 'done' | 'danger'>>> = {
  arrived: 'busy',
  inForms: 'busy',
  formsDone: 'done',
  needsHelp: 'danger',
}

/** Returns the columns of the day's list, and facts of one appointment, at `now` (ms since 1970). */
export const todayColumns = (now: number): Column<TodayRow>[] => [
  { name: m.desk_today_time(), isWhole: true, cell: ({ startsAt }) => timeWords(startsAt) },
  { name: m.desk_patients_name(), only: 'table', cell: ({ patient }) => said(patient, '') },
  { name: m.desk_appointments_with(), cell: ({ practitioner }) => said(practitioner) },
  {
    name: m.desk_appointments_type(),
    cell: ({ type, isTelehealth }) => ({
      ...said(type),
      note: isTelehealth ? m.desk_appointments_video() : undefined,
    }),
  },
  { name: m.desk_packets_title(), cell: ({ forms, state }) => formWords(forms, state) },
  {
    name: m.desk_list_state(),
    cell(row) {
      const late = minutesLate(row, now)
      return {
        text: late > 0 ? lateWords(late) : m.desk_today_patient_state(row),
        chip: late > 0 ? 'danger' : (chips[row.state] ?? 'plain'),
        note: row.saidAt === null ? undefined : m.desk_today_said_at({ kiosk: row.saidAt }),
      }
    },
  },
]
