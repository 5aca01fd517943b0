import type { CalendarDate } from '../../shared/calendar-date.ts'
import { sameId, type Id } from '../values.ts'
import { assumedDate } from './assumed-form.ts'
import { readDate } from './dates.ts'
import { find, isEmptyField, present, unwrap } from './layers.ts'
import type { ServiceAnswer } from './reading.ts'
import { isFields, type Fields } from './record.ts'
import { readFlag, readId, readPatientId } from './values.ts'
import { names, recordFields } from './vocabulary.ts'

/** Whom a proof matches. */
export type Match =
  | { readonly kind: 'one'; readonly patientId: Id }
  | { readonly kind: 'none' }
  | { readonly kind: 'several' }

/** The matched patient, by id, by record, or as a list of one; `none` where the answer is empty. */
export function match({ body, headers }: ServiceAnswer): Match | undefined {
  const { layers, core } = unwrap(body, recordFields.patient)
  if (Array.isArray(core)) return ofList(core)
  const listed = present(layers, names.patientIds)
  if (Array.isArray(listed)) return ofList(listed)
  const patientId =
    find(layers, names.patientId, readPatientId) ?? find(layers, names.id, readId) ?? readId(core)
  if (patientId !== undefined) return { kind: 'one', patientId }
  const linked = typeof headers['location'] === 'string' ? headers['location'] : ''
  const inLink = /\/patients?\/([^/?#]+)/i.exec(linked)?.[1]
  if (inLink !== undefined) return { kind: 'one', patientId: decodeURIComponent(inLink) }
  return isNobody(layers, core) ? { kind: 'none' } : undefined
}

function ofList(list: readonly unknown[]): Match | undefined {
  if (list.length === 0) return { kind: 'none' }
  const ids = new Set(list.map((each) => idOf(each)).map(String))
  if (ids.size > 1) return { kind: 'several' }
  const patientId = idOf(list[0])
  return patientId === undefined ? undefined : { kind: 'one', patientId }
}

function idOf(value: unknown): Id | undefined {
  return isFields(value)
    ? (find([value], names.patientId, readPatientId) ?? find([value], names.id, readId))
    : readId(value)
}

function isNobody(layers: readonly Fields[], core: unknown): boolean {
  if (core === undefined || core === null) return true
  if (isFields(core) && Object.keys(core).length === 0) return true
  const found = find(layers, ['matched', 'found', 'exists', 'match'], readFlag)
  return found === false || isEmptyField(layers, [...names.patientId, ...names.patientIds, 'data'])
}

/** The date of birth on a record: null where it has none, `unreadable` where it cannot be read for sure. */
export interface BirthDate {
  /** False where the record says that it is another one than was asked for. */
  readonly isOfPatient: boolean
  readonly date: CalendarDate | null | 'unreadable'
}

/** The year of a date that was never set, as .NET writes it: 0001-01-01. */
const noYear = 1

/** The date of birth of `patientId`'s record. */
export function birthDate({ body }: ServiceAnswer, patientId: Id): BirthDate | undefined {
  const assumed = assumedBirthDate(body, patientId)
  if (assumed) return assumed
  const { layers } = unwrap(body, recordFields.patient)
  if (layers.length === 0) return undefined
  const ids = ['id', 'patientId', 'uuid'].flatMap((name) => find(layers, [name], readId) ?? [])
  const isOfPatient = ids.length === 0 || ids.some((id) => sameId(id, patientId))
  const recorded = present(layers, names.dateOfBirth)
  if (recorded !== undefined) {
    const date = readDate(recorded)
    return { isOfPatient, date: date?.year === noYear ? null : (date ?? 'unreadable') }
  }
  const parts = ['year', 'month', 'day'].map((part) =>
    present(layers, [`birth${part}`, `${part}OfBirth`]),
  )
  const [year, month, day] = parts
  const date = year === undefined ? null : (readDate({ year, month, day }) ?? 'unreadable')
  return { isOfPatient, date }
}

/** A record that names itself as asked for, with a date in the documents' form, and no other date of birth. */
function assumedBirthDate(body: unknown, patientId: Id): BirthDate | undefined {
  if (!isFields(body)) return undefined
  const { id, dateOfBirth } = body
  if (typeof dateOfBirth !== 'string' || (typeof id !== 'number' && typeof id !== 'string'))
    return undefined
  if (id !== patientId && !sameId(id, patientId)) return undefined
  const date = assumedDate(dateOfBirth)
  return date && { isOfPatient: true, date }
}
