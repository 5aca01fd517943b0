import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Channel } from '../../../shared/ipc.ts'

/**
 * As much of a contact as its owner knows it by, and nobody else: the last two digits of a number, or the first letter
 * of an address and what stands behind its `@`.
 */
export function maskedContact(channel: Channel, contact: string): string {
  if (channel === 'sms') return contact.slice(-2)
  const at = contact.lastIndexOf('@')
  return `${contact.slice(0, 1)}…${contact.slice(at)}`
}

/** A contact as people write it: a number (E.164) in groups, an address as it is. */
export function wholeContact(contact: string): string {
  return parsePhoneNumberFromString(contact)?.formatInternational() ?? contact
}
