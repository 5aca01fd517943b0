import { describe, expect, it } from 'vitest'
import type { ElementType } from '../shared/form-elements.ts'
import {
  askedAnswers,
  askedElements,
  flatten,
  isAnswered,
  missingInForm,
  missingRequired,
  resumePage,
} from './completeness.ts'
import type { Answers, AnswerValue, FormElementModel, FormModel } from './model.ts'
import { showAtDesk } from './model.ts'
import { elementOf, sampleAddress as address } from '#harness/forms/element-of.ts'

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
  ])('%s is not, with %j', (type, value) => expect(isAnswered(elementOf(type), value)).toBe(false))

  it('takes one tick of a checkbox with options, and no less', () => {
    const element = elementOf('checkbox', { options: ['A', 'B'] })
    expect(isAnswered(element, ['B'])).toBe(true)
    expect(isAnswered(element, [])).toBe(false)
    expect(isAnswered(element, true)).toBe(false)
  })
})

const name = elementOf('textInput', { id: 1, required: true })
const nick = elementOf('textInput', { id: 2 })
const parent = elementOf('radioButton', {
  id: 3,
  required: true,
  options: ['Yes', 'No'],
  children: [{ ...elementOf('textInput', { id: 4, required: true }), showWhen: ['Yes'] }],
})
const form: FormModel = {
  name: 'Intake',
  sections: [
    { id: 1, name: 'You', elements: [name, nick] },
    { id: 2, name: 'Health', elements: [parent] },
    { id: 3, name: 'More', elements: [elementOf('textInput', { id: 5 })] },
  ],
}

const idsOf = (elements: readonly FormElementModel[]) => elements.map(({ id }) => id)

it('asks for required elements only, children among them', () => {
  expect(idsOf(missingRequired([parent, nick], {}))).toEqual([3])
  expect(missingInForm(form, { '1': 'Ana', '3': 'Yes' })).toEqual([4])
  expect(missingInForm(form, { '1': 'Ana', '3': 'Yes', '4': 'Nuts' })).toEqual([])
})

describe('a conditional question', () => {
  const child = (showWhen: string[] | null) =>
    elementOf('textInput', { id: 2, required: true, showWhen })
  const ask = (type: ElementType, showWhen: string[] | null, value: AnswerValue) => {
    const options = value === true || value === false ? [] : ['A', 'B', 'C']
    const above = elementOf(type, { id: 1, required: true, options, children: [child(showWhen)] })
    return idsOf(flatten(askedElements([above], { '1': value })))
  }

  it.each<[ElementType, string[] | null, AnswerValue, boolean]>([
    ['radioButton', ['A'], 'A', true],
    ['radioButton', ['A'], 'B', false],
    ['radioButton', ['A'], null, false],
    ['dropdown', ['A', 'B'], 'B', true],
    ['dropdown', ['A', 'B'], 'C', false],
    ['checkbox', ['B'], ['A', 'B'], true],
    ['checkbox', ['B'], ['A'], false],
    ['checkbox', ['true'], true, true],
    ['checkbox', ['true'], false, false],
    ['textInput', null, null, true],
  ])('under a %s that calls for it on %j, with %j: %s', (type, showWhen, value, isAsked) => {
    expect(ask(type, showWhen, value)).toEqual(isAsked ? [1, 2] : [1])
  })

  it('is no longer asked, nor sent, once the answer above it changed', () => {
    expect(missingInForm(form, { '1': 'Ana', '3': 'No' })).toEqual([])
    const answers = { '1': 'Ana', '3': 'No', '4': 'Nuts' }
    expect(askedAnswers(form, answers)).toEqual({ '1': 'Ana', '3': 'No' })
  })

  it('goes with its parent, when that is not asked itself', () => {
    const inner = { ...elementOf('radioButton', { id: 2, options: ['A'] }), showWhen: ['A'] }
    const outer = elementOf('radioButton', { id: 1, children: [{ ...inner, children: [nick] }] })
    expect(idsOf(flatten(askedElements([outer], { '1': 'B', '2': 'A' })))).toEqual([1])
  })
})

describe('an optional group', () => {
  const whom = elementOf('textInput', { id: 1 })
  const phone = elementOf('phoneNumber', { id: 2, required: true })
  const group = { ...whom, children: [phone, elementOf('address', { id: 3 })] }
  const missing = (answers: Answers) => idsOf(missingRequired([group], answers))

  it('forces nothing as long as nobody has begun it', () => {
    expect(missing({})).toEqual([])
    const empty = { address1: '', city: '', stateProvince: '', postalCode: '' }
    expect(missing({ '1': '  ', '3': { ...address, ...empty } })).toEqual([])
  })

  it.each([{ '1': 'Ben' }, { '3': { ...address, city: '' } }])('asks all with %j', (answers) => {
    expect(missing(answers)).toEqual([2])
    expect(missing({ ...answers, '2': '5' })).toEqual([])
  })

  it('forces its children when it is required itself', () => {
    expect(idsOf(missingRequired([{ ...group, required: true }], {}))).toEqual([1, 2])
  })
})

it.each([
  ['at the first page, untouched', {}, 0],
  ['where a required answer lacks', { '2': 'Annie', '5': 'x' }, 0],
  ['at the furthest page with an answer', { '1': 'Ana' }, 0],
  ['at a half filled page', { '1': 'Ana', '3': 'Yes' }, 1],
  ['at the last page when all is answered', { '1': 'Ana', '3': 'No', '5': 'x' }, 2],
])('goes on %s', (_, answers, page) => expect(resumePage(form, answers)).toBe(page))
