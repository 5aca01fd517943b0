import type { Id } from '../values.ts'
import { visitReader, type ReadVisit } from './arrival-readers.ts'
import { find, unwrap } from './layers.ts'
import { isFields, pick } from './record.ts'
import { readerOf, type Reader } from './reading.ts'
import { readText } from './values.ts'
import { names, recordFields } from './vocabulary.ts'

/** An appointment as the front desk shows it. */
export interface ReadDeskVisit extends ReadVisit {
  /** Undefined where the appointment does not say it. */
  readonly patientName: string | undefined
}

const nameReader = readerOf('an appointment', ({ body }): string | null => {
  const { layers } = unwrap(body, recordFields.appointment)
  return find(layers, ['patientName', 'patientFullName', 'patient'], readPersonName) ?? null
})

/** The appointment that was asked for, with the name of its patient (assumption `appointment-shape`). */
export function deskVisitReader(asked: Id): Reader<ReadDeskVisit> {
  const read = visitReader(asked)
  return (answer) => {
    const visit = read(answer)
    if (!visit.ok) return visit
    const name = nameReader(answer)
    const patientName = name.ok ? (name.value ?? undefined) : undefined
    return { ok: true, value: { ...visit.value, patientName } }
  }
}

/** A name as one text or in its parts. What holds a digit is an id. */
function readPersonName(value: unknown): string | undefined {
  const parts = isFields(value)
    ? [names.firstName, names.lastName].flatMap((part) => readText(pick(value, part)) ?? [])
    : []
  const whole = isFields(value) ? pick(value, names.personName) : value
  const text = parts.length > 0 ? parts.join(' ') : readText(whole)
  return text !== undefined && /\p{L}/u.test(text) && !/\d/.test(text) ? text : undefined
}
