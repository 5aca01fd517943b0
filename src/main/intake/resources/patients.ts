import { contract } from '../../../contract/index.ts'
import {
  patientInFullReader,
  patientReader,
  patientsReader,
  type ReadPatient,
  type ReadPatientInFull,
} from '../../../contract/readers/patient-readers.ts'
import { outboxReaders } from '../../../contract/readers/outbox-readers.ts'
import type { Id } from '../../../contract/values.ts'
import type { IntakePerson } from '../../../shared/intake-person.ts'
import { ok } from '../../../shared/result.ts'
import { isForGood } from '../http/refusal.ts'
import { isSameEmail, isSameName, isSamePhone } from './same-person.ts'
import { pagesOf, readAllPages, type Read, type Site } from './site.ts'

const { patients } = contract.partner

/** Reads one patient of the account, with family and address. */
export function readPatient(site: Site, patientId: Id): Read<ReadPatientInFull> {
  const params = { accountId: site.place.accountId, patientId }
  return site.read(patients.get, patientInFullReader(patientId), { params })
}

/** Reads pages of the account's patients, as the service filters them: by what rules is not shown. */
export const patientPages = (
  { read, place: { accountId } }: Site,
  { name, email }: { readonly name?: string | undefined; readonly email?: string | undefined },
  paging: Parameters<typeof pagesOf>[4],
  reader: typeof patientsReader = patientsReader,
) => pagesOf(read, patients.list, reader, { params: { accountId }, query: { name, email } }, paging)

/** Of rows with too little data. */
const mostLookups = 20

/** Reads rows that say too little by the records' own word. */
export async function inFull(
  site: Site,
  rows: readonly ReadPatient[],
  saysTooLittle: (row: ReadPatient) => boolean,
): Read<readonly ReadPatient[]> {
  const full: ReadPatient[] = []
  let lookups = 0
  for (const row of rows) {
    if (!saysTooLittle(row) || lookups === mostLookups) {
      full.push(row)
      continue
    }
    lookups += 1
    const params = { accountId: site.place.accountId, patientId: row.id }
    const asked = await site.read(patients.get, patientReader(row.id), { params })
    if (!asked.ok && !isForGood(asked.error)) return asked
    full.push(asked.ok ? asked.value : row)
  }
  return ok(full)
}

/** Finds the one active patient of this name whom a contact reaches; none of several, or of an unreadable row. */
export async function findByName(
  site: Site,
  person: Pick<IntakePerson, 'firstName' | 'lastName' | 'phone' | 'email'>,
): Read<Id | undefined> {
  const filter = { name: person.lastName }
  const pages = patientPages(site, filter, { maxPages: 50 }, outboxReaders.patients)
  const rows = await readAllPages(pages)
  if (!rows.ok) return rows
  const named = rows.value.filter((row) => isSameName(person, row))
  const contact = person.phone === null ? 'email' : 'phone'
  const full = await inFull(site, named, (row) => row[contact] === null)
  if (!full.ok) return full
  const reached = full.value.filter(
    ({ active, phone, email }) =>
      active && (isSamePhone(person.phone, phone) || isSameEmail(person.email, email)),
  )
  const ids = new Set(reached.map(({ id }) => id))
  return ok(ids.size === 1 ? reached[0]?.id : undefined)
}
