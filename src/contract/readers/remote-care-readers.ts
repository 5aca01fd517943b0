import { sameId, type Id } from '../values.ts'
import { patientRecord } from './intake-records.ts'
import { find, unwrap } from './layers.ts'
import type { ReadPatient } from './read-types.ts'
import { readerOf, type Reader } from './reading.ts'
import { isFields } from './record.ts'
import { readId, readText, readWord } from './values.ts'

/** How far a patient is on the way into remote care. */
type ConversionState = 'begun' | 'inProgress' | 'converted'

/** A record that follows a patient into remote care; null where the service does not say it. */
export interface ReadConversion {
  readonly id: Id
  readonly state: ConversionState | null
  readonly services: readonly string[]
  /** Whose it is, as it was written into the record; its id is the record's. */
  readonly patient: ReadPatient | null
  /** How many attempts are linked with it. */
  readonly attempts: number
}

const states: Readonly<Record<ConversionState, readonly string[]>> = {
  begun: ['initialized', 'initialised', 'new', 'created', 'started', 'open', 'pending'],
  inProgress: ['inprogress', 'active', 'ongoing', 'processing', 'updated'],
  converted: ['converted', 'completed', 'complete', 'done', 'finished', 'closed', 'enrolled'],
}

/** A record of remote care, the one that was asked for where `asked` says which (assumption `remote-care-conversion-shape`). */
export const conversionReader = (asked?: Id): Reader<ReadConversion> =>
  readerOf('a remote care conversion', ({ body }) => {
    const { layers } = unwrap(body, ['conversion', 'remoteCareConversion', 'record'])
    const id = find(layers, ['id', 'conversionId', 'uuid'], readId)
    if (id === undefined || (asked !== undefined && !sameId(id, asked))) return undefined
    const word = find(layers, ['status', 'state', 'conversionStatus'], readWord)
    const state = (Object.keys(states) as ConversionState[]).find(
      (each) => word !== undefined && states[each].includes(word),
    )
    return {
      id,
      state: state ?? null,
      services: find(layers, ['selectedServices', 'services'], readServices) ?? [],
      patient: find(layers, ['patient', 'person'], (value) => readPatient(value, id)) ?? null,
      attempts: find(layers, ['attemptLinks', 'attempts'], countOf) ?? 0,
    }
  })

function readServices(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.flatMap((each: unknown) => {
    const named = isFields(each) ? (each['name'] ?? each['title'] ?? each['label']) : each
    return readText(named) ?? []
  })
}

function readPatient(value: unknown, id: Id): ReadPatient | undefined {
  return isFields(value) ? patientRecord({ ...value, id }) : undefined
}

const countOf = (value: unknown) => (Array.isArray(value) ? value.length : undefined)
