import { m } from '../../../i18n/paraglide/messages.js'
import type { Locale } from '../../../shared/locale.ts'

/** How many wait for somebody at a kiosk. */
export const waitingWords = (count: number, locale: Locale): string =>
  count === 1 ? m.desk_help_waiting_one({}, { locale }) : m.desk_help_waiting({ count }, { locale })
