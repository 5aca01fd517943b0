import { expect, it } from 'vitest'
import type { ElementType } from '../shared/form-elements.ts'
import type { AnswerValue } from './model.ts'
import { normaliseAnswer, normaliseAnswers } from './normalise.ts'
import { elementOf, onePage, sampleAddress } from '#harness/forms/element-of.ts'

const address = { ...sampleAddress, address1: ' 1  Main St ', city: 'Ames ' }

it.each<[ElementType, AnswerValue, AnswerValue]>([
  ['textInput', '  Ana   Lee ', 'Ana Lee'],
  ['textArea', ' one\n\n two ', 'one\n\n two'],
  ['initials', 'al', 'AL'],
  ['emailAddress', ' ana@example.com ', 'ana@example.com'],
  ['phoneNumber', '5152345678', '(515) 234-5678'],
  ['phoneNumber', '+34600123456', '+34 600 12 34 56'],
  ['phoneNumber', '12', '12'],
  ['datePicker', '1950-3-2', '1950-03-02'],
  ['datePicker', '1950--', '1950--'],
  ['signature', ' Ana  Lee ', 'Ana Lee'],
  ['signature', ' ', null],
  ['signature', 'data:image/png;base64,AA==', 'data:image/png;base64,AA=='],
  ['address', address, sampleAddress],
  ['checkbox', true, true],
  ['textInput', null, null],
])('%s: %j is kept as %j', (type, typed, kept) => {
  const element = elementOf(type)
  expect(normaliseAnswer(element, typed)).toEqual(kept)
  expect(normaliseAnswer(element, kept)).toEqual(kept)
})

it.each([
  ['US', '5152345678', '(515) 234-5678'],
  ['GB', '020 79460958', '020 7946 0958'],
  ['GB', '+15152345678', '+1 515 234 5678'],
  ['MX', '5512345678', '55 1234 5678'],
  ['XX', '5152345678', '(515) 234-5678'],
])('a phone number at a clinic in %s: %s is kept as %s', (country, typed, kept) => {
  const element = elementOf('phoneNumber')
  expect(normaliseAnswer(element, typed, { country })).toBe(kept)
  expect(normaliseAnswer(element, kept, { country })).toBe(kept)
})

it('writes prefilled answers as the patient would', () => {
  const form = onePage(
    elementOf('phoneNumber', { id: 1 }),
    elementOf('textInput', { id: 2, children: [elementOf('datePicker', { id: 3 })] }),
  )
  const prefilled = { 1: '+12065550101', 2: ' Rosa ', 3: '1984-3-7', 9: 'of no element' }
  expect(normaliseAnswers(form, prefilled, {})).toEqual({
    1: '(206) 555-0101',
    2: 'Rosa',
    3: '1984-03-07',
  })
})
