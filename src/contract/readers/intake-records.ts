import type { CalendarDate } from '../../shared/calendar-date.ts'
import { sameId, type Id } from '../values.ts'
import { find, present, unwrap } from './layers.ts'
import { createdPacket, packet } from './packet.ts'
import { birthDate } from './patient.ts'
import type {
  ReadIntakePacket,
  ReadKeptAnswer,
  ReadKeptForm,
  ReadPacketContents,
  ReadPatient,
} from './read-types.ts'
import type { ServiceAnswer } from './reading.ts'
import { isFields, type Fields } from './record.ts'
import { readFlag, readId, readPatientId, readText } from './values.ts'
import { names, recordFields } from './vocabulary.ts'

/** A patient out of an answer, or a row of a list. */
export function patientRecord(value: unknown): ReadPatient | undefined {
  const { layers } = unwrap(value, recordFields.patient)
  const id = find(layers, names.id, readId) ?? find(layers, names.patientId, readPatientId)
  if (id === undefined) return undefined
  const born = birthDate({ status: 200, headers: {}, url: '', body: value }, id)?.date
  const text = (fields: readonly string[]) => find(layers, fields, readTextOrNumber) ?? null
  return {
    id,
    active: find(layers, names.isActive, readFlag) ?? true,
    firstName: text(names.firstName),
    lastName: text(names.lastName),
    name: text(names.personName),
    dateOfBirth: born && born !== 'unreadable' ? isoDate(born) : null,
    phone: text(names.phone),
    email: text(names.email),
  }
}

/** The id of the patient that was made; null where the answer does not name it, or names one who was born on another day. */
export function createdPatient({ body, headers }: ServiceAnswer, bornOn: string): Id | null {
  const read = patientRecord(body)
  if (read) return read.dateOfBirth === null || read.dateOfBirth === bornOn ? read.id : null
  const bare = readId(unwrap(body).core)
  const location = headers['location']
  const linked = typeof location === 'string' ? location : ''
  return bare ?? readId(/\/patients?\/([^/?#]+)/i.exec(linked)?.[1]) ?? null
}

/** A packet as the outbox tells it from others. */
export function intakePacket(value: unknown, asked?: Id): ReadIntakePacket | undefined {
  const read = packet(value, asked)
  if (!read) return undefined
  const templates = formsIn(value)?.map((form) => find([form], names.formTemplateId, readId))
  return {
    id: read.id,
    name: read.name,
    patientId: read.patientId ?? null,
    templateIds: templates?.every((id) => id !== undefined) ? templates : null,
  }
}

/** The packet that was made; null where the answer does not name it. */
export function createdIntakePacket(answer: ServiceAnswer): ReadIntakePacket | null {
  const id = createdPacket(answer)?.id
  return (id === undefined ? undefined : intakePacket(answer.body, id)) ?? null
}

/** A packet with what was answered in its forms. */
export function packetContents(value: unknown, asked: Id): ReadPacketContents | undefined {
  const read = intakePacket(value, asked)
  if (!read || !sameId(read.id, asked)) return undefined
  return { ...read, forms: (formsIn(value) ?? []).map(keptForm) }
}

/** The attributes that a prefill says to have filled. */
export function filledAttributes(body: unknown): readonly string[] {
  const { layers } = unwrap(body)
  const filled = find(layers, names.filled, (value) => (Array.isArray(value) ? value : undefined))
  return (filled ?? []).flatMap((entry: unknown) => (typeof entry === 'string' ? [entry] : []))
}

/** Whether a template says that packets are no longer made of it. */
export function isTemplateActive(body: unknown): boolean {
  return find(unwrap(body).layers, names.isActive, readFlag) !== false
}

function formsIn(value: unknown): readonly Fields[] | undefined {
  const { layers } = unwrap(value, recordFields.packet)
  const forms = find(layers, names.packetForms, (field) =>
    Array.isArray(field) ? (field as unknown[]) : undefined,
  )
  return forms?.filter(isFields)
}

function keptForm(form: Fields): ReadKeptForm {
  const answers = find([form], names.answers, (value) =>
    Array.isArray(value) ? (value as unknown[]) : undefined,
  )
  const version = find([form], names.version, readId)
  return {
    templateId: find([form], names.formTemplateId, readId) ?? null,
    version: version === undefined || Number.isNaN(Number(version)) ? null : Number(version),
    answers: answers?.filter(isFields).map(keptAnswer) ?? null,
  }
}

function keptAnswer(answer: Fields): ReadKeptAnswer {
  return {
    element: find([answer], names.elementId, readId) ?? null,
    attribute: find([answer], names.attribute, readText) ?? null,
    value: present([answer], names.answerValue),
  }
}

function readTextOrNumber(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : readText(value)
}

function isoDate({ year, month, day }: CalendarDate): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}
