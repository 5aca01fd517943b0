import { expect, it } from 'vitest'
import type { PatientPatch } from '../../../shared/desk/patients.ts'
import { patientValues } from './patient-draft.ts'

const rules = { region: 'US', now: Date.UTC(2030, 4, 31, 12) }

it.each<[PatientPatch, object]>([
  [{ firstName: '  Ada  May ' }, { firstName: 'Ada May' }],
  [{ lastName: '王' }, { lastName: '王' }],
  [{ birthDate: '2030-05-31' }, { dateOfBirth: '2030-05-31' }],
  [{ phone: '(206) 555-0187' }, { mobilePhone: '+12065550187' }],
  [{ phone: '+44 20 7946 0018' }, { mobilePhone: '+442079460018' }],
  [{ phone: ' ' }, { mobilePhone: null }],
  [{ email: ' ada@example.com ' }, { email: 'ada@example.com' }],
  [{ email: '' }, { email: null }],
  [{}, {}],
])('%j is sent as %j', (patch, values) => {
  expect(patientValues(patch, rules)).toEqual({ ok: true, value: values })
})

it.each<[PatientPatch, string]>([
  [{ firstName: ' ' }, 'firstName'],
  [{ lastName: '7' }, 'lastName'],
  [{ lastName: 'x'.repeat(101) }, 'lastName'],
  [{ birthDate: '' }, 'birthDate'],
  [{ birthDate: '2030-06-02' }, 'birthDate'],
  [{ birthDate: '1984-02-30' }, 'birthDate'],
  [{ birthDate: '1784-02-03' }, 'birthDate'],
  [{ phone: '12' }, 'phone'],
  [{ phone: '206 555 0187 ext 3' }, 'phone'],
  [{ email: 'ada' }, 'email'],
])('%j cannot be written: %s', (patch, field) => {
  expect(patientValues(patch, rules)).toEqual({ ok: false, error: field })
})
