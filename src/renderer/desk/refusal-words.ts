import { m } from '../../i18n/paraglide/messages.js'
import type { DeskRefusal } from '../../shared/desk/messages.ts'
import type { Locale } from '../../shared/locale.ts'
import { DeskError } from './desk.svelte.ts'

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

/** What a refusal means for who is at the desk. */
export function refusalWords(refusal: DeskRefusal, locale: Locale): string {
  const in_ = { locale }
  switch (refusal.kind) {
    case 'wrongSecret':
      return refusal.waitMs > 0 ? waitWords(refusal.waitMs, locale) : m.desk_secret_wrong({}, in_)
    case 'mustWait':
      return waitWords(refusal.waitMs, locale)
    case 'badSecret':
      return badSecret[refusal.why]({}, in_)
    case 'noSecret':
      return m.desk_secret_none({}, in_)
    case 'badName':
      return m.desk_bad_name({}, in_)
    case 'nameTaken':
      return m.desk_name_taken({}, in_)
    case 'noRole':
      return m.desk_no_role({}, in_)
    case 'lastAdministrator':
      return m.desk_last_administrator({}, in_)
    case 'ownSecret':
      return m.desk_own_secret({}, in_)
    case 'ownEmergency':
      return m.desk_emergency_own({}, in_)
    case 'reasonNeeded':
      return m.desk_emergency_bad_reason({}, in_)
    case 'offline':
      return m.desk_offline({}, in_)
    case 'refusedByService':
      return m.desk_refused_by_service({}, in_)
    case 'noRight':
    case 'notAllowed':
      return m.desk_no_right({}, in_)
    case 'unknownReference':
      return m.desk_record_gone({}, in_)
    case 'notConfirmed':
      return notConfirmedWords(refusal.triesLeft, locale)
    case 'otherIdentifiers':
      return refusal.needsBirthDate
        ? m.desk_other_needs_birth({}, in_)
        : m.desk_other_no_birth({}, in_)
    case 'tooManyTries':
      return m.desk_too_many_tries({}, in_)
    case 'tooManySearches':
      return m.desk_too_many_searches({}, in_)
    case 'badPatient':
      return badPatient[refusal.field]({}, in_)
    case 'notAsked':
      return m.desk_packets_not_asked({}, in_)
    case 'kiosksUnheard':
      return m.desk_kiosks_refusal({}, in_)
    case 'noKiosk':
      return m.desk_code_no_kiosk({}, in_)
    case 'kioskBusy':
      return m.desk_code_kiosk_busy({}, in_)
    case 'kioskSilent':
      return m.desk_code_kiosk_silent({}, in_)
    case 'tooManyCodes':
      return m.desk_code_too_many({}, in_)
    case 'packetClosed':
      return m.desk_code_packet_closed({}, in_)
    case 'withPatient':
      return m.desk_here_with_patient({}, in_)
    case 'noScreen':
      return m.desk_here_no_screen({}, in_)
    case 'malformed':
    case 'locked':
    case 'failed':
      return m.desk_not_done({}, in_)
  }
}

function waitWords(ms: number, locale: Locale): string {
  return m.desk_secret_wait({ seconds: Math.ceil(ms / 1_000) }, { locale })
}

function notConfirmedWords(count: number, locale: Locale): string {
  if (count === 0) return m.desk_not_confirmed_none({}, { locale })
  if (count === 1) return m.desk_not_confirmed_one({}, { locale })
  return m.desk_not_confirmed({ count }, { locale })
}

/** The same for whatever a query or a command ended with. */
export function errorWords(error: unknown, locale: Locale): string {
  const refusal = error instanceof DeskError ? error.refusal : ({ kind: 'failed' } as const)
  return refusalWords(refusal, locale)
}
