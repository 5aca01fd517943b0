import { expect, it } from 'vitest'
import {
  sampleForm,
  sampleIntake,
  type SampleField,
} from '../../../../../test/harness/offline/sample-intakes.ts'
import { answersShown } from './intakes-service.ts'

const picture = 'data:image/png;base64,AA'
const address = {
  address1: '1 Bay Street',
  address2: '',
  city: 'Seattle',
  stateProvince: 'WA',
  postalCode: '98101',
}

const card = { fileName: 'card.png', mediaType: 'image/png', dataUrl: picture }

it.each<[Required<SampleField>['type'], SampleField['answer'], unknown]>([
  ['textInput', 'Annie', { kind: 'text', text: 'Annie' }],
  ['datePicker', '2026-03-01', { kind: 'date', date: '2026-03-01' }],
  ['datePicker', 'in spring', { kind: 'text', text: 'in spring' }],
  ['checkbox', true, { kind: 'flag', is: true }],
  ['checkbox', ['a', 'b'], { kind: 'several', texts: ['a', 'b'] }],
  ['address', address, { kind: 'several', texts: ['1 Bay Street', 'Seattle WA 98101'] }],
  ['paymentField', 'cash', { kind: 'payment', by: 'cash' }],
  ['signature', picture, { kind: 'drawn' }],
  ['signature', 'Ana Lopez', { kind: 'text', text: 'Ana Lopez' }],
  ['fileUpload', 'show-at-desk', { kind: 'file', name: null }],
  ['fileUpload', card, { kind: 'file', name: 'card.png' }],
  ['bodyDiagram', [{ side: 'front', x: 0.5, y: 0.5 }], { kind: 'marks' }],
])('%s answered by %o is shown as %o', (type, answer, shown) => {
  const intake = sampleIntake({ forms: [sampleForm(601, [{ type, answer }])] })
  expect(answersShown(intake)).toEqual([
    { name: 'Form 601', answers: [{ label: 'Question 1', answer: shown }] },
  ])
})

it('shows what was answered in the order of the form, and what its form does not know last', () => {
  const form = sampleForm(601, [{ answer: 'first' }, { answer: '' }, { answer: 'third' }])
  const [section] = form.template.formTemplateSections
  section!.formElements.reverse()
  const answers = { ...form.answers, 99: 'of another version' }
  const [shown] = answersShown(sampleIntake({ forms: [{ ...form, answers }] }))
  expect(shown!.answers.map(({ label }) => label)).toEqual(['Question 3', 'Question 1', null])
})
