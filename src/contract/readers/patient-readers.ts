import type { Id } from '../values.ts'
import { sameId } from '../values.ts'
import { patientRecord } from './intake-records.ts'
import { find, unwrap } from './layers.ts'
import { readPage } from './lists.ts'
import type { ReadPatient } from './read-types.ts'
import { readerOf, type Reader } from './reading.ts'
import { isFields, pick, type Fields } from './record.ts'
import { readFlag, readText } from './values.ts'
import { names, recordFields } from './vocabulary.ts'

/** A page of patients. */
export interface PatientsPage {
  readonly items: readonly ReadPatient[]
  readonly nextCursor: string | null
}

/** An address of a patient; null where it does not say it. */
export interface ReadPatientAddress {
  readonly street: string | null
  readonly city: string | null
  readonly postalCode: string | null
  /** A short name, such as `WA`. */
  readonly stateProvince: string | null
  /** All of it as one text. */
  readonly whole: string | null
}

/** A patient's record with what only a single one carries. */
export interface ReadPatientInFull extends ReadPatient {
  readonly address: ReadPatientAddress | null
  readonly parents: readonly ReadPatient[]
  readonly children: readonly ReadPatient[]
  readonly practitioners: readonly string[]
}

/** A state or province. */
export interface ReadStateProvince {
  readonly name: string
  readonly shortName: string
}

/** A note on a patient that is in force. */
export interface ReadPatientTag {
  readonly note: string
  /** `#rrggbb`. */
  readonly color: string | null
}

/** A page of patients (assumption `partner-patient-shape`). A row without an id is none; a page of such rows alone cannot be read. */
export const patientsReader: Reader<PatientsPage> = readerOf(
  'a list of patients with ids',
  ({ status, body, headers }) => {
    if (status === 204) return { items: [], nextCursor: null }
    const page = readPage(body, headers)
    const items = page?.items.flatMap((row) => patientRecord(row) ?? []) ?? []
    if (!page || (items.length === 0 && page.items.length > 0)) return undefined
    return { items, nextCursor: page.nextCursor }
  },
)

/** The patient that was asked for (assumptions `partner-patient-shape`, `patient-relatives-shape`, `practitioner-shape`). */
export const patientInFullReader = (asked: Id): Reader<ReadPatientInFull> =>
  readerOf('the patient that was asked for', ({ body }) => {
    const record = patientRecord(body)
    if (!record || !sameId(record.id, asked)) return undefined
    const { layers } = unwrap(body, recordFields.patient)
    const people = (fields: readonly string[]) =>
      listIn(layers, fields).flatMap((each) => patientRecord(each) ?? [])
    return {
      ...record,
      address: find(layers, ['homeAddress', 'address', 'mailingAddress'], readAddress) ?? null,
      parents: people(['parents', 'guardians']),
      children: people(['children', 'dependents']),
      practitioners: listIn(layers, ['practitioners', 'providers'])
        .filter(isFields)
        .flatMap((each) => readText(pick(each, names.personName)) ?? []),
    }
  })

/** The notes on a patient that are in force. */
export const patientTagsReader = readerOf('a list of tags', ({ body, headers }) =>
  readPage(body, headers)
    ?.items.filter(isFields)
    .filter((row) => readFlag(pick(row, names.isActive)) !== false)
    .flatMap((row): ReadPatientTag[] => {
      const note = readText(pick(row, ['note', 'name', 'label', 'text', 'title']))
      const color = readText(pick(row, ['color', 'colour']))
      return note === undefined ? [] : [{ note, color: isColor(color) ? color : null }]
    }),
)

/** States and provinces (assumption `state-province-list`). */
export const stateProvincesReader = readerOf(
  'a list of states and provinces',
  ({ body, headers }) =>
    readPage(body, headers)
      ?.items.filter(isFields)
      .flatMap((row): ReadStateProvince[] => {
        const name = readText(pick(row, ['name', 'fullName', 'title']))
        const shortName = readText(pick(row, ['shortName', 'code', 'abbreviation']))
        return name === undefined || shortName === undefined ? [] : [{ name, shortName }]
      }),
)

const isColor = (color: string | undefined): color is string =>
  color !== undefined && /^#[0-9a-f]{6}$/i.test(color)

function listIn(layers: readonly Fields[], fields: readonly string[]): readonly unknown[] {
  return (
    find(layers, fields, (value) => (Array.isArray(value) ? (value as unknown[]) : undefined)) ?? []
  )
}

function readAddress(value: unknown): ReadPatientAddress | undefined {
  if (!isFields(value)) return undefined
  const text = (fields: readonly string[]) => readText(pick(value, fields)) ?? null
  const address = {
    street: text(['address1', 'street', 'line1', 'addressLine1']),
    city: text(['city', 'town']),
    postalCode: text(['postalCode', 'zip', 'zipCode', 'postcode']),
    stateProvince: text(['stateProvince', 'state', 'province', 'region']),
    whole: text(['fullAddress', 'formatted', 'text']),
  }
  return Object.values(address).some((part) => part !== null) ? address : undefined
}
