import { m } from '../../i18n/paraglide/messages.js'
import { getLocale } from '../../i18n/paraglide/runtime.js'
import type { Words } from '../../i18n/reason-words.ts'
import type {
  CheckName,
  ConnectionCheck,
  ServiceInterface,
  StaffPage,
  VisitOutcome,
} from '../../shared/staff.ts'

export const pageWords: Readonly<Record<StaffPage, Words>> = {
  home: m.staff_page_home,
  intakes: m.staff_page_intakes,
  desk: m.staff_page_desk,
  connection: m.staff_page_connection,
  credentials: m.staff_page_credentials,
  settings: m.staff_page_settings,
  audit: m.staff_page_audit,
  machine: m.staff_page_machine,
}

export const outcomeWords: Readonly<Record<VisitOutcome, Words>> = {
  done: m.staff_outcome_done,
  ownPhone: m.staff_outcome_own_phone,
  startedOver: m.staff_outcome_started_over,
  idle: m.staff_outcome_idle,
  tooLong: m.staff_outcome_too_long,
  notUnlocked: m.staff_outcome_not_unlocked,
  outOfService: m.staff_outcome_out_of_service,
  staff: m.staff_outcome_staff,
  stopped: m.staff_outcome_stopped,
  bug: m.staff_outcome_bug,
}

export const interfaceWords: Readonly<Record<ServiceInterface, Words>> = {
  partner: m.staff_interface_partner,
  developer: m.staff_interface_developer,
}

export const checkWords: Readonly<Record<CheckName, Words>> = {
  partnerToken: m.staff_check_partner_token,
  developerToken: m.staff_check_developer_token,
  grant: m.staff_check_grant,
  location: m.staff_check_location,
  formOrigin: m.staff_check_form_origin,
}

export const stateWords: Readonly<Record<Exclude<ConnectionCheck['state'], 'failed'>, Words>> = {
  untested: m.staff_state_untested,
  testing: m.staff_state_testing,
  passed: m.staff_state_passed,
}

export const failureWords: Readonly<Record<NonNullable<ConnectionCheck['reason']>, Words>> = {
  noCredentials: m.staff_failed_no_credentials,
  refused: m.staff_failed_refused,
  noGrant: m.staff_failed_no_grant,
  notFound: m.staff_failed_not_found,
  notConfirmed: m.staff_failed_not_confirmed,
  unreachable: m.staff_failed_unreachable,
  certificateExpired: m.staff_failed_certificate_expired,
  certificateNotYetValid: m.staff_failed_certificate_not_yet_valid,
  clockWrong: m.staff_failed_clock_wrong,
  certificateOfOtherName: m.staff_failed_certificate_of_other_name,
  certificateIssuerUnknown: m.staff_failed_certificate_issuer_unknown,
  certificateSelfSigned: m.staff_failed_certificate_self_signed,
  caFileUnusable: m.staff_failed_ca_file,
  hungUp: m.staff_failed_hung_up,
  clientCertificateUnusable: m.staff_failed_client_certificate,
  proxyRefused: m.staff_failed_proxy_refused,
  other: m.staff_failed_other,
}

/** Writes the date of a moment (ms since 1970), with its year. */
export function dayInWords(at: number): string {
  return new Intl.DateTimeFormat(getLocale(), { dateStyle: 'long' }).format(at)
}

/** Writes from one day to another, both such as `2026-03-03`; the day alone if they are the same. */
export function daysInWords(first: string, last: string): string {
  const format = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(getLocale(), format).formatRange(new Date(first), new Date(last))
}

/** Writes a time in minutes and seconds, leaving out zeros. */
export function durationInWords(seconds: number): string {
  const unit = (value: number, name: 'minute' | 'second') =>
    new Intl.NumberFormat(getLocale(), { style: 'unit', unit: name, unitDisplay: 'long' })
      .format(value)
      .replace(' ', '\u00a0')
  const minutes = Math.floor(seconds / 60)
  const rest = seconds % 60
  const parts = [
    ...(minutes > 0 ? [unit(minutes, 'minute')] : []),
    ...(rest > 0 || minutes === 0 ? [unit(rest, 'second')] : []),
  ]
  return new Intl.ListFormat(getLocale(), { type: 'unit' }).format(parts)
}
