import { expect, it } from 'vitest'
import type { ElementType } from '../shared/form-elements.ts'
import { elementOf, sampleAddress } from '#harness/forms/element-of.ts'
import { answerLines, answerPicture } from './answer-text.ts'
import { type AnswerValue, showAtDesk } from './model.ts'

const address = { ...sampleAddress, address2: 'Apt. 2' }
const png = 'data:image/png;base64,AA=='
const photo = { fileName: 'card.png', mediaType: 'image/png', dataUrl: png }

it.each<[ElementType, AnswerValue, readonly string[]]>([
  ['textInput', 'Ana', ['Ana']],
  ['textArea', 'one\ntwo', ['one', 'two']],
  ['phoneNumber', '(515) 234-5678', ['(515) 234-5678']],
  ['emailAddress', 'ana@example.com', ['ana@example.com']],
  ['initials', 'AL', ['AL']],
  ['dropdown', 'No', ['No']],
  ['radioButton', 'Yes', ['Yes']],
  ['checkbox', true, ['Yes']],
  ['checkbox', false, []],
  ['datePicker', '1943-03-07', ['March 7, 1943']],
  ['datePicker', null, []],
  ['address', address, ['1 Main St', 'Apt. 2', 'Ames, IA 50010']],
  ['address', { ...address, country: 'MX' }, ['1 Main St', 'Apt. 2', 'Ames, IA 50010', 'Mexico']],
  ['paymentField', 'card', ['By card at the desk']],
  ['fileUpload', photo, ['card.png']],
  ['fileUpload', showAtDesk, ['I will show it at the desk']],
  ['signature', 'Ana Lee', ['Ana Lee']],
  ['signature', png, []],
  ['bodyDiagram', [{ side: 'back', x: 0.5, y: 0.4 }], ['Lower back']],
])('reads a %s with %j as %j', (type, value, lines) => {
  expect(answerLines(elementOf(type), value, 'en')).toEqual(lines)
})

it('lists the ticks of a checkbox with options', () => {
  const element = elementOf('checkbox', { options: ['A', 'B', 'C'] })
  expect(answerLines(element, ['A', 'C'], 'en')).toEqual(['A', 'C'])
})

it('writes dates out in the language of the screen', () => {
  expect(answerLines(elementOf('datePicker'), '1943-03-07', 'es')).toEqual(['7 de marzo de 1943'])
})

it('shows what was drawn or photographed', () => {
  expect(
    [photo, png, 'Ana Lee', { ...photo, mediaType: 'application/pdf' }].map(answerPicture),
  ).toEqual([png, png, undefined, undefined])
})
