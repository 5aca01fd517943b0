import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max'
import type { WireProfile } from '../wire-profile.ts'
import { dateFieldNames, phoneFieldNames } from './request-fields.ts'

type Sent = WireProfile['sent']
type Change = (value: unknown) => unknown

const onText =
  (change: (text: string) => string): Change =>
  (value) =>
    typeof value === 'string' ? change(value) : value

/** Returns the change that a field's value needs on its way out; undefined if it needs none. */
export function outgoing(sent: Sent, field: string): Change | undefined {
  const words = sent.words[field]
  if (words) return (value) => (isKey(words, value) ? words[value] : value)
  if (dateFieldNames.includes(field) && sent.dates !== 'iso')
    return onText((text) => writeDate(text, sent.dates))
  if (phoneFieldNames.includes(field) && sent.phone !== 'e164')
    return onText((text) => writePhone(text, sent.phone))
  return undefined
}

/** The same on its way back; a national number is one of `region` (ISO 3166-1 alpha-2). */
export function incoming(sent: Sent, field: string, region: string): Change | undefined {
  const words = sent.words[field]
  if (words) {
    const ours = new Map(Object.entries(words).map(([our, their]) => [String(their), our]))
    // A value with a word of its own on the wire means nothing there by the contract's word.
    return (value) => ours.get(String(value)) ?? (isKey(words, value) ? null : value)
  }
  if (dateFieldNames.includes(field) && sent.dates !== 'iso')
    return onText((text) => readDate(text, sent.dates))
  if (phoneFieldNames.includes(field) && sent.phone !== 'e164')
    return onText((text) => readPhone(text, sent.phone, region))
  return undefined
}

function isKey(words: Readonly<Record<string, unknown>>, value: unknown): value is string {
  return typeof value === 'string' && Object.hasOwn(words, value)
}

function writeDate(text: string, form: Sent['dates']): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (year === undefined || month === undefined || day === undefined) return text
  if (form === 'compact') return `${year}${month}${day}`
  const parts = form === 'dayFirst' ? [day, month] : [month, day]
  return [...parts.map(Number), year].join('/')
}

const dateForms = {
  compact: /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
  monthFirst: /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/,
  dayFirst: /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})$/,
}

/** A date in another form than this one is none, and stays for the contract to refuse. */
function readDate(text: string, form: Sent['dates']): string {
  if (form === 'iso') return text
  const { year = '', month = '', day = '' } = dateForms[form].exec(text)?.groups ?? {}
  return year === '' ? `not ${form}` : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

function writePhone(text: string, form: Sent['phone']): string {
  if (form === 'digits') return text.replace(/\D/g, '')
  const national = parsePhoneNumberFromString(text)?.formatNational()
  return (form === 'national' ? national?.replace(/\D/g, '') : national) ?? text
}

/** Reads a phone number; one written in another form is not a number of this service. */
function readPhone(text: string, form: Sent['phone'], region: string): string {
  if (form === 'digits') return /^\d+$/.test(text) ? `+${text}` : ''
  const defaultCountry = region as CountryCode
  const number = parsePhoneNumberFromString(text, { defaultCountry, extract: false })?.number ?? ''
  return writePhone(number, form) === text ? number : ''
}
