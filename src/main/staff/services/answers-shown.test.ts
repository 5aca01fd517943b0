import { expect, it } from 'vitest'
import {
  sampleForm,
  sampleIntake,
  type SampleField,
} from '../../../../test/harness/offline/sample-intakes.ts'
import { answersShown } from './intakes-service.ts'

const picture = 'data:image/png;base64,AA'
const address = {
  address1: '1 Bay Street',
  address2: '',
  city: 'Seattle',
  stateProvince: 'WA',
  postalCode: '98101',
}

it.each<[SampleField, unknown]>([
  [{ answer: 'Annie' }, { kind: 'text', text: 'Annie' }],
  [
    { type: 'datePicker', answer: '2026-03-01' },
    { kind: 'date', date: '2026-03-01' },
  ],
  [
    { type: 'datePicker', answer: 'in spring' },
    { kind: 'text', text: 'in spring' },
  ],
  [
    { type: 'checkbox', answer: true },
    { kind: 'flag', is: true },
  ],
  [
    { type: 'checkbox', answer: ['a', 'b'] },
    { kind: 'several', texts: ['a', 'b'] },
  ],
  [
    { type: 'address', answer: address },
    { kind: 'several', texts: ['1 Bay Street', 'Seattle WA 98101'] },
  ],
  [
    { type: 'paymentField', answer: 'cash' },
    { kind: 'payment', by: 'cash' },
  ],
  [{ type: 'signature', answer: picture }, { kind: 'drawn' }],
  [
    { type: 'signature', answer: 'Ana Lopez' },
    { kind: 'text', text: 'Ana Lopez' },
  ],
  [
    { type: 'fileUpload', answer: 'show-at-desk' },
    { kind: 'file', name: null },
  ],
  [
    {
      type: 'fileUpload',
      answer: { fileName: 'card.png', mediaType: 'image/png', dataUrl: picture },
    },
    { kind: 'file', name: 'card.png' },
  ],
  [{ type: 'bodyDiagram', answer: [{ side: 'front', x: 0.5, y: 0.5 }] }, { kind: 'marks' }],
])('%o is shown as %o', (field, answer) => {
  const intake = sampleIntake({ forms: [sampleForm(601, [field])] })
  expect(answersShown(intake)).toEqual([
    { name: 'Form 601', answers: [{ label: 'Question 1', answer }] },
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
