import { m } from '../../../i18n/paraglide/messages.js'
import type { FormCounts, TodayState } from '../../../shared/desk/today.ts'

/** Tells a patient's delay in minutes, and from an hour on in hours and minutes. */
export function lateWords(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return m.desk_state_late({ minutes })
  if (rest === 0) return m.desk_state_late_hours({ hours })
  return m.desk_state_late_long({ hours, minutes: rest })
}

/** Tells a patient's progress with the forms; nothing for an appointment that is over. */
export function formWords(forms: FormCounts | null, state: TodayState): string {
  if (state === 'completed' || state === 'cancelled') return '–'
  if (!forms) return m.desk_today_forms_unknown()
  const { open, started, completed } = forms
  const total = open + started + completed
  if (total === 0) return m.desk_today_forms_none()
  if (completed === total) return m.desk_today_forms_done()
  return m.desk_today_forms_some({ completed, total })
}
