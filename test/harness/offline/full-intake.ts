import type { Intake, IntakeForm } from '../../../src/main/kiosk/offline/intake.ts'
import { formOf, sampleIntake, type Question } from './sample-intakes.ts'

/** A picture of one black dot. */
export const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='

/** One question of each type of element, answered, with one that is not asked and one that is not answered. */
export const questions: readonly Question[] = [
  { type: 'textInput', label: 'Preferred name', answer: 'Annie' },
  { type: 'textArea', label: 'Tell us more', answer: 'First line\nمرحبا بالعالم\n王小明' },
  { type: 'dropdown', label: 'Insurance', options: ['Acme', 'None'], answer: 'Acme' },
  { type: 'checkbox', label: 'Allergies', options: ['Nuts', 'Milk'], answer: ['Nuts', 'Milk'] },
  {
    type: 'radioButton',
    label: 'Do you smoke?',
    options: ['Yes', 'No'],
    answer: 'No',
    children: [
      { type: 'textInput', label: 'How much?', showWhen: ['Yes'], answer: 'hidden-canary' },
      { type: 'textInput', label: 'Since when not?', showWhen: ['No'], answer: 'Since 2019' },
    ],
  },
  { type: 'datePicker', label: 'Last visit', answer: '2024-02-29' },
  { type: 'phoneNumber', label: 'Phone at work', answer: '+12065550188' },
  { type: 'emailAddress', label: 'Email at work', answer: 'ana@work.example' },
  {
    type: 'address',
    label: 'Home',
    answer: {
      address1: '1 Main Street',
      address2: '',
      city: 'Seattle',
      stateProvince: 'WA',
      postalCode: '98101',
    },
  },
  { type: 'paymentField', label: 'Payment', answer: 'cash' },
  { type: 'bodyDiagram', label: 'Where does it hurt?', answer: [{ side: 'back', x: 0.5, y: 0.4 }] },
  {
    type: 'checkbox',
    label: 'I agree',
    text: 'The clinic keeps your data.\n\nYou can ask for it.',
    answer: true,
  },
  { type: 'initials', label: 'Initials', answer: 'AL' },
  { type: 'signature', label: 'Signature', answer: dot },
  {
    type: 'fileUpload',
    label: 'Insurance card',
    answer: { fileName: 'card.png', mediaType: 'image/png', dataUrl: dot },
  },
  {
    type: 'fileUpload',
    label: 'Referral',
    answer: {
      fileName: 'referral.pdf',
      mediaType: 'application/pdf',
      dataUrl: `data:application/pdf;base64,${'A'.repeat(2_800_000)}`,
    },
  },
  { type: 'textInput', label: 'नमस्ते', answer: 'Ünïcode' },
  { type: 'textInput', label: 'Nickname' },
]

/** An intake with all of that, of somebody with a name in `script`. */
export function fullIntake(
  firstName = 'Ana',
  lastName = 'Lopez',
  forms: readonly IntakeForm[] = [formOf(questions)],
): Intake {
  const { person } = sampleIntake()
  return sampleIntake({ person: { ...person, firstName, lastName }, proved: ['sms'], forms })
}
