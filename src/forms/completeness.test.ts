import { describe, expect, it } from 'vitest'
import type { ElementType } from '../contract/form-elements.ts'
import { isAnswered, missingInForm, missingRequired, resumePage } from './completeness.ts'
import type { AnswerValue, FormModel } from './model.ts'
import { showAtDesk } from './model.ts'
import { elementOf } from '../../test/harness/forms/element-of.ts'

const address = {
  address1: '1 Main St',
  address2: '',
  city: 'Ames',
  stateProvince: 'IA',
  postalCode: '50010',
}
const file = { fileName: 'card.png', mediaType: 'image/png', dataUrl: 'data:image/png;base64,AA==' }

describe('isAnswered', () => {
  it.each<[ElementType, AnswerValue]>([
    ['textInput', 'a'],
    ['textArea', 'a'],
    ['dropdown', 'Yes'],
    ['radioButton', 'Yes'],
    ['checkbox', true],
    ['datePicker', '1950-03-02'],
    ['signature', 'Ana Lee'],
    ['initials', 'AL'],
    ['fileUpload', file],
    ['fileUpload', showAtDesk],
    ['phoneNumber', '5'],
    ['emailAddress', 'a'],
    ['address', address],
    ['paymentField', 'cash'],
    ['bodyDiagram', [{ side: 'front', x: 0.5, y: 0.5 }]],
  ])('%s with %j', (type, value) => {
    expect(isAnswered(elementOf(type), value)).toBe(true)
    expect(isAnswered(elementOf(type), null)).toBe(false)
  })

  it.each<[ElementType, AnswerValue]>([
    ['textInput', '   '],
    ['checkbox', false],
    ['datePicker', '1950-03-'],
    ['address', { ...address, city: ' ' }],
    ['bodyDiagram', []],
    ['textInput', ['of', 'another', 'version']],
  ])('%s is not, with %j', (type, value) => {
    expect(isAnswered(elementOf(type), value)).toBe(false)
  })

  it('takes one tick of a checkbox with options, and no less', () => {
    const element = elementOf('checkbox', { options: ['A', 'B'] })
    expect(isAnswered(element, ['B'])).toBe(true)
    expect(isAnswered(element, [])).toBe(false)
    expect(isAnswered(element, true)).toBe(false)
  })
})

const name = elementOf('textInput', { id: 1, required: true })
const nick = elementOf('textInput', { id: 2 })
const allergy = elementOf('textInput', { id: 4, required: true })
const parent = elementOf('radioButton', { id: 3, options: ['Yes', 'No'], children: [allergy] })
const last = elementOf('textInput', { id: 5 })
const form: FormModel = {
  name: 'Intake',
  sections: [
    { id: 1, name: 'You', elements: [name, nick] },
    { id: 2, name: 'Health', elements: [parent] },
    { id: 3, name: 'More', elements: [last] },
  ],
}

it('asks for required elements only, children among them', () => {
  expect(missingRequired([parent, nick], {}).map(({ id }) => id)).toEqual([4])
  expect(missingInForm(form, { '1': 'Ana' })).toEqual([4])
  expect(missingInForm(form, { '1': 'Ana', '4': 'Nuts' })).toEqual([])
})

it.each([
  ['at the first page, untouched', {}, 0],
  ['where a required answer lacks', { '2': 'Annie', '5': 'x' }, 0],
  ['at the furthest page with an answer', { '1': 'Ana' }, 0],
  ['at a half filled page', { '1': 'Ana', '3': 'Yes' }, 1],
  ['at the last page when all is answered', { '1': 'Ana', '4': 'Nuts', '5': 'x' }, 2],
])('goes on %s', (_, answers, page) => {
  expect(resumePage(form, answers)).toBe(page)
})
