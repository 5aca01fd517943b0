import { contract } from '../../../contract/index.ts'
import { patientsReader } from '../../../contract/readers/patient-readers.ts'
import type { ReadPatient } from '../../../contract/readers/read-types.ts'
import type { FoundPatients, PatientSearch } from '../../../shared/desk/patients.ts'
import type { Reference } from '../../../shared/desk/references.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { eachPage, readAllPages } from '../../service/client/pages.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import { isOutage } from '../failures.ts'
import { foundPatientOf } from '../patients/found-patient.ts'
import { isSameEmail } from '../patients/email.ts'
import { fitsName, isFullName, nameOf } from '../patients/person-name.ts'
import { isSamePhone } from '../patients/phone.ts'
import type { DeskWork } from '../work.ts'

const { patients } = contract.partner
const developer = contract.developer.patients
/** Patients of a page. */
const pageSize = 50
/** Pages of the partner's list that are read at most for one answer. */
const maxPages = 20
/** Searches whose next page can be asked for. */
const mostKept = 20

/** A page of patients, and how the next one is had. */
interface Found {
  readonly rows: readonly ReadPatient[]
  readonly next: (() => Promise<Result<Found, ServiceError>>) | undefined
}
type Finding = Promise<Result<Found, ServiceError>>

/** Finds patients for one session. */
export interface FindPatients {
  /** The first page of those to whom everything fits. */
  find(search: PatientSearch): Promise<Result<FoundPatients, ServiceError>>
  /** The page that `more` stands for; undefined where it is none of this session's. */
  more(more: Reference): (() => Promise<Result<FoundPatients, ServiceError>>) | undefined
  /**
   * All who may be the person of a new record: of one birth date (YYYY-MM-DD) and with a name in common, or of the same name
   * where a record says no birth date. Fails where neither interface can be asked, or one does not answer just now.
   */
  similar(name: string, birthDate: string): Promise<Result<readonly ReadPatient[], ServiceError>>
}

/**
 * The query `findPatients` of one session. The partner interface filters by name and e-mail, and pages; the developer
 * interface searches by birth date and phone, too. By what rules is not shown for either: what they give is looked through
 * once more, and where a search finds nobody, so is the list of all.
 */
export function createFindPatients(work: DeskWork): FindPatients {
  const { client, place, references, signal } = work
  const nexts = new Map<string, () => Finding>()
  let count = 0

  /** Keeps how the next page is had under a name for the page. */
  function keep(next: () => Finding): Reference {
    count += 1
    const key = `page ${count}`
    nexts.set(key, next)
    const [oldest] = nexts.keys()
    if (nexts.size > mostKept && oldest !== undefined) nexts.delete(oldest)
    return references.of('more', key)
  }

  function shown({ rows, next }: Found): FoundPatients {
    const unique = new Map(rows.map((row) => [String(row.id), row]))
    const named = [...unique.values()].toSorted((a, b) =>
      (nameOf(a) ?? '').localeCompare(nameOf(b) ?? ''),
    )
    return {
      rows: named.map((row) => foundPatientOf(references, row)),
      more: next ? keep(next) : null,
    }
  }
  const answer = async (finding: Finding): Promise<Result<FoundPatients, ServiceError>> => {
    const found = await finding
    return found.ok ? ok(shown(found.value)) : found
  }

  /** Pages of the partner's list, as it filters them. */
  const pagesOf = ({ name, email }: PatientSearch, from?: string) =>
    eachPage(
      patients.list,
      (cursor) => {
        const query = {
          limit: pageSize,
          ...(cursor !== undefined && { cursor }),
          ...(name !== undefined && { name }),
          ...(email !== undefined && { email }),
        }
        const input = { params: { accountId: place.accountId }, query }
        return client.read(patients.list, patientsReader, input, { signal })
      },
      { from, maxPages },
    )

  /** A page of the partner's list; pages on which nobody fits are gone past. */
  async function listed(search: PatientSearch, from?: string): Finding {
    for await (const page of pagesOf(search, from)) {
      if (!page.ok) return page
      const rows = page.value.items.filter((row) => fits(row, search))
      const after = page.value.nextCursor || undefined
      if (rows.length === 0 && after !== undefined) continue
      const hasNext = after !== undefined && after !== from
      return ok({ rows, next: hasNext ? () => listed(search, after) : undefined })
    }
    return ok({ rows: [], next: undefined })
  }

  /** What the developer interface finds by what it takes exactly. */
  async function exactly({ phone, birthDate, email }: PatientSearch) {
    const query = {
      ...(email !== undefined && { email }),
      ...(phone !== undefined && { mobilePhone: phone.replace(/\D/g, '') }),
      ...(birthDate !== undefined && { dateOfBirth: monthFirst(birthDate) }),
    }
    const page = await client.read(developer.search, patientsReader, { query }, { signal })
    return page.ok ? ok(page.value.items) : page
  }

  /** The same; the name is looked at here. */
  async function searched(search: PatientSearch): Finding {
    const found = await exactly(search)
    return found.ok ? ok(inPages(found.value.filter((row) => fits(row, search)))) : found
  }

  async function lookedThrough(search: PatientSearch): Finding {
    const page = await client.read(developer.list, patientsReader, {}, { signal })
    return page.ok ? ok(inPages(page.value.items.filter((row) => fits(row, search)))) : page
  }

  async function similar(name: string, birthDate: string) {
    const both = await Promise.all([readAllPages(pagesOf({ name })), exactly({ birthDate })])
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
    return ok([...new Map(alike.map((row) => [String(row.id), row])).values()])
  }

  async function find(search: PatientSearch): Finding {
    const isExact = search.phone !== undefined || search.birthDate !== undefined
    const first = await (isExact ? searched(search) : listed(search))
    if (first.ok ? first.value.rows.length > 0 : isOutage(first.error)) return first
    // One interface may be closed to this clinic, or find less than the other.
    const second = await lookedThrough(search)
    if (second.ok || isOutage(second.error)) return second
    return !first.ok && isExact ? listed(search) : first
  }

  return {
    find: (search) => answer(find(search)),
    more(more) {
      const key = references.idOf('more', more)
      const next = key === undefined ? undefined : nexts.get(String(key))
      return next && (() => answer(next()))
    },
    similar,
  }
}

/** One page after the other of patients who were read at once. */
function inPages(all: readonly ReadPatient[]): Found {
  const rest = all.slice(pageSize)
  return {
    rows: all.slice(0, pageSize),
    next: rest.length > 0 ? () => Promise.resolve(ok(inPages(rest))) : undefined,
  }
}

const sharesName = (name: string, row: ReadPatient) =>
  name.split(/\s+/).some((word) => fitsName(word, row))

/** 1984-03-07 as 03/07/1984. */
function monthFirst(birthDate: string): string {
  const [year = '', month = '', day = ''] = birthDate.split('-')
  return `${month}/${day}/${year}`
}

function fits(row: ReadPatient, { name, birthDate, phone, email }: PatientSearch): boolean {
  if (name !== undefined && !fitsName(name, row)) return false
  if (birthDate !== undefined && row.dateOfBirth !== birthDate) return false
  if (phone !== undefined && !(row.phone !== null && isSamePhone(row.phone, phone))) return false
  return email === undefined || (row.email !== null && isSameEmail(row.email, email))
}
