import { sameId, type Id } from '../values.ts'
import { find, isFields, readId, readList, readText, readWord, unwrap } from './fields.ts'
import { patientRecord } from './intake-records.ts'
import type { ReadPatient } from './read-types.ts'
import { readerOf, type Reader } from './reading.ts'

const states = { INITIALIZED: 'begun', IN_PROGRESS: 'inProgress', CONVERTED: 'converted' } as const
const stateWords = Object.keys(states) as (keyof typeof states)[]

/** A record that follows a patient into remote care; null where the service does not say it. */
export interface ReadConversion {
  readonly id: Id
  readonly state: (typeof states)[keyof typeof states] | null
  readonly services: readonly string[]
  /** The patient as written into the record; the id is the record's own. */
  readonly patient: ReadPatient | null
  /** Number of linked attempts. */
  readonly attempts: number
}

/** Reads a record of remote care, the one `asked` for (assumption `remote-care-conversion-shape`). */
export const conversionReader = (asked?: Id): Reader<ReadConversion> =>
  readerOf('a remote care conversion', ({ body }) => {
    const { layers } = unwrap(body, 'conversion')
    const id = find(layers, 'id', readId)
    if (id === undefined || (asked !== undefined && !sameId(id, asked))) return undefined
    const word = find(layers, 'status', (value) => readWord(value, stateWords))
    const services = find(layers, 'selectedServices', readList) ?? []
    const person = find(layers, 'patient', (value) => (isFields(value) ? value : undefined))
    return {
      id,
      state: word === undefined ? null : states[word],
      services: services.flatMap((each) => readText(each) ?? []),
      patient: (person && patientRecord({ ...person, id })) ?? null,
      attempts: find(layers, 'attemptLinks', readList)?.length ?? 0,
    }
  })
