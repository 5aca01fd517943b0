import type { FoundPatient, PatientSearch } from '../../../shared/desk/patients.ts'
import { readDay, readYear } from '../chart/typed-identifiers.ts'
import { folded } from '../../../shared/folded.ts'

const plain = (name: string) => folded(name).replace(/[\s-]/g, '')

/** Sorts found patients by name, so that equal names stand side by side. */
export function besideEachOther(rows: readonly FoundPatient[]): readonly FoundPatient[] {
  const keyed = rows.map((row) => ({ row, key: plain(row.name ?? '\uffff') }))
  return keyed.toSorted((a, b) => a.key.localeCompare(b.key)).map(({ row }) => row)
}

/** Collects the references of patients with equal names. */
export function withSameName(rows: readonly FoundPatient[]): ReadonlySet<string> {
  const names = rows.map(({ name }) => name && plain(name))
  const isTwice = (name: string | null | undefined) =>
    name && names.indexOf(name) !== names.lastIndexOf(name)
  return new Set(rows.flatMap(({ patient }, at) => (isTwice(names[at]) ? [patient] : [])))
}

/** Digits of a phone number, at least four, in the middle of other words. */
const phoneWithin = /\+?\(?\d(?:[\s().-]*\d){3,}/

/** Reads a line of search: each part by its form, the rest as name; undefined if too little to search. */
export function readSearch(typed: string): PatientSearch | undefined {
  const rest: string[] = []
  const search: { -readonly [K in keyof PatientSearch]: PatientSearch[K] } = {}
  const words = typed.trim().split(/[\s,;]+/)
  const isOfName = (word: string | undefined) => word !== undefined && /\p{L}/u.test(word)
  for (const [at, word] of words.entries()) {
    const day = readDay(word)
    // A number beside others is a part of theirs.
    const isYear = [words[at - 1], words[at + 1]].every(
      (each) => each === undefined || isOfName(each),
    )
    const year = isYear && words.length > 1 ? readYear(word) : undefined
    if (day !== undefined) search.birthDate = day
    else if (year !== undefined) search.birthYear = year
    else if (/\S@\S/.test(word)) search.email = word
    else if (word) rest.push(word)
  }
  const line = rest.join(' ')
  const phone = phoneWithin.exec(line)?.[0].trim()
  if (phone !== undefined) search.phone = phone
  const name = line
    .replace(phone ?? '', ' ')
    .replace(/\s+/g, ' ')
    .trim()
  // A name beside something else may be one letter; a number alone is none.
  if (name) search.name = name
  const isTooShort = name !== '' && (name.length < 2 || !isOfName(name))
  return isTooShort || Object.keys(search).length === 0 ? undefined : search
}
