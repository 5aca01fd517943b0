import { isoDate } from '../../shared/calendar-date.ts'
import { formPacket } from '../partner-v2/form-packets.ts'
import { type Id, sameId } from '../values.ts'
import { readDate } from './dates.ts'
import {
  find,
  isEmptyField,
  isFields,
  isMoment,
  objectsIn,
  pick,
  readId,
  readInteger,
  readList,
  readText,
  readWord,
  unwrap,
  type Fields,
} from './fields.ts'
import { type ServiceAnswer, readerOf } from './reading.ts'

export const packetWords = ['NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'ARCHIVED'] as const

/** Reads a packet out of an answer, or of a row; `asked` is its id where the request named it. */
export const packet = (value: unknown, asked?: Id): ReadPacket | undefined =>
  assumedPacket(value) ?? searchPacket(value, asked)

export type ReadPacket = NonNullable<ReturnType<typeof searchPacket>>

function searchPacket(value: unknown, asked: Id | undefined) {
  const { layers } = unwrap(value, 'formPacket')
  const id = find(layers, 'id', readId) ?? (layers.length > 0 ? asked : undefined)
  if (id === undefined) return undefined
  const state = stateOf(layers)
  const completed = isCompleted(layers)
  return {
    id,
    /** Null where neither the packet nor its forms have a name. */
    name: nameOf(layers),
    patientId: find(layers, 'patientId', readId),
    locationId: find(layers, 'locationId', readId),
    dueDate: find(layers, 'dueDate', readDay) ?? null,
    started: completed === true || isStarted(layers),
    /** Null where nothing that is known says it. */
    completed,
    archived: state === 'ARCHIVED' || hasMoment(layers, 'archivedAt'),
  }
}

const assumedFields: ReadonlySet<string> = new Set(Object.keys(formPacket.shape))

/** Reads a packet in exactly the assumed form without a search: a list of them costs little more than its parsing. */
function assumedPacket(value: unknown): ReadPacket | undefined {
  if (!isFields(value)) return undefined
  for (const name in value) if (!assumedFields.has(name)) return undefined
  const { id, name, status, patientId, locationId, dueDate, completedAt, archivedAt } = value
  const completed = status === 'COMPLETED'
  if (!completed && status !== 'IN_PROGRESS' && status !== 'NOT_STARTED') return undefined
  if (typeof name !== 'string' || !(name.charCodeAt(0) > space) || archivedAt !== null)
    return undefined
  if (!isId(id) || !isId(patientId) || !isId(locationId)) return undefined
  // The search judges any other sign that it is complete or begun.
  if (completed ? typeof completedAt !== 'string' : completedAt !== null) return undefined
  if (status === 'NOT_STARTED' && mayBeCompleted(value['forms'])) return undefined
  const due = dueDate === null ? null : (readDay(dueDate) ?? null)
  const started = status !== 'NOT_STARTED'
  return { id, name, patientId, locationId, dueDate: due, started, completed, archived: false }
}

function readDay(value: unknown): string | undefined {
  const date = readDate(value)
  const isWritten = typeof value === 'string' && value.length === 10 && value[4] === '-'
  return isWritten && date ? value : date && isoDate(date)
}

const space = ' '.charCodeAt(0)
const isId = (value: unknown): value is Id =>
  typeof value === 'number'
    ? Number.isSafeInteger(value)
    : typeof value === 'string' && readId(value) === value

const mayBeCompleted = (forms: unknown) =>
  Array.isArray(forms) &&
  forms.length > 0 &&
  forms.every((form) => !isFields(form) || form['status'] !== 'NOT_STARTED')

/** Reads the packet that was made: the answer may be its id alone. */
export function createdPacket({ body }: ServiceAnswer): ReadPacket | undefined {
  const read = packet(body)
  if (read) return read
  const id = readId(unwrap(body).core)
  return id === undefined ? undefined : packet({}, id)
}

const formsIn = (layers: readonly Fields[]) => objectsIn(layers, 'forms')

function nameOf(layers: readonly Fields[]): string | null {
  const own = find(layers, 'name', readText)
  if (own !== undefined) return own
  const forms = formsIn(layers).flatMap((form) => readText(pick(form, 'name')) ?? [])
  return forms.length > 0 ? forms.join(', ') : null
}

/** By its word, by a moment, or because all of its forms are complete; null where nothing known says it. */
function isCompleted(layers: readonly Fields[]): boolean | null {
  const state = stateOf(layers)
  if (state === 'COMPLETED') return true
  const hasEnded = hasMoment(layers, 'completedAt') || hasMoment(layers, 'submittedAt')
  if (hasEnded) return true
  if (state === 'IN_PROGRESS') return false
  const forms = formsIn(layers).map((form) => isCompleted([form]))
  if (forms.length > 0 && !forms.includes(null)) return !forms.includes(false)
  const isOpen = state === 'NOT_STARTED' || isEmptyField(layers, 'completedAt')
  return isOpen || isEmptyField(layers, 'submittedAt') ? false : null
}

function isStarted(layers: readonly Fields[]): boolean {
  const state = stateOf(layers)
  if (state !== undefined) return state !== 'NOT_STARTED'
  if (find(layers, 'status', readText) !== undefined) return true
  return formsIn(layers).some(
    (form) => isCompleted([form]) === true || stateOf([form]) === 'IN_PROGRESS',
  )
}

const stateOf = (layers: readonly Fields[]) =>
  find(layers, 'status', (value) => readWord(value, packetWords))

const hasMoment = (layers: readonly Fields[], field: string) =>
  find(layers, field, (value) => isMoment(value) || undefined) === true

/** Reads a packet with its forms and their answers (assumption `form-packet-shape`); `forms` is null where none are listed. */
export function packetInFull(value: unknown, asked?: Id) {
  const read = packet(value, asked)
  if (!read) return undefined
  const { layers } = unwrap(value, 'formPacket')
  const isListed = find(layers, 'forms', readList) !== undefined
  return { ...read, forms: isListed ? formsIn(layers).map(formIn) : null }
}
export type ReadPacketInFull = Readonly<NonNullable<ReturnType<typeof packetInFull>>>

/** Reads the packet that was asked for, and no other. */
export const packetReader = (asked: Id) =>
  readerOf('the form packet that was asked for', ({ body }) => {
    const read = packetInFull(body, asked)
    return read && sameId(read.id, asked) ? read : undefined
  })

function formIn(form: Fields) {
  // A form says how far it is as a packet does.
  const read = packet(form, 0)
  return {
    name: read?.name ?? null,
    templateId: readId(pick(form, 'formTemplateId')) ?? null,
    version: readInteger(pick(form, 'version')) ?? null,
    started: read?.started ?? false,
    completed: read?.completed ?? null,
    answers: readList(pick(form, 'answers'))?.filter(isFields).map(answerIn) ?? null,
  }
}
export type ReadForm = ReturnType<typeof formIn>

const answerIn = (answer: Fields) => ({
  element: readId(pick(answer, 'elementId')) ?? null,
  attribute: readText(pick(answer, 'attribute')) ?? null,
  question: readText(pick(answer, 'label')) ?? null,
  value: pick(answer, 'value'),
})

/** Counts the forms of a packet that are not complete; null where it does not tell that of each of them. */
export function formsLeft({ forms }: ReadPacketInFull): number | null {
  if (!forms?.length || forms.some(({ completed }) => completed === null)) return null
  return forms.filter(({ completed }) => completed === false).length
}

/** Lists the templates of a packet; null where it does not name that of each form. */
export function templatesOf({ forms }: ReadPacketInFull): readonly Id[] | null {
  const ids = forms?.flatMap(({ templateId }) => templateId ?? [])
  return ids && ids.length === forms?.length ? ids : null
}
