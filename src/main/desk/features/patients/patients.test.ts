import { expect, it } from 'vitest'
import type { ReadPatient } from '../../../../contract/readers/patient-readers.ts'
import { isSamePhone } from '../../../intake/resources/same-person.ts'
import { isFullName } from '../../person.ts'
import type { PatientPatch } from '../../../../shared/desk/patients.ts'
import { patientValues } from './create-patient.ts'
import { memoryStore } from '../../../../../test/harness/visit/memory-attempts.ts'
import { createAttempts, deskTries } from '../../../kiosk/visit/limits/attempts.ts'
import { triesOf } from '../../feature.ts'
import { createIdentifierSearches } from './open-chart.ts'

const named = (firstName: string | null, lastName: string | null, name: string | null = null) =>
  ({ firstName, lastName, name }) as Pick<ReadPatient, 'firstName' | 'lastName' | 'name'>

it.each([
  ['Rosa Delgado', named('Rosa', 'Delgado'), true],
  ['delgado rosa', named('Rosa', 'Delgado'), true],
  ['Rosa', named('Rosa', 'Delgado'), false],
  ['Rosa Delgada', named('Rosa', 'Delgado'), false],
  ['Rosa Maria Delgado', named('Rosa', 'Delgado'), false],
  ['jose ruiz pena', named('José', 'Ruiz-Peña'), true],
  ['Jose Pena', named('José', 'Ruiz-Peña'), true],
  ['Grace Kim', named('Grace Ann', 'Kim'), true],
  ['Grace Ann', named('Grace Ann', 'Kim'), false],
  ['Lukasz Zolc', named('Łukasz', 'Żółć'), true],
  ['王小明', named('小明', '王'), true],
  ['प्रिया शर्मा', named('प्रिया', 'शर्मा'), true],
  ['Rosa Delgado', named(null, null, 'Rosa Delgado'), true],
  ['Madonna', named('Madonna', null), true],
  ['', named('Rosa', 'Delgado'), false],
  ['Rosa', named(null, null), false],
])('%j said of %j is its full name: %s', (said, record, expected) => {
  expect(isFullName(said, record)).toBe(expected)
})

it.each([
  ['(206) 555-0101', '12065550101', true],
  ['+1 206 555 0101', '2065550101', true],
  ['206 555 0102', '12065550101', false],
  ['5550101', '12065550101', false],
  ['01', '12065550101', false],
  ['', '', false],
])('%j and %j are one phone: %s', (one, other, expected) => {
  expect(isSamePhone(one, other)).toBe(expected)
})

const rules = { place: { phoneRegion: 'US' }, wallTime: () => Date.UTC(2030, 4, 31, 12) }

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

const hour = 3_600_000
const most = deskTries.identifierSearch

/** Counts at a time that is set by hand. */
function counting() {
  let time = 0
  const now = () => time
  const attempts = createAttempts(memoryStore({ now }))
  const signIn = (member: string) =>
    createIdentifierSearches({ now, tries: triesOf(attempts, member) })
  const searches = signIn('ana')
  const days = (from: number, count: number, session = searches) =>
    Array.from({ length: count }, (_, index) =>
      session.mayLook({ name: 'kim', birthDate: `1984-01-01 ${from + index}` }),
    )
  return { searches, days, signIn, pass: (ms: number) => void (time += ms) }
}

it('lets through so many in an hour, and no more', () => {
  const { searches, days, pass } = counting()
  expect(days(0, most)).not.toContain(false)
  expect(days(most, 2)).toEqual([false, false])
  expect(searches.mayLook({ phone: '2065550110' })).toBe(false)
  expect(searches.mayLook({ email: 'kim@example.com' })).toBe(false)
  pass(hour)
  expect(days(most, 1)).toEqual([true])
})

it('lets through no more to who signs in anew, and as many to another', () => {
  const { days, signIn } = counting()
  days(0, most - 1)
  expect(days(500, 2, signIn('ana'))).toEqual([true, false])
  expect(days(500, 2, signIn('bo'))).toEqual([true, true])
})

it('counts no name, and nothing twice', () => {
  const { searches, days } = counting()
  days(0, most - 1)
  for (const name of ['kim', 'lee', 'reed']) {
    expect(searches.mayLook({ name })).toBe(true)
    expect(searches.mayLook({ name, phone: '2065550110' })).toBe(true)
  }
  expect(searches.mayLook({ phone: '2065550111' })).toBe(false)
  expect(searches.mayLook({ phone: '2065550110' })).toBe(true)
})
