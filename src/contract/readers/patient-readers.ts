import { sameId, type Id } from '../values.ts'
import { find, isFields, pick, readFlag, readList, readText, unwrap } from './fields.ts'
import { patientRecord } from './intake-records.ts'
import { pageReader, readPage } from './lists.ts'
import type { ReadPatient } from './read-types.ts'
import { readerOf, type Reader } from './reading.ts'

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

/** A note on a patient that is in force. */
export interface ReadPatientTag {
  readonly note: string
  /** `#rrggbb`. */
  readonly color: string | null
}

/** Reads a page of patients (assumption `partner-patient-shape`). */
export const patientsReader = pageReader('a list of patients with ids', 'some', (row) =>
  patientRecord(row),
)

/** Reads the patient that was asked for (assumptions `patient-relatives-shape`, `practitioner-shape`). */
export const patientInFullReader = (asked: Id): Reader<ReadPatientInFull> =>
  readerOf('the patient that was asked for', ({ body }) => {
    const record = patientRecord(body)
    if (!record || !sameId(record.id, asked)) return undefined
    const { layers } = unwrap(body, 'patient')
    const listed = (field: string) => find(layers, field, readList)?.filter(isFields) ?? []
    return {
      ...record,
      address:
        find(layers, 'homeAddress', readAddress) ??
        find(layers, 'mailingAddress', readAddress) ??
        null,
      parents: listed('parents').flatMap((each) => patientRecord(each) ?? []),
      children: listed('children').flatMap((each) => patientRecord(each) ?? []),
      practitioners: listed('practitioners').flatMap((each) => readText(pick(each, 'name')) ?? []),
    }
  })

function readAddress(value: unknown): ReadPatientAddress | undefined {
  if (!isFields(value)) return undefined
  const text = (field: string) => readText(pick(value, field)) ?? null
  const address = {
    street: text('address1'),
    city: text('city'),
    postalCode: text('postalCode'),
    stateProvince: text('stateProvince'),
    whole: text('fullAddress'),
  }
  return Object.values(address).some((part) => part !== null) ? address : undefined
}

/** Reads the notes on a patient that are in force. */
export const patientTagsReader = readerOf('a list of tags', (answer) =>
  readPage(answer)
    ?.items.filter(isFields)
    .filter((row) => readFlag(pick(row, 'active')) !== false)
    .flatMap((row): ReadPatientTag[] => {
      const note = readText(pick(row, 'note'))
      const color = readText(pick(row, 'color')) ?? ''
      return note === undefined
        ? []
        : [{ note, color: /^#[0-9a-f]{6}$/i.test(color) ? color : null }]
    }),
)
