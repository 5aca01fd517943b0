import type { Id } from '../values.ts'
import { visitReader, visitsReader, type ReadVisit } from './arrival-readers.ts'
import { readMoment } from './dates.ts'
import { find, unwrap } from './layers.ts'
import { readPage } from './lists.ts'
import { readerOf, type Reader } from './reading.ts'
import { isFields, pick, type Fields } from './record.ts'
import { readFlag, readId, readText } from './values.ts'
import { names, recordFields } from './vocabulary.ts'

const ends = ['endAt', 'endsAt', 'end', 'endTime', 'endDateTime', 'endDate']
const typeNames = ['name', 'title', 'label']
const minutesOf = ['durationMinutes', 'duration', 'durationInMinutes', 'lengthMinutes', 'minutes']

/** An appointment with its end, in ms since 1970. */
export interface ReadTimedVisit extends ReadVisit {
  readonly endsAt: number | undefined
}

/** A type of appointments, as lists name it. */
interface ReadTypeRow {
  readonly id: Id
  readonly name: string | undefined
  readonly minutes: number | undefined
  readonly isTelehealth: boolean | undefined
}

/** A type of appointments in full (assumption `appointment-type-shape`). */
export interface ReadTypeDetails {
  readonly name: string | undefined
  readonly description: string | undefined
  readonly minutes: number | undefined
  readonly isTelehealth: boolean
}

/** The appointment that was asked for, and when it ends (ms since 1970). */
export function visitDetailsReader(asked: Id): Reader<ReadTimedVisit> {
  const read = visitReader(asked)
  return (answer) => {
    const visit = read(answer)
    if (!visit.ok) return visit
    const { layers } = unwrap(answer.body, recordFields.appointment)
    return { ok: true, value: { ...visit.value, endsAt: find(layers, ends, readMoment) } }
  }
}

/** A page of appointments, and when each ends. */
export const timedVisitsReader: Reader<{
  readonly items: readonly ReadTimedVisit[]
  readonly nextCursor: string | null
}> = (answer) => {
  const visits = visitsReader(answer)
  if (!visits.ok) return visits
  const rows = readPage(answer.body, answer.headers)?.items.filter(isFields) ?? []
  const endOf = new Map(
    rows.map((row) => [String(readId(pick(row, names.id))), find([row], ends, readMoment)]),
  )
  const items = visits.value.items.map((visit) => ({
    ...visit,
    endsAt: endOf.get(String(visit.id)),
  }))
  return { ok: true, value: { items, nextCursor: visits.value.nextCursor } }
}

/** A page of active types. */
export const typeRowsReader = readerOf('a list of appointment types', ({ body, headers }) => {
  const page = readPage(body, headers)
  return page && { ...page, items: page.items.filter(isFields).flatMap(typeRow) }
})

function typeRow(row: Fields): ReadTypeRow[] {
  const id = readId(pick(row, names.id))
  if (id === undefined || find([row], names.isActive, readFlag) === false) return []
  return [
    {
      id,
      name: find([row], typeNames, readText),
      minutes: find([row], minutesOf, readMinutes),
      isTelehealth: find([row], names.isTelehealth, readFlag),
    },
  ]
}

function readMinutes(value: unknown): number | undefined {
  const minutes = Number(value)
  return Number.isFinite(minutes) && minutes > 0 ? minutes : undefined
}

/** One type. */
export const typeDetailsReader = readerOf(
  'an appointment type',
  ({ body }): ReadTypeDetails | undefined => {
    const { layers } = unwrap(body, ['appointmentType', 'type', 'record', 'resource'])
    if (layers.length === 0) return undefined
    return {
      name: find(layers, typeNames, readText),
      description: find(layers, ['description', 'patientDescription', 'instructions'], readText),
      minutes: find(layers, minutesOf, readMinutes),
      isTelehealth: find(layers, names.isTelehealth, readFlag) ?? false,
    }
  },
)
