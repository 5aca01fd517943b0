import { sameId, type Id } from '../values.ts'
import { readMoment } from './dates.ts'
import {
  find,
  isFields,
  pick,
  readFlag,
  readId,
  readNumber,
  readText,
  readTitle,
  readWord,
  unwrap,
  type Fields,
} from './fields.ts'
import { pageReader } from './lists.ts'
import { readerOf } from './reading.ts'

/** State of an appointment; an unknown word counts as still to come: `open`. */
export type AppointmentState = 'open' | 'arrived' | 'completed' | 'cancelled'

/** An appointment (assumption `appointment-shape`); undefined where the service does not say it. */
export interface ReadVisit {
  readonly id: Id
  readonly patientId: Id | undefined
  readonly locationId: Id | undefined
  /** ms since 1970. */
  readonly startsAt: number
  readonly state: AppointmentState
  readonly practitionerId: Id | undefined
  readonly practitioner: string | undefined
  readonly typeId: Id | undefined
  readonly type: string | undefined
  readonly isTelehealth: boolean | undefined
  readonly place: string | undefined
  /** ms since 1970. */
  readonly endsAt?: number | undefined
  readonly patientName?: string | undefined
}

/** A type of appointments (assumption `appointment-type-shape`). */
export interface ReadVisitType {
  readonly id: Id
  readonly name: string | undefined
  readonly isTelehealth: boolean | undefined
  readonly description?: string | undefined
  readonly minutes?: number | undefined
}

/** Reads a page of appointments. A row without an id or a time is none. */
export const visitsReader = pageReader('a list of appointments with ids and times', 'some', (row) =>
  visitIn([row]),
)

/** Reads the appointment that was asked for. */
export const visitReader = (asked: Id) =>
  readerOf('the appointment that was asked for', ({ body }): ReadVisit | undefined => {
    const visit = visitIn(unwrap(body, 'appointment').layers)
    return visit && sameId(visit.id, asked) ? visit : undefined
  })

/** Reads how an appointment stands after it was changed; null where the answer does not say it of this one. */
export const changedStateReader = (asked: Id) =>
  readerOf('an appointment that was changed', ({ body }): AppointmentState | null => {
    const { layers } = unwrap(body, 'appointment')
    const id = find(layers, 'id', readId)
    return id !== undefined && !sameId(id, asked) ? null : (stateOf(layers) ?? null)
  })

/** Reads a page of types of appointments. */
export const visitTypesReader = pageReader('a list of appointment types', 'any', (row) =>
  typeIn([row]),
)

/** Reads a page of active types. */
export const typeRowsReader = pageReader('a list of appointment types', 'any', (row) =>
  readFlag(pick(row, 'isActive')) === false ? undefined : typeIn([row]),
)

/** Reads one type. */
export const typeDetailsReader = readerOf('an appointment type', ({ body }) => {
  const { layers } = unwrap(body, 'appointmentType')
  const type = typeOf(layers)
  return layers.length === 0 ? undefined : { ...type, isTelehealth: type.isTelehealth ?? false }
})

/** Reads the name of a patient; null where the record has none. */
export const patientNameReader = readerOf('a patient', ({ body }): string | null | undefined => {
  const { layers } = unwrap(body, 'patient')
  return layers.length === 0 ? undefined : (nameOf(layers) ?? null)
})

function nameOf(person: readonly Fields[]): string | undefined {
  const parts = ['firstName', 'lastName'].flatMap((part) => find(person, part, readText) ?? [])
  return parts.length > 0 ? parts.join(' ') : find(person, 'name', readText)
}

/** Reads what an appointment says of itself; undefined without an id or a time. */
function visitIn(layers: readonly Fields[]): ReadVisit | undefined {
  const id = find(layers, 'id', readId)
  const startsAt = find(layers, 'startAt', readMoment)
  if (id === undefined || startsAt === undefined) return undefined
  const inner = (field: string) =>
    find(layers, field, (value) => (isFields(value) ? [value] : undefined)) ?? []
  const name = (field: string) => find(inner(field), 'name', readTitle)
  const idOf = (field: string) =>
    find(layers, `${field}Id`, readId) ?? find(inner(field), 'id', readId)
  return {
    id,
    startsAt,
    endsAt: find(layers, 'endAt', readMoment),
    state: stateOf(layers) ?? 'open',
    patientId: idOf('patient'),
    patientName: nameOf(inner('patient')),
    locationId: idOf('location'),
    place: name('location'),
    practitionerId: idOf('practitioner'),
    practitioner: name('practitioner'),
    typeId: idOf('appointmentType'),
    type: name('appointmentType'),
    isTelehealth:
      find(layers, 'isTelehealth', readFlag) ??
      find(inner('appointmentType'), 'isTelehealth', readFlag),
  }
}

const states = { CHECKED_IN: 'arrived', COMPLETED: 'completed', CANCELLED: 'cancelled' } as const
const stateWords = Object.keys(states) as (keyof typeof states)[]

/** Undefined where nothing is said. */
function stateOf(layers: readonly Fields[]): AppointmentState | undefined {
  return find(layers, 'status', (value) => {
    if (readText(value) === undefined) return undefined
    const word = readWord(value, stateWords)
    return word === undefined ? 'open' : states[word]
  })
}

function typeIn(layers: readonly Fields[]): ReadVisitType | undefined {
  const id = find(layers, 'id', readId)
  return id === undefined ? undefined : { id, ...typeOf(layers) }
}

function typeOf(layers: readonly Fields[]) {
  return {
    name: find(layers, 'name', readText),
    description: find(layers, 'description', readText),
    minutes: find(layers, 'durationMinutes', readMinutes),
    isTelehealth: find(layers, 'isTelehealth', readFlag),
  }
}

function readMinutes(value: unknown): number | undefined {
  const minutes = readNumber(value)
  return minutes !== undefined && minutes > 0 ? minutes : undefined
}
