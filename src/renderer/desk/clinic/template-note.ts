import { m } from '../../../i18n/paraglide/messages.js'
import type { TemplateRow } from '../../../shared/desk/clinic.ts'
import type { Locale } from '../../../shared/locale.ts'

/** Who fills a form in, and whether it is used at all. */
export function templateNote({ isActive, isStaffOnly }: TemplateRow, locale: Locale): string {
  if (!isActive) return m.desk_clinic_inactive({}, { locale })
  return isStaffOnly
    ? m.desk_clinic_staff_only({}, { locale })
    : m.desk_clinic_for_patients({}, { locale })
}
