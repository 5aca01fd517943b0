import { sameId, type Id } from '../values.ts'
import { find, isFields, readId, readList, readTexts, readWord, unwrap } from './fields.ts'
import { patientRecord } from './patient-readers.ts'
import { readerOf, type ReadBy } from './reading.ts'

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
      /** Number of linked attempts. */
      attempts: find(layers, 'attemptLinks', readList)?.length ?? 0,
    }
  })

/** A record that follows a patient into remote care. */
export type ReadConversion = ReadBy<ReturnType<typeof conversionReader>>
