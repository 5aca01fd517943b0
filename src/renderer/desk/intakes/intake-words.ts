import { m } from '../../../i18n/paraglide/messages.js'
import type { Words } from '../../../i18n/reason-words.ts'
import { attentionReasons } from '../../../shared/intake-reasons.ts'
import type { Locale } from '../../../shared/locale.ts'

const why = {
  severalMatches: m.staff_attention_several_matches,
  noMatch: m.staff_attention_no_match,
  severalPackets: m.staff_attention_several_packets,
  templateGone: m.staff_attention_template_gone,
  templateChanged: m.staff_attention_template_changed,
  fieldRefused: m.staff_attention_field_refused,
  accessRevoked: m.staff_attention_access_revoked,
  refused: m.staff_attention_refused,
  notUnderstood: m.staff_attention_not_understood,
  intakeUnreadable: m.staff_attention_unreadable,
} as const satisfies Record<(typeof attentionReasons)[number], Words>

/** Why an intake needs a person; what only a newer kiosk knows is said there. */
export function intakeWhyWords(reason: string, locale: Locale): string {
  const known = attentionReasons.find((each) => each === reason)
  return (known ? why[known] : m.desk_intakes_why_other)({}, { locale })
}
