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
  unwrap,
  type Fields,
} from './fields.ts'
import { pageReader } from './lists.ts'
import { createdPacket, formsIn, packet } from './packet.ts'
import { patientRecord } from './patient-readers.ts'
import { readerOf, type ServiceAnswer } from './reading.ts'

/** Readers for the outbox; every row of its lists must be readable, since an omitted one could be the one it needs. */
export const outboxReaders = {
  patients: pageReader('a list of patients with ids', 'every', (row) => patientRecord(row)),
  patient: readerOf('a patient', ({ body }) => patientRecord(body)),
  /** Null where the answer does not name the new patient, or names one with another date of birth. */
  createdPatient: (bornOn: string) =>
    readerOf('a new patient', (answer) => createdPatient(answer, bornOn)),
  packets: pageReader('a list of form packets with ids', 'every', (row) => intakePacket(row)),
  /** Null where the answer does not name the packet. */
  createdPacket: readerOf('a new form packet', (answer) => {
    const id = createdPacket(answer)?.id
    return (id === undefined ? undefined : intakePacket(answer.body, id)) ?? null
  }),
  packet: (asked: Id) =>
    readerOf('the form packet that was asked for', ({ body }) => packetContents(body, asked)),
  /** The attributes that a prefill says to have filled. */
  prefilled: readerOf('what was filled', ({ body }) => {
    const filled = find(unwrap(body).layers, 'filled', readList) ?? []
    return filled.filter((entry) => typeof entry === 'string')
  }),
  /** True unless the template says that no more packets are made from it. */
  template: readerOf(
    'a form template',
    ({ body }) => find(unwrap(body).layers, 'isActive', readFlag) !== false,
  ),
} as const

function createdPatient({ body }: ServiceAnswer, bornOn: string): Id | null {
  const read = patientRecord(body)
  if (read) return read.dateOfBirth === null || read.dateOfBirth === bornOn ? read.id : null
  return readId(unwrap(body).core) ?? null
}

/** Reads a packet as the outbox tells it from others; null for what it does not give. */
function intakePacket(value: unknown, asked?: Id) {
  const read = packet(value, asked)
  if (!read) return undefined
  const { layers } = unwrap(value, 'formPacket')
  const isListed = find(layers, 'forms', readList) !== undefined
  const templateIds = formsIn(layers).map((form) => readId(pick(form, 'formTemplateId')))
  return {
    id: read.id,
    name: read.name,
    patientId: read.patientId ?? null,
    isOpen: read.completed !== true && !read.archived,
    templateIds: isListed && templateIds.every((id) => id !== undefined) ? templateIds : null,
  }
}

/** Fields that distinguish packets. */
export type ReadIntakePacket = Readonly<NonNullable<ReturnType<typeof intakePacket>>>

/** Reads a packet with the answers in its forms. */
function packetContents(value: unknown, asked: Id) {
  const read = intakePacket(value, asked)
  if (!read || !sameId(read.id, asked)) return undefined
  return { ...read, forms: formsIn(unwrap(value, 'formPacket').layers).map(keptForm) }
}

export type ReadPacketContents = NonNullable<ReturnType<typeof packetContents>>

/** A form of a packet; `answers` is null where it does not tell them. */
export type ReadKeptForm = ReturnType<typeof keptForm>

const keptForm = (form: Fields) => ({
  templateId: readId(pick(form, 'formTemplateId')) ?? null,
  version: readInteger(pick(form, 'version')) ?? null,
  answers: readList(pick(form, 'answers'))?.filter(isFields).map(keptAnswer) ?? null,
})

const keptAnswer = (answer: Fields) => ({
  element: readId(pick(answer, 'elementId')) ?? null,
  attribute: readText(pick(answer, 'attribute')) ?? null,
  value: pick(answer, 'value'),
})
