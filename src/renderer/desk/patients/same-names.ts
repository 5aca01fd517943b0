import type { FoundPatient } from '../../../shared/desk/patients.ts'

/** A name without case, accents and spaces. */
const plain = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\s-]/g, '')
    .toLocaleLowerCase('en')

/** Patients who were found, in the order of their names, so that those of one name stand side by side. */
export function besideEachOther(rows: readonly FoundPatient[]): readonly FoundPatient[] {
  const keyed = rows.map((row) => ({ row, key: plain(row.name ?? '\uffff') }))
  return keyed.toSorted((a, b) => a.key.localeCompare(b.key)).map(({ row }) => row)
}

/** The names (references) of those who share theirs with another. */
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
