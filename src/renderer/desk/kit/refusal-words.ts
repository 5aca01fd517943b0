import { m } from '../../../i18n/paraglide/messages.js'
import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import { DeskError } from '../desk.svelte.ts'

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

/** Explains a refusal to the user of the desk. */
export function refusalWords(refusal: DeskRefusal): string {
  switch (refusal.kind) {
    case 'wrongSecret':
      return refusal.waitMs > 0 ? waitWords(refusal.waitMs) : m.desk_secret_wrong()
    case 'mustWait':
      return waitWords(refusal.waitMs)
    case 'badSecret':
      return badSecret[refusal.why]()
    case 'noSecret':
      return m.desk_secret_none()
    case 'badName':
      return m.desk_bad_name()
    case 'nameTaken':
      return m.desk_name_taken()
    case 'noRole':
      return m.desk_no_role()
    case 'lastAdministrator':
      return m.desk_last_administrator()
    case 'ownSecret':
      return m.desk_own_secret()
    case 'ownEmergency':
      return m.desk_emergency_own()
    case 'reasonNeeded':
      return m.desk_emergency_bad_reason()
    case 'offline':
      return m.desk_offline()
    case 'refusedByService':
      return m.desk_refused_by_service()
    case 'noRight':
    case 'notAllowed':
      return m.desk_no_right()
    case 'unknownReference':
      return m.desk_record_gone()
    case 'notConfirmed':
      return notConfirmedWords(refusal.triesLeft)
    case 'otherIdentifiers':
      return refusal.needsBirthDate ? m.desk_other_needs_birth() : m.desk_other_no_birth()
    case 'tooManyTries':
      return m.desk_too_many_tries()
    case 'tooManySearches':
      return m.desk_too_many_searches()
    case 'badPatient':
      return badPatient[refusal.field]()
    case 'notAsked':
      return m.desk_packets_not_asked()
    case 'kiosksUnheard':
      return m.desk_kiosks_refusal()
    case 'noKiosk':
      return m.desk_code_no_kiosk()
    case 'kioskBusy':
      return m.desk_code_kiosk_busy()
    case 'kioskSilent':
      return m.desk_code_kiosk_silent()
    case 'tooManyCodes':
      return m.desk_code_too_many()
    case 'packetClosed':
      return m.desk_code_packet_closed()
    case 'withPatient':
      return m.desk_here_with_patient()
    case 'noScreen':
      return m.desk_here_no_screen()
    case 'malformed':
    case 'locked':
    case 'failed':
      return m.desk_not_done()
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
export function errorWords(error: unknown): string {
  const refusal = error instanceof DeskError ? error.refusal : ({ kind: 'failed' } as const)
  return refusalWords(refusal)
}
