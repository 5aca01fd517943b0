import { isoDate } from '../../shared/calendar-date.ts'
import { sameId, type Id } from '../values.ts'
import {
  find,
  isFields,
  objectsIn,
  pick,
  readFlag,
  readId,
  readText,
  readTextOrNumber,
  unwrap,
  readTexts,
  readWord,
} from './fields.ts'
import { pageReader, readPage } from './lists.ts'
import { readerOf, type ReadBy } from './reading.ts'
import { birthDate } from './visit-readers.ts'

/** Reads a patient out of an answer, or of a row; null for what it does not give. `asked`: as for a packet. */
export function patientRecord(value: unknown, asked?: Id) {
  const { layers } = unwrap(value, 'patient')
  const named = find(layers, 'id', readId) ?? find(layers, 'patientId', readId)
  const id = named ?? (layers.length > 0 ? asked : undefined)
  if (id === undefined) return undefined
  const born = birthDate(value, id)?.date
  const text = (field: string) => find(layers, field, readTextOrNumber) ?? null
  return {
    id,
    active: find(layers, 'active', readFlag) ?? true,
    firstName: text('firstName'),
    lastName: text('lastName'),
    name: text('name'),
    /** YYYY-MM-DD. */
    dateOfBirth: born && born !== 'unreadable' ? isoDate(born) : null,
    phone: text('mobilePhone'),
    email: text('email'),
  }
}

export type ReadPatient = Readonly<NonNullable<ReturnType<typeof patientRecord>>>

/** Reads a page of patients (assumption `partner-patient-shape`). */
export const patientsReader = pageReader('a list of patients with ids', 'some', (row) =>
  patientRecord(row),
)

/** Reads the patient that was asked for (assumptions `patient-relatives-shape`, `practitioner-shape`). */
export const patientInFullReader = (asked: Id) =>
  readerOf('the patient that was asked for', ({ body }) => {
    const record = patientRecord(body)
    if (!record || !sameId(record.id, asked)) return undefined
    const { layers } = unwrap(body, 'patient')
    return {
      ...record,
      address:
        find(layers, 'homeAddress', readAddress) ??
        find(layers, 'mailingAddress', readAddress) ??
        null,
      homeAddress: find(layers, 'homeAddress', readAddress) ?? null,
      parents: objectsIn(layers, 'parents').flatMap((each) => patientRecord(each) ?? []),
      children: objectsIn(layers, 'children').flatMap((each) => patientRecord(each) ?? []),
      practitioners: objectsIn(layers, 'practitioners').flatMap(
        (each) => readText(pick(each, 'name')) ?? [],
      ),
    }
  })

export type ReadPatientInFull = ReadBy<ReturnType<typeof patientInFullReader>>

/** Reads an address, null for each part that it does not say; `stateProvince` is a short name, `fullAddress` all as one text. */
function readAddress(value: unknown) {
  if (!isFields(value)) return undefined
  const text = (field: string) => readText(pick(value, field)) ?? null
  const address = {
    address1: text('address1'),
    city: text('city'),
    postalCode: text('postalCode'),
    stateProvince: text('stateProvince'),
    fullAddress: text('fullAddress'),
  }
  return Object.values(address).some((part) => part !== null) ? address : undefined
}

/** Reads the notes on a patient that are in force; a colour as `#rrggbb`. */
export const patientTagsReader = readerOf('a list of tags', (answer) =>
  readPage(answer)
    ?.items.filter(isFields)
    .filter((row) => readFlag(pick(row, 'active')) !== false)
    .flatMap((row) => {
      const note = readText(pick(row, 'note'))
      const color = readText(pick(row, 'color')) ?? ''
      return note === undefined
        ? []
        : [{ note, color: /^#[0-9a-f]{6}$/i.test(color) ? color : null }]
    }),
)

/** Reads the patient that was asked for, also where the record does not name itself; no other one. */
export const patientReader = (asked: Id) =>
  readerOf('the patient that was asked for', ({ body }) => {
    const record = patientRecord(body, asked)
    return record && sameId(record.id, asked) ? record : undefined
  })

const states = { INITIALIZED: 'begun', IN_PROGRESS: 'inProgress', CONVERTED: 'converted' } as const
const stateWords = Object.keys(states) as (keyof typeof states)[]

/** Reads a record of remote care, the one `asked` for (assumption `remote-care-conversion-shape`). */
export const conversionReader = (asked?: Id) =>
  readerOf('a remote care conversion', ({ body }) => {
    const { layers } = unwrap(body, 'conversion')
    const id = find(layers, 'id', readId)
    if (id === undefined || (asked !== undefined && !sameId(id, asked))) return undefined
    const word = find(layers, 'status', (value) => readWord(value, stateWords))
    const person = find(layers, 'patient', (value) => (isFields(value) ? value : undefined))
    return {
      id,
      /** Null where the service does not say it. */
      state: word === undefined ? null : states[word],
      services: find(layers, 'selectedServices', readTexts) ?? [],
      /** The patient as written into the record; the id is the record's own. */
      patient: (person && patientRecord({ ...person, id })) ?? null,
    }
  })

export type ReadConversion = ReadBy<ReturnType<typeof conversionReader>>
