import { contract } from '../../../../contract/index.ts'
import { patientsReader, type ReadPatient } from '../../../../contract/readers/patient-readers.ts'
import type {
  FoundPatient,
  FoundPatients,
  PatientSearch,
} from '../../../../shared/desk/patients.ts'
import type { Reference } from '../../../../shared/desk/references.ts'
import { mapOk, ok } from '../../../../shared/result.ts'
import { patientPages } from '../../../intake/resources/patients.ts'
import { isOutage, keepRead, readAllPages, type Read } from '../../../intake/resources/site.ts'
import type { DeskWork, References } from '../../feature.ts'
import {
  fitsName,
  fitsPhone,
  isFullName,
  isPartOfPhone,
  isSameEmail,
  nameOf,
} from '../../../intake/resources/same-person.ts'
import { phoneEnd } from '../../phone.ts'

const developer = contract.developer.patients
const pageSize = 50
/** Of the partner's list, for one answer. */
const maxPages = 20
const mostKept = 20

const listKeptMs = 60_000

/** `next`: reads the page after it, without those who are `known`. */
interface Found {
  readonly rows: readonly ReadPatient[]
  readonly next: ((known?: ReadonlySet<string>) => Read<Found>) | undefined
  readonly mayMiss?: boolean
}

/** Shows as much of a record as tells people apart, under a name that opens nothing. */
export function foundPatientOf(references: References, record: ReadPatient): FoundPatient {
  return {
    patient: references.of('patient', record.id),
    name: nameOf(record),
    birthYear: record.dateOfBirth === null ? null : Number(record.dateOfBirth.slice(0, 4)),
    phoneEnd: record.phone === null ? null : phoneEnd(record.phone),
    isActive: record.active,
  }
}

const uniqueOf = (rows: readonly ReadPatient[]) => [
  ...new Map(rows.map((row) => [String(row.id), row])).values(),
]

/** Reads all patients, and keeps them for a while: for searches that find nobody. */
export const keepEverybody = ({ now, read }: Pick<DeskWork, 'now' | 'read'>) =>
  keepRead(now, listKeptMs, async () =>
    mapOk(await read(developer.list, patientsReader, {}), ({ items }) => items),
  )

// The partner interface filters by name and e-mail, and pages; the developer one searches by birth date, too.
/** Finds patients at both interfaces, and filters once more; by a name alone, or in vain, in the list of all. */
export function createFindPatients(work: DeskWork) {
  const { read, references } = work
  const nexts = new Map<string, () => Read<Found>>()
  let count = 0

  function keep(next: () => Read<Found>): Reference {
    count += 1
    const key = `page ${count}`
    nexts.set(key, next)
    const [oldest] = nexts.keys()
    if (nexts.size > mostKept && oldest !== undefined) nexts.delete(oldest)
    return references.of('more', key)
  }

  const show = async (finding: Read<Found>): Read<FoundPatients> =>
    mapOk(await finding, ({ rows, next, mayMiss }) => ({
      rows: uniqueOf(rows)
        .toSorted((a, b) => (nameOf(a) ?? '').localeCompare(nameOf(b) ?? ''))
        .map((row) => foundPatientOf(references, row)),
      more: next ? keep(next) : null,
      ...(mayMiss && { mayMiss }),
    }))

  const pagesFor = (search: PatientSearch, from?: string) =>
    patientPages(work, search, { pageSize, maxPages, from })

  async function listed(
    search: PatientSearch,
    from?: string,
    known: ReadonlySet<string> = new Set(),
  ): Read<Found> {
    for await (const page of pagesFor(search, from)) {
      if (!page.ok) return page
      const rows = page.value.items.filter((row) => fits(row, search) && !known.has(String(row.id)))
      const after = page.value.nextCursor || undefined
      if (rows.length === 0 && after !== undefined) continue
      const hasNext = after !== undefined && after !== from
      const next = (seen = known) => listed(search, after, seen)
      return ok({ rows, next: hasNext ? next : undefined })
    }
    return ok({ rows: [], next: undefined })
  }

  async function exactly({ phone, birthDate, email }: PatientSearch): Read<readonly ReadPatient[]> {
    const query = {
      ...(email !== undefined && { email }),
      ...(phone !== undefined && { mobilePhone: phone.replace(/\D/g, '') }),
      ...(birthDate !== undefined && { dateOfBirth: monthFirst(birthDate) }),
    }
    return mapOk(await read(developer.search, patientsReader, { query }), ({ items }) => items)
  }

  const searched = async (search: PatientSearch) =>
    mapOk(await exactly(search), (rows) => inPages(rows.filter((row) => fits(row, search))))

  const everybody = keepEverybody(work)
  const lookedThrough = async (search: PatientSearch) =>
    mapOk(await everybody(), (rows) => rows.filter((row) => fits(row, search)))

  /** Looks through the list where what the service takes exactly finds nobody. */
  async function findExactly(search: PatientSearch): Read<Found> {
    const isListed = search.birthDate === undefined && search.phone === undefined
    const first = await (isListed ? listed(search) : searched(search))
    if (first.ok ? first.value.rows.length > 0 : isOutage(first.error)) return first
    // One interface may be closed to this clinic, or find less than the other.
    const second = await lookedThrough(search)
    if (second.ok || isOutage(second.error)) return mapOk(second, (rows) => inPages(rows))
    return !first.ok && !isListed ? listed(search) : first
  }

  // The filter of names may know neither accents nor every order: García is not its Garcia.
  async function findWidely(search: PatientSearch): Read<Found> {
    const [all, first] = await Promise.all([
      lookedThrough(search),
      search.name === undefined ? undefined : listed(search),
    ])
    if (!all.ok) {
      const found = first ?? (isOutage(all.error) ? all : await listed(search))
      return mapOk(found, (page) => ({ ...page, mayMiss: true }))
    }
    if (!first?.ok) return first && isOutage(first.error) ? first : ok(inPages(all.value))
    const { rows, next } = first.value
    const both = uniqueOf([...all.value, ...rows])
    const known = new Set(both.map(({ id }) => String(id)))
    return ok(inPages(both, next && (() => next(known))))
  }

  const find = (search: PatientSearch) => (isSure(search) ? findExactly : findWidely)(search)

  return {
    find: (search: PatientSearch) => show(find(search)),
    /** Undefined if `more` is none of this session's. */
    more(more: Reference): (() => Read<FoundPatients>) | undefined {
      const key = references.idOf('more', more)
      const next = key === undefined ? undefined : nexts.get(String(key))
      return next && (() => show(next()))
    },
    /** Everybody born on that day, or else with that contact or name. Fails if no interface can tell. */
    async candidates({ name, birthDate, phone, email }: PatientSearch) {
      const found = await exactly(birthDate === undefined ? { phone, email } : { birthDate })
      if (found.ok || isOutage(found.error) || name === undefined) return found
      return readAllPages(pagesFor({ name }))
    },
    // Same birth date (YYYY-MM-DD) and a name in common, or the same name where a record has no birth date.
    /** Fails if no interface can be asked, or one does not answer now. */
    async similar(name: string, birthDate: string): Read<readonly ReadPatient[]> {
      const both = await Promise.all([readAllPages(pagesFor({ name })), exactly({ birthDate })])
      const failed = both.filter((each) => !each.ok)
      // One of them may be closed to this clinic.
      const fault = failed.find(({ error }) => isOutage(error) || failed.length === both.length)
      if (fault) return fault
      const rows = both.flatMap((each) => (each.ok ? each.value : []))
      const alike = rows.filter((row) =>
        row.dateOfBirth === null
          ? isFullName(name, row)
          : row.dateOfBirth === birthDate && sharesName(name, row),
      )
      return ok(uniqueOf(alike))
    },
  }
}

export type FindPatients = ReturnType<typeof createFindPatients>

function inPages(all: readonly ReadPatient[], later?: () => Read<Found>): Found {
  const rest = all.slice(pageSize)
  return {
    rows: all.slice(0, pageSize),
    next: rest.length > 0 ? () => Promise.resolve(ok(inPages(rest, later))) : later,
  }
}

/** The service finds by one of these as they are: a day, a whole number or an address. */
const isSure = ({ birthDate, phone, email }: PatientSearch): boolean =>
  birthDate !== undefined || email !== undefined || (phone !== undefined && !isPartOfPhone(phone))

const sharesName = (name: string, row: ReadPatient) =>
  name.split(/\s+/).some((word) => fitsName(word, row))

/** 1984-03-07 as 03/07/1984. */
function monthFirst(birthDate: string): string {
  const [year = '', month = '', day = ''] = birthDate.split('-')
  return `${month}/${day}/${year}`
}

function fits(row: ReadPatient, { name, birthDate, birthYear, phone, email }: PatientSearch) {
  if (name !== undefined && !fitsName(name, row)) return false
  if (birthDate !== undefined && row.dateOfBirth !== birthDate) return false
  if (birthYear !== undefined && !row.dateOfBirth?.startsWith(String(birthYear))) return false
  if (phone !== undefined && !fitsPhone(row.phone, phone)) return false
  return email === undefined || isSameEmail(row.email, email)
}
