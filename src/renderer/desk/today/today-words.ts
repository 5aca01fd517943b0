import { m } from '../../../i18n/paraglide/messages.js'
import type { FormCounts, TodayRow, TodayState } from '../../../shared/desk/today.ts'
import type { Column } from '../kit/columns.ts'
import { said, timeWords } from '../kit/words.ts'
import { isMissed, minutesLate } from './today-rows.ts'

/** Tells a patient's delay in minutes, and from an hour on in hours and minutes. */
export const lateWords = (minutes: number): string =>
  m.desk_state_late({ hours: Math.floor(minutes / 60), minutes: minutes % 60 })

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

const byText =
  (of: (row: TodayRow) => string | null) =>
  (a: TodayRow, b: TodayRow): number =>
    (of(a) ?? '\uffff').localeCompare(of(b) ?? '\uffff')
const missing = ({ forms }: TodayRow) => (forms ? forms.open + forms.started : 0)
/** States from what the desk must look at first to what is over. */
const urgency: readonly TodayState[] = [
  'needsHelp',
  'arrived',
  'inForms',
  'formsDone',
  'expected',
  'completed',
  'cancelled',
]

function stateCell(row: TodayRow, now: number) {
  const note = row.saidAt === null ? undefined : m.desk_today_said_at({ kiosk: row.saidAt })
  if (isMissed(row, now)) return { text: m.desk_state_absent(), chip: 'weak', note } as const
  const late = minutesLate(row, now)
  if (late > 0) return { text: lateWords(late), chip: 'danger', note } as const
  return { text: m.desk_today_patient_state(row), chip: chips[row.state] ?? 'plain', note } as const
}

/** Returns the columns of the day's list, and facts of one appointment, at `now` (ms since 1970). */
export const todayColumns = (now: number): Column<TodayRow>[] => [
  {
    name: m.desk_today_time(),
    isWhole: true,
    cell: ({ startsAt }) => timeWords(startsAt),
    compare: (a, b) => a.startsAt - b.startsAt,
  },
  {
    name: m.desk_patients_name(),
    only: 'table',
    share: 40,
    cell: ({ patient }) => said(patient, ''),
    compare: byText(({ patient }) => patient),
  },
  {
    name: m.desk_appointments_with(),
    share: 25,
    isMinor: true,
    cell: ({ practitioner }) => said(practitioner),
    compare: byText(({ practitioner }) => practitioner),
  },
  {
    name: m.desk_appointments_type(),
    share: 25,
    isMinor: true,
    cell: ({ type, isTelehealth }) => ({
      ...said(type),
      note: isTelehealth ? m.desk_appointments_video() : undefined,
    }),
    compare: byText(({ type }) => type),
  },
  {
    name: m.desk_packets_title(),
    isWhole: true,
    cell: ({ forms, state }) => formWords(forms, state),
    compare: (a, b) => missing(b) - missing(a),
  },
  {
    name: m.desk_list_state(),
    isWhole: true,
    cell: (row) => stateCell(row, now),
    compare: (a, b) =>
      urgency.indexOf(a.state) - urgency.indexOf(b.state) || a.startsAt - b.startsAt,
  },
]
