import { expect, it } from 'vitest'
import type { ReadPatient } from '../../../../contract/readers/patient-readers.ts'
import { ana, sampleIntake } from '../../../../../test/harness/offline/sample-intakes.ts'
import type { Intake } from '../intake.ts'
import { matchPerson } from './steps.ts'

const record: ReadPatient = { ...ana, id: 1, active: true, name: null }

const verdict = (found: Partial<ReadPatient>, intake: Partial<Intake> = {}) => {
  const { full, partial } = matchPerson(sampleIntake(intake), [{ ...record, ...found }])
  return full.length > 0 ? 'full' : partial.length > 0 ? 'partial' : 'none'
}

it.each<[string, Partial<ReadPatient>, Partial<Intake>, string]>([
  ['the same', {}, {}, 'full'],
  ['a name in other letters', { firstName: 'ANÁ', lastName: "Lo'pez" }, {}, 'full'],
  ['a name in one', { firstName: null, lastName: null, name: 'Lopez, Ana' }, {}, 'full'],
  ['a number without its country', { phone: '2065550177', email: null }, {}, 'full'],
  ['a few digits of the number', { phone: '0177', email: null }, {}, 'partial'],
  ['another number, the e-mail address', { phone: '+12065550100' }, {}, 'full'],
  ['another number, which was proved', { phone: '+12065550100' }, { proved: ['sms'] }, 'partial'],
  ['another contact', { phone: null, email: 'other@example.com' }, {}, 'partial'],
  ['another name', { firstName: 'Anna' }, {}, 'partial'],
  ['another name and contact', { firstName: 'Anna', phone: null, email: null }, {}, 'none'],
  ['another day of birth', { dateOfBirth: '1990-05-04' }, {}, 'none'],
  ['no day of birth', { dateOfBirth: null }, {}, 'partial'],
  [
    'nothing to tell it by',
    { firstName: null, dateOfBirth: null, phone: null, email: null },
    {},
    'partial',
  ],
  ['one that is not active', { active: false }, {}, 'partial'],
  ['no name at all', { firstName: '', lastName: '' }, {}, 'partial'],
])('judges %s', (_, found, intake, expected) => expect(verdict(found, intake)).toBe(expected))

it('counts a record once, however often a search finds it', () => {
  const found = matchPerson(sampleIntake(), [record, { ...record }, { ...record, id: 2 }])
  expect(found.full.map(({ id }) => id)).toEqual([1, 2])
})
