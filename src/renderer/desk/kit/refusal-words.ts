import { m } from '../../../i18n/paraglide/messages.js'
import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import { refusalOf } from './read.svelte.ts'

const badSecret = {
  tooShort: m.desk_secret_tooShort,
  tooLong: m.desk_secret_tooLong,
  tooEasy: m.desk_secret_tooEasy,
  ownName: m.desk_secret_ownName,
  same: m.desk_secret_same,
} as const

const badPatient = {
  firstName: m.desk_bad_firstName,
  lastName: m.desk_bad_lastName,
  birthDate: m.desk_bad_birthDate,
  phone: m.desk_bad_phone,
  email: m.desk_bad_email,
} as const

const neededWords = {
  birthDate: m.desk_other_needs_birth,
  noBirthDate: m.desk_other_no_birth,
  name: m.desk_other_needs_name,
  contact: m.desk_other_needs_contact,
} as const

const words = {
  noSecret: m.desk_secret_none,
  badName: m.desk_bad_name,
  nameTaken: m.desk_name_taken,
  noRole: m.desk_no_role,
  lastAdministrator: m.desk_last_administrator,
  ownSecret: m.desk_own_secret,
  ownEmergency: m.desk_emergency_own,
  reasonNeeded: m.desk_emergency_bad_reason,
  offline: m.desk_offline,
  refusedByService: m.desk_refused_by_service,
  noRight: m.desk_no_right,
  notAllowed: m.desk_no_right,
  unknownReference: m.desk_record_gone,
  tooManyTries: m.desk_too_many_tries,
  tooManySearches: m.desk_too_many_searches,
  notAsked: m.desk_packets_not_asked,
  kiosksUnheard: m.desk_kiosks_refusal,
  noKiosk: m.desk_code_no_kiosk,
  kioskBusy: m.desk_code_kiosk_busy,
  kioskSilent: m.desk_kiosk_silent,
  tooManyCodes: m.desk_code_too_many,
  packetClosed: m.desk_code_packet_closed,
  withPatient: m.desk_here_with_patient,
  noScreen: m.desk_here_no_screen,
  malformed: m.desk_not_done,
  locked: m.desk_not_done,
  failed: m.desk_not_done,
} as const

/** Explains a refusal to the user of the desk. */
export function refusalWords(refusal: DeskRefusal): string {
  switch (refusal.kind) {
    case 'wrongSecret':
      return refusal.waitMs > 0 ? waitWords(refusal.waitMs) : m.desk_secret_wrong()
    case 'mustWait':
      return waitWords(refusal.waitMs)
    case 'badSecret':
      return badSecret[refusal.why]()
    case 'notConfirmed':
      return notConfirmedWords(refusal.triesLeft)
    case 'otherIdentifiers':
      return neededWords[refusal.needs]()
    case 'badPatient':
      return badPatient[refusal.field]()
    default:
      return words[refusal.kind]()
  }
}

function waitWords(ms: number): string {
  return m.desk_secret_wait({ seconds: Math.ceil(ms / 1_000) })
}

function notConfirmedWords(count: number): string {
  if (count === 0) return m.desk_not_confirmed_none()
  if (count === 1) return m.desk_not_confirmed_one()
  return m.desk_not_confirmed({ count })
}

/** Explains any error that a query or a command ended with. */
export const errorWords = (error: unknown): string =>
  refusalWords(refusalOf(error) ?? { kind: 'failed' })
