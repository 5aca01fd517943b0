import { expect, it } from 'vitest'
import { elementOf, onePage } from '#harness/forms/element-of.ts'
import type { FormElementModel } from '../forms/model.ts'
import type { IntakePerson } from '../shared/intake-person.ts'
import { knownAnswers } from './known-answers.ts'

const ana: IntakePerson = {
  firstName: 'Ana',
  lastName: 'Lopez',
  dateOfBirth: '1990-04-05',
  phone: '+12065550177',
  email: null,
}
const asking = (id: number, type: FormElementModel['type'], attribute: string | null) =>
  elementOf(type, { id, label: `Question ${id}`, attribute })

it('knows what was asked before, whatever its attributes are called, in a question within another too', () => {
  const form = onePage(
    asking(1, 'textInput', 'first_name'),
    asking(2, 'textInput', 'Patient.LastName'),
    asking(3, 'datePicker', 'dob'),
    { ...asking(5, 'textInput', null), children: [asking(4, 'phoneNumber', 'mobile_phone')] },
  )
  const answers = knownAnswers(form, ana, { country: 'US' })
  expect(answers).toEqual({ 1: 'Ana', 2: 'Lopez', 3: '1990-04-05', 4: '(206) 555-0177' })
})

it('guesses nothing: not for another person, another type, or what was not given', () => {
  const form = onePage(
    asking(1, 'textInput', 'guardian_first_name'),
    asking(2, 'textInput', 'mobile_phone'),
    asking(3, 'emailAddress', 'email'),
    asking(4, 'textInput', null),
    asking(5, 'phoneNumber', 'emergency_phone'),
  )
  expect(knownAnswers(form, ana, { country: 'US' })).toEqual({})
})
