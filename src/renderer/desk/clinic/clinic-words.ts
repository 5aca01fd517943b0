import { m } from '../../../i18n/paraglide/messages.js'
import type { TemplateRow } from '../../../shared/desk/clinic.ts'
import { errorWords, refusalOf } from '../kit/use-desk.svelte.ts'

/** Explains a failed change and the next step; '' for no error. An unanswered change may have happened all the same. */
export function changeWords(error: unknown): string {
  const kind = refusalOf(error)?.kind
  if (kind === undefined) return ''
  if (kind === 'offline') return m.desk_clinic_in_doubt()
  return kind === 'refusedByService' ? m.desk_clinic_refused() : errorWords(error)
}

/** Tells if the patient or staff fill a form in, and if it is used at all. */
export function templateNote({ isActive, isStaffOnly }: TemplateRow): string {
  if (!isActive) return m.desk_clinic_inactive()
  return isStaffOnly ? m.desk_clinic_staff_only() : m.desk_clinic_for_patients()
}

/** Tells if a part of the clinic is in use. */
export const useWords = ({ isActive }: { readonly isActive: boolean }): string =>
  isActive ? m.desk_clinic_active() : m.desk_clinic_inactive()
