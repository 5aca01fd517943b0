import { isoDate } from '../../shared/calendar-date.ts'
import { sameId, type Id } from '../values.ts'
import {
  find,
  isFields,
  pick,
  readFlag,
  readId,
  readInteger,
  readList,
  readText,
  readTextOrNumber,
  unwrap,
  type Fields,
} from './fields.ts'
import { createdPacket, formsIn, packet } from './packet.ts'
import type {
  ReadIntakePacket,
  ReadKeptAnswer,
  ReadKeptForm,
  ReadPacketContents,
  ReadPatient,
} from './read-types.ts'
import type { ServiceAnswer } from './reading.ts'
import { birthDate } from './visit-readers.ts'

/** Reads a patient out of an answer, or of a row. */
export function patientRecord(value: unknown): ReadPatient | undefined {
  const { layers } = unwrap(value, 'patient')
  const id = find(layers, 'id', readId) ?? find(layers, 'patientId', readId)
  if (id === undefined) return undefined
  const born = birthDate(value, id)?.date
  const text = (field: string) => find(layers, field, readTextOrNumber) ?? null
  return {
    id,
    active: find(layers, 'active', readFlag) ?? true,
    firstName: text('firstName'),
    lastName: text('lastName'),
    name: text('name'),
    dateOfBirth: born && born !== 'unreadable' ? isoDate(born) : null,
    phone: text('mobilePhone'),
    email: text('email'),
  }
}

/** Reads the id of the created patient; null if the answer names none, or one with another date of birth. */
export function createdPatient({ body, headers }: ServiceAnswer, bornOn: string): Id | null {
  const read = patientRecord(body)
  if (read) return read.dateOfBirth === null || read.dateOfBirth === bornOn ? read.id : null
  const location = headers['location']
  const linked = typeof location === 'string' ? location : ''
  return readId(unwrap(body).core) ?? readId(/\/patients?\/([^/?#]+)/i.exec(linked)?.[1]) ?? null
}

/** Reads a packet as the outbox tells it from others. */
export function intakePacket(value: unknown, asked?: Id): ReadIntakePacket | undefined {
  const read = packet(value, asked)
  if (!read) return undefined
  const { layers } = unwrap(value, 'formPacket')
  const isListed = find(layers, 'forms', readList) !== undefined
  const templateIds = formsIn(layers).map((form) => readId(pick(form, 'formTemplateId')))
  return {
    id: read.id,
    name: read.name,
    patientId: read.patientId ?? null,
    templateIds: isListed && templateIds.every((id) => id !== undefined) ? templateIds : null,
  }
}

/** Reads the packet that was made; null where the answer does not name it. */
export function createdIntakePacket(answer: ServiceAnswer): ReadIntakePacket | null {
  const id = createdPacket(answer)?.id
  return (id === undefined ? undefined : intakePacket(answer.body, id)) ?? null
}

/** Reads a packet with the answers in its forms. */
export function packetContents(value: unknown, asked: Id): ReadPacketContents | undefined {
  const read = intakePacket(value, asked)
  if (!read || !sameId(read.id, asked)) return undefined
  return { ...read, forms: formsIn(unwrap(value, 'formPacket').layers).map(keptForm) }
}

/** Reads the attributes that a prefill says to have filled. */
export function filledAttributes(body: unknown): readonly string[] {
  const filled = find(unwrap(body).layers, 'filled', readList) ?? []
  return filled.filter((entry) => typeof entry === 'string')
}

/** True unless a template says that no more packets are made from it. */
export function isTemplateActive(body: unknown): boolean {
  return find(unwrap(body).layers, 'isActive', readFlag) !== false
}

function keptForm(form: Fields): ReadKeptForm {
  return {
    templateId: readId(pick(form, 'formTemplateId')) ?? null,
    version: readInteger(pick(form, 'version')) ?? null,
    answers: readList(pick(form, 'answers'))?.filter(isFields).map(keptAnswer) ?? null,
  }
}

function keptAnswer(answer: Fields): ReadKeptAnswer {
  return {
    element: readId(pick(answer, 'elementId')) ?? null,
    attribute: readText(pick(answer, 'attribute')) ?? null,
    value: pick(answer, 'value'),
  }
}
