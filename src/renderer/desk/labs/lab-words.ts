import { m } from '../../../i18n/paraglide/messages.js'
import type { DeskLabResult } from '../../../shared/desk/operations/labs.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { KnownWords } from '../components/record-words.ts'

/** States of a lab, from its order to its result. */
export const labStatuses: KnownWords = {
  ordered: m.desk_labs_status_ordered,
  inprogress: m.desk_labs_status_progress,
  resulted: m.desk_labs_status_resulted,
  cancelled: m.desk_labs_status_cancelled,
  canceled: m.desk_labs_status_cancelled,
}

/** Whether a result is normal, as the service says it: in our word where it leaves no doubt, else in theirs. */
export function normalWords(
  { isNormal, remark, value }: DeskLabResult,
  locale: Locale,
): { readonly text: string; readonly isOurs: boolean } {
  if (isNormal !== null) {
    const word = isNormal ? m.desk_labs_normal : m.desk_labs_abnormal
    return { text: word({}, { locale }), isOurs: true }
  }
  if (remark !== null) return { text: remark, isOurs: false }
  const text = value === null ? '–' : m.desk_list_not_said({}, { locale })
  return { text, isOurs: true }
}

/** A value with its unit, as they were written: a result need not be a number. */
export function valueWords({ value, unit }: DeskLabResult, locale: Locale): string {
  if (value === null) return m.desk_labs_no_result({}, { locale })
  // A unit does not break from its number.
  return unit === null ? value : `${value}\u00a0${unit}`
}
