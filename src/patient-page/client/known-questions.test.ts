import { expect, it } from 'vitest'
import { elementOf } from '#harness/forms/element-of.ts'
import type { Answers, FormElementModel } from '../../forms/model.ts'
import { asksTheSame } from '../known-answers.ts'
import { knownQuestions } from './known-questions.ts'

const name = elementOf('textInput', { id: 1, required: true })
const known = (answers: Answers, ...pages: readonly FormElementModel[][]) => {
  const form = {
    formId: 1,
    submitted: false,
    started: false,
    form: { name: '', sections: pages.map((elements, id) => ({ id, name: '', elements })) },
    answers,
  }
  const ids = (started: boolean) =>
    knownQuestions([{ ...form, started }], { country: 'US' }).map(({ question }) => question.id)
  expect(ids(true)).toEqual([])
  return ids(false)
}

it('takes what is known of every page once a whole page is, and what was left empty there', () => {
  const nickname = elementOf('textInput', { id: 2 })
  const phone = elementOf('phoneNumber', { id: 3, required: true })
  const how = elementOf('radioButton', { id: 4, required: true, options: ['Call', 'Text'] })
  const mail = elementOf('emailAddress', { id: 5 })
  const answers = { 1: 'Ana', 3: '(206) 555-0142' }
  expect(known(answers, [name, nickname], [phone, how, mail])).toEqual([1, 2, 3])
  expect(known(answers, [name, nickname, how], [phone, how, mail])).toEqual([])
})

it('asks again for what is wrong', () => {
  expect(known({ 1: 'Ana', 3: '12' }, [name], [elementOf('phoneNumber', { id: 3 })])).toEqual([1])
})

it('asks again for the rest of an answer', () => {
  const allergies = elementOf('radioButton', {
    id: 2,
    options: ['Yes', 'No'],
    children: [elementOf('textInput', { id: 3, required: true, showWhen: ['Yes'] })],
  })
  expect(known({ 1: 'Ana', 2: 'Yes' }, [name], [allergies])).toEqual([1])
  expect(known({ 1: 'Ana', 2: 'Yes', 3: 'Nuts' }, [name], [allergies])).toEqual([1, 2])
})

it.each([
  ['signature', 'Ana Lopez', {}],
  ['initials', 'AL', {}],
  ['checkbox', true, {}],
  ['radioButton', 'I agree', { text: 'What I agree to.', options: ['I agree'] }],
  ['paymentField', 'cash', {}],
] as const)('never takes a %s of before for one of today', (type, value, more) => {
  const byHand = elementOf(type, { id: 2, required: true, ...more })
  expect(known({ 1: 'Ana', 2: value }, [name], [byHand])).toEqual([1])
})

it('tells the same question by what it asks for, and not by its words', () => {
  const asking = (attribute: string | null, more: Partial<FormElementModel> = {}) =>
    elementOf('datePicker', { label: 'Name', attribute, ...more })
  expect(asksTheSame(asking('dob'), asking('Patient.DateOfBirth'))).toBe(true)
  expect(asksTheSame(asking('since'), asking('since'))).toBe(true)
  expect(asksTheSame(asking('line1'), asking('line2'))).toBe(false)
  expect(asksTheSame(asking(null), asking(null))).toBe(false)
  expect(asksTheSame(asking('since'), asking('since', { type: 'textInput' }))).toBe(false)
  expect(asksTheSame(asking('since'), asking('since', { options: ['A'] }))).toBe(false)
})
