import { expect, it } from 'vitest'
import type { PatientPatch } from '../../../../shared/desk/patients.ts'
import { patientValues } from './create-patient.ts'
import { memoryStore } from '#harness/visit/memory-attempts.ts'
import { createAttempts, deskTries } from '../../../kiosk/visit/limits/attempts.ts'
import { triesOf } from '../../feature.ts'
import { createIdentifierSearches } from './open-chart.ts'

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
