import type { FoundPatient, PatientSearch } from '../../../shared/desk/patients.ts'
import { isPhone, readDay } from '../chart/typed-identifiers.ts'
import { folded } from '../kit/words.ts'

/** Reduces a name to a form without case, accents and spaces. */
const plain = (name: string) => folded(name).replace(/[\s-]/g, '')

/** Sorts found patients by name, so that equal names stand side by side. */
export function besideEachOther(rows: readonly FoundPatient[]): readonly FoundPatient[] {
  const keyed = rows.map((row) => ({ row, key: plain(row.name ?? '\uffff') }))
  return keyed.toSorted((a, b) => a.key.localeCompare(b.key)).map(({ row }) => row)
}

/** Collects the references of patients with equal names. */
export function withSameName(rows: readonly FoundPatient[]): ReadonlySet<string> {
  const byName = new Map<string, readonly FoundPatient[]>()
  for (const row of rows) {
    if (row.name === null) continue
    const key = plain(row.name)
    byName.set(key, [...(byName.get(key) ?? []), row])
  }
  const shared = [...byName.values()].filter((same) => same.length > 1)
  return new Set(shared.flat().map(({ patient }) => patient))
}

/** A phone number in the middle of other words. */
const phoneWithin = /\+?\(?\d[\d\s().-]{5,}\d/

/**
 * Reads a line of search: birth date, e-mail address and phone number by their form, the rest as name. Undefined if too
 * little to search.
 */
export function readSearch(typed: string): PatientSearch | undefined {
  const rest: string[] = []
  let birthDate: string | undefined
  let email: string | undefined
  for (const word of typed.trim().split(/[\s,;]+/)) {
    const day = readDay(word)
    if (day !== undefined) birthDate = day
    else if (/\S@\S/.test(word)) email = word
    else if (word) rest.push(word)
  }
  const line = rest.join(' ')
  const phone = phoneWithin.exec(line)?.[0].trim()
  const isNumber = phone !== undefined && isPhone(phone)
  const name = (isNumber ? line.replace(phone, ' ') : line).replace(/\s+/g, ' ').trim()
  const search = {
    ...(name && { name }),
    ...(birthDate !== undefined && { birthDate }),
    ...(isNumber && { phone }),
    ...(email !== undefined && { email }),
  }
  // A name beside something else may be one letter; a number alone is none.
  const isTooShort = name !== '' && (name.length < 2 || !/\p{L}/u.test(name))
  return isTooShort || Object.keys(search).length === 0 ? undefined : search
}
