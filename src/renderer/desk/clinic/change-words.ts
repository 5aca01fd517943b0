import { m } from '../../../i18n/paraglide/messages.js'
import type { Locale } from '../../../shared/locale.ts'
import { DeskError } from '../desk.svelte.ts'
import { errorWords } from '../refusal-words.ts'

/** Why a change did not come about, and what to do next. Without an answer it may have come about all the same. */
export function changeWords(error: unknown, locale: Locale): string {
  const kind = error instanceof DeskError ? error.refusal.kind : undefined
  if (kind === 'offline') return m.desk_clinic_in_doubt({}, { locale })
  if (kind === 'refusedByService') return m.desk_clinic_refused({}, { locale })
  return errorWords(error, locale)
}
