import type { Id } from '../values.ts'
import { isFields, pick } from './record.ts'
import { words, type StateWord } from './vocabulary.ts'

/** An id as a number, as a text, or as an object that holds one. It is sent back as it came. */
export function readId(value: unknown): Id | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined
  // A text with a space in it is a name.
  if (typeof value === 'string') return /^\S{1,200}$/.test(value) ? value : undefined
  return isFields(value) ? readId(pick(value, ['id', 'value', 'uuid', '_id', '$oid'])) : undefined
}

/** The id of a patient, also out of a reference or an address such as `Patient/9`. */
export function readPatientId(value: unknown): Id | undefined {
  if (Array.isArray(value)) return value.length === 1 ? readPatientId(value[0]) : undefined
  if (isFields(value)) return readPatientId(pick(value, ['id', 'patientId', 'value', 'reference']))
  const referred = typeof value === 'string' ? /\bpatients?\/([^/?#]+)\/?$/i.exec(value) : null
  return readId(referred?.[1] ?? value)
}

/** A text that says something; of an object of texts by language or purpose, the first. */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() || undefined
  return isFields(value)
    ? readText(pick(value, ['en', 'text', 'value', 'name', 'display', 'default', 'label', 'title']))
    : undefined
}

/** Yes or no: a boolean, or a word or digit for one. */
export function readFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  if (/^(true|yes|y|1)$/i.test(text)) return true
  return /^(false|no|n|0)$/i.test(text) ? false : undefined
}

/** A word of a state without its spelling; of an object, that of its code or name. */
export function readWord(value: unknown): string | undefined {
  if (typeof value === 'string') return value.replace(/[^A-Za-z]/g, '').toLowerCase() || undefined
  if (!isFields(value)) return undefined
  return readWord(pick(value, ['code', 'value', 'name', 'key', 'id', 'status', 'state', 'label']))
}

/** The first of `states` that a value says; undefined for another word. */
export function readState<const S extends StateWord>(
  value: unknown,
  states: readonly S[],
): S | undefined {
  const word = readWord(value)
  if (word === undefined) return undefined
  return states.find((state) => (words[state] as readonly string[]).includes(word))
}

/** A moment that is stated: any date, time or number of one. Not what it says, only that it is there. */
export function isMoment(value: unknown): boolean {
  if (typeof value === 'number') return value > 1
  return typeof value === 'string' && /\d{4}/.test(value)
}
