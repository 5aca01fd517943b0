import { expect, it } from 'vitest'
import { createReferences } from './feature.ts'

it('names a record the same for as long as it lives, and never by its id', () => {
  const references = createReferences()
  const name = references.of('appointment', 90_125)
  expect(references.of('appointment', '90125')).toBe(name)
  expect(references.of('appointment', 90_126)).not.toBe(name)
  expect(name).not.toContain('90125')
  expect(references.idOf('appointment', name)).toBe(90_125)
})

it('knows no record that was not shown, nor one of another kind', () => {
  const references = createReferences()
  const patient = references.of('patient', 7)
  expect(references.idOf('appointment', patient)).toBeUndefined()
  expect(references.idOf('patient', 'patient-2')).toBeUndefined()
  expect(createReferences().idOf('patient', patient)).toBeUndefined()
})

it('forgets a record, and gives its name to no other', () => {
  const references = createReferences()
  const chart = references.of('chart', 7)
  const patient = references.of('patient', 7)
  references.forget('chart', '7')
  references.forget('chart', 8)
  expect(references.idOf('chart', chart)).toBeUndefined()
  expect(references.idOf('patient', patient)).toBe(7)
  const later = [references.of('chart', 9), references.of('chart', 7)]
  expect(new Set([chart, patient, ...later]).size).toBe(4)
})
