import type { Id } from '../values.ts'
import { dateOf, recordOf, recordReader, recordsReader, textOf, textsOf } from './chart-values.ts'
import type { Fields } from './record.ts'

/** A page of allergies, and the one that was asked for. */
export const allergiesReader = recordsReader('a list of allergies with ids', allergyIn)
export const allergyReader = (asked: Id) =>
  recordReader('the allergy that was asked for', ['allergy', 'record'], allergyIn, asked)

/** A page of medications, and the one that was asked for. */
export const medicationsReader = recordsReader('a list of medications with ids', medicationIn)
export const medicationReader = (asked: Id) =>
  recordReader('the medication that was asked for', ['medication', 'record'], medicationIn, asked)

/** A page of problems, and the one that was asked for. */
export const problemsReader = recordsReader('a list of problems with ids', problemIn)
export const problemReader = (asked: Id) =>
  recordReader('the problem that was asked for', ['problem', 'record'], problemIn, asked)

function entryIn(layers: readonly Fields[], fields: readonly string[]) {
  const record = recordOf(layers)
  return (
    record && {
      ...record,
      name: textOf(layers, fields),
      status: textOf(layers, ['status', 'state', 'clinicalStatus']),
    }
  )
}

function allergyIn(layers: readonly Fields[]) {
  const entry = entryIn(layers, ['name', 'allergen', 'substance', 'description'])
  return (
    entry && {
      ...entry,
      severity: textOf(layers, ['severity', 'criticality']),
      reactions: textsOf(layers, ['reactions', 'reaction']),
      recordedAt: dateOf(layers, ['recordedAt', 'recordedOn', 'recordedDate', 'createdAt']),
    }
  )
}

function medicationIn(layers: readonly Fields[]) {
  const entry = entryIn(layers, ['name', 'medicationName', 'drugName', 'description'])
  return (
    entry && {
      ...entry,
      dosage: textOf(layers, ['dosageInstructions', 'dosage', 'instructions', 'sig']),
      startedAt: dateOf(layers, ['startedAt', 'startDate', 'startedOn', 'start']),
      endedAt: dateOf(layers, ['endedAt', 'endDate', 'endedOn', 'stoppedAt', 'end']),
    }
  )
}

function problemIn(layers: readonly Fields[]) {
  const entry = entryIn(layers, ['name', 'title', 'diagnosis', 'description'])
  return (
    entry && {
      ...entry,
      icd10Code: textOf(layers, ['icd10Code', 'icd10', 'icdCode', 'code']),
      recordedAt: dateOf(layers, ['recordedAt', 'recordedOn', 'recordedDate', 'createdAt']),
    }
  )
}
