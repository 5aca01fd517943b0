import { m } from '../../../i18n/paraglide/messages.js'
import type { MemberRole } from '../../../shared/desk/members.ts'
import type { Locale } from '../../../shared/locale.ts'

const words = {
  reception: m.desk_role_reception,
  clinical: m.desk_role_clinical,
  billing: m.desk_role_billing,
  administrator: m.desk_role_administrator,
} as const satisfies Record<MemberRole, unknown>

/** A role's name. */
export const roleWords = (role: MemberRole, locale: Locale): string => words[role]({}, { locale })
