import { m } from '../../../i18n/paraglide/messages.js'
import type { HelpHeard } from '../../../shared/help-heard.ts'

/** Words of the help screen, by the receiver of the call. */
export const helpWords = {
  nobody: { title: m.kiosk_help_title, text: m.kiosk_help_text },
  told: { title: m.kiosk_help_told_title, text: m.kiosk_help_told_text },
  coming: { title: m.kiosk_help_coming_title, text: m.kiosk_help_coming_text },
} as const

/** Notes beside the help button while a call stands. */
export const helpNotes = {
  told: m.kiosk_help_note_told,
  coming: m.kiosk_help_note_coming,
} as const satisfies Readonly<Record<HelpHeard, unknown>>
