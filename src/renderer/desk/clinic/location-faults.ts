import { m } from '../../../i18n/paraglide/messages.js'
import {
  locationPhonePattern,
  postalCodePattern,
  timeZonePattern,
} from '../../../shared/desk/limits.ts'
import type { LocationDetails, LocationFields } from '../../../shared/desk/clinic.ts'
import { numbersIn } from '../kit/words.ts'

export type LocationTyping = Record<keyof LocationFields, string>
export type LocationFaults = Partial<Record<keyof LocationFields, string>>

/** Returns a location's initial form; values that the service does not give are empty. */
export function typingOf(from: LocationDetails | undefined): LocationTyping {
  return {
    name: from?.name ?? '',
    timeZone: from?.timeZone ?? '',
    phoneNumber: from?.phoneNumber ?? '',
    address1: from?.address1 ?? '',
    address2: from?.address2 ?? '',
    city: from?.city ?? '',
    state: from?.state?.state ?? '',
    postalCode: from?.postalCode ?? '',
    staff: from?.staff?.join(', ') ?? '',
  }
}

/** Lists faults of the typed location, in words, by field; empty if all of it can be sent. */
export function locationFaults(typed: LocationTyping): LocationFaults {
  const needed = ['name', 'address1', 'city'] as const
  const faults: LocationFaults = {}
  for (const field of needed) if (typed[field].trim() === '') faults[field] = m.desk_clinic_needed()
  if (!isTimeZone(typed.timeZone.trim())) faults.timeZone = m.desk_clinic_zone_wrong()
  if (typed.state === '') faults.state = m.desk_clinic_state_needed()
  if (!postalCodePattern.test(typed.postalCode.trim()))
    faults.postalCode = m.desk_clinic_postal_wrong()
  const phone = typed.phoneNumber.trim()
  if (phone !== '' && !locationPhonePattern.test(phone))
    faults.phoneNumber = m.desk_clinic_phone_wrong()
  if (!numbersIn(typed.staff)?.length) faults.staff = m.desk_clinic_staff_wrong()
  return faults
}

/** Converts the typed location to the sent form; call only if there is no fault. */
export function locationFieldsOf(typed: LocationTyping): LocationFields {
  const trimmed = Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [name, value.trim()]),
  ) as LocationTyping
  return { ...trimmed, staff: numbersIn(typed.staff) ?? [] }
}

/** Checks for a zone that this machine knows, or a deprecated-style name, which only the service can judge. */
function isTimeZone(zone: string): boolean {
  if (!timeZonePattern.test(zone)) return false
  if (/\/[A-Z]{2,5}$/.test(zone)) return true
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
