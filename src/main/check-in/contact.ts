import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js'
import { z } from 'zod'
import type { Channel } from '../../shared/ipc.ts'
import { err, ok, type Result } from '../../shared/result.ts'

/** What is wrong with a contact as it was typed. */
export type ContactError = 'empty' | 'notValid'

const address = z.email().max(254)

/**
 * A typed contact in the one form that is sent and counted: E.164 for `sms`, a lower-case address for
 * `email`. `region` is that of a phone number typed without its country code. A phone number is judged by
 * its length and not by the ranges known today: a kiosk outlives a table of ranges, and the code is
 * the real test.
 */
export function parseContact(
  channel: Channel,
  typed: string,
  region: string,
): Result<string, ContactError> {
  const text = typed.normalize('NFKC').trim()
  if (text === '') return err('empty')
  if (channel === 'email') {
    const parsed = address.safeParse(text.toLowerCase())
    return parsed.success ? ok(parsed.data) : err('notValid')
  }
  const phone = parsePhoneNumberFromString(text, {
    defaultCountry: region as CountryCode,
    extract: false,
  })
  return phone?.isPossible() && phone.ext === undefined ? ok(phone.number) : err('notValid')
}
