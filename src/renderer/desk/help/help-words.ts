import { m } from '../../../i18n/paraglide/messages.js'
import { getLocale } from '../../../i18n/paraglide/runtime.js'
import type { HelpCallRow } from '../../../shared/desk/kiosks.ts'
import { requestReason } from '../../../shared/request-reason.ts'
import { timeWords } from '../kit/words.ts'

/** Explains why help is needed. A reason that only a newer kiosk knows gets general words. */
export function whyWords(call: HelpCallRow): string {
  if (call.kind === 'asked') return m.desk_help_asked(call)
  if (call.kind === 'alarm') return m.desk_help_alarm(call)
  const known = requestReason.safeParse(call.reason)
  return known.success
    ? m.desk_help_sent({ reason: m.staff_reason({ reason: known.data }) })
    : m.desk_help_sent_other()
}

const minuteMs = 60_000

/** Tells the time of a call, and its age at `now` (ms since 1970). */
export function sinceWords(at: number, now: number): string {
  const minutes = Math.floor((now - at) / minuteMs)
  const time = timeWords(at)
  return minutes < 1 ? m.desk_help_since_now({ time }) : m.desk_help_since({ time, minutes })
}

/** Returns the language that a patient chose at the kiosk, as the desk calls it. */
export function speaksWords({ language }: { readonly language: string }): string {
  const name = new Intl.DisplayNames(getLocale(), { type: 'language' }).of(language) ?? language
  return m.desk_help_speaks({ language: name })
}
