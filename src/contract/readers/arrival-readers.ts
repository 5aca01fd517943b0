import type { AppointmentState } from '../../shared/desk/appointments.ts'
import { sameId, type Id } from '../values.ts'
import { readMoment } from './dates.ts'
import {
  find,
  isFields,
  readFlag,
  readId,
  readNumber,
  readText,
  readTitle,
  readWord,
  unwrap,
  type Fields,
} from './fields.ts'
import { readerOf } from './reading.ts'
import { at, oneReader, recordOf, rowsReader, valuesIn, type Found } from './records.ts'

/** Reads a page of appointments. A row without an id or a time is none. */
export const visitsReader = rowsReader('a list of appointments with ids and times', 'some', visitIn)

export const visitReader = oneReader('the appointment that was asked for', 'appointment', visitIn)

/** Reads how an appointment stands after it was changed; null where the answer does not say it of this one. */
export const changedStateReader = (asked: Id) =>
  readerOf('an appointment that was changed', ({ body }): AppointmentState | null => {
    const { layers } = unwrap(body, 'appointment')
    const id = find(layers, 'id', readId)
    return id !== undefined && !sameId(id, asked) ? null : (stateOf(layers) ?? null)
  })

const typeValues = {
  name: at('name', readText),
  description: at('description', readText),
  minutes: at('durationMinutes', readMinutes),
  isTelehealth: at('isTelehealth', readFlag),
  isActive: at('isActive', readFlag, true),
}

const visitType = recordOf(typeValues)
export type ReadVisitType = Found<typeof visitType>

export const visitTypesReader = rowsReader('a list of appointment types', 'any', visitType)

/** Reads one type; null for what it does not say. */
export const typeDetailsReader = readerOf('an appointment type', ({ body }) => {
  const { layers } = unwrap(body, 'appointmentType')
  if (layers.length === 0) return undefined
  const { name = null, description = null, minutes = null, ...type } = valuesIn(layers, typeValues)
  return { name, description, minutes, isTelehealth: type.isTelehealth ?? false }
})

function nameOf(person: readonly Fields[]): string | undefined {
  const parts = ['firstName', 'lastName'].flatMap((part) => find(person, part, readText) ?? [])
  return parts.length > 0 ? parts.join(' ') : find(person, 'name', readText)
}

const inner = (layers: readonly Fields[], field: string) =>
  find(layers, field, (value) => (isFields(value) ? [value] : undefined)) ?? []
const idOf = (field: string) => (layers: readonly Fields[]) =>
  find(layers, `${field}Id`, readId) ?? find(inner(layers, field), 'id', readId)
const titleOf = (field: string) => (layers: readonly Fields[]) =>
  find(inner(layers, field), 'name', readTitle)

/** An appointment (assumption `appointment-shape`); undefined where the service does not say it. Times are ms since 1970. */
const visit = recordOf({
  startsAt: at('startAt', readMoment),
  endsAt: at('endAt', readMoment),
  state: (layers) => stateOf(layers) ?? 'open',
  patientId: idOf('patient'),
  patientName: (layers) => nameOf(inner(layers, 'patient')),
  locationId: idOf('location'),
  place: titleOf('location'),
  practitionerId: idOf('practitioner'),
  practitioner: titleOf('practitioner'),
  typeId: idOf('appointmentType'),
  type: titleOf('appointmentType'),
  isTelehealth: (layers) =>
    find(layers, 'isTelehealth', readFlag) ??
    find(inner(layers, 'appointmentType'), 'isTelehealth', readFlag),
})

function visitIn(layers: readonly Fields[]) {
  const read = visit(layers)
  return read?.startsAt === undefined ? undefined : { ...read, startsAt: read.startsAt }
}
export type ReadVisit = Found<typeof visitIn>

const states = { CHECKED_IN: 'arrived', COMPLETED: 'completed', CANCELLED: 'cancelled' } as const
const stateWords = Object.keys(states) as (keyof typeof states)[]

/** Undefined where nothing is said; an unknown word counts as still to come. */
function stateOf(layers: readonly Fields[]): AppointmentState | undefined {
  return find(layers, 'status', (value) => {
    if (readText(value) === undefined) return undefined
    const word = readWord(value, stateWords)
    return word === undefined ? 'open' : states[word]
  })
}

function readMinutes(value: unknown): number | undefined {
  const minutes = readNumber(value)
  return minutes !== undefined && minutes > 0 ? minutes : undefined
}
