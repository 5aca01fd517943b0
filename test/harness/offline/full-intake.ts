import { elementTypes, type ElementType } from '../../../src/contract/form-elements.ts'
import type { Intake, IntakeForm } from '../../../src/main/offline/intake.ts'
import { sampleIntake } from './sample-intakes.ts'

/** A picture of one black dot. */
export const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='

interface Question {
  readonly type: ElementType
  readonly label: string
  readonly answer?: IntakeForm['answers'][string]
  readonly options?: readonly string[]
  readonly text?: string
  readonly showWhen?: readonly string[]
  readonly children?: readonly Question[]
}

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
  {
    type: 'bodyDiagram',
    label: 'Where does it hurt?',
    answer: [{ side: 'back', x: 0.5, y: 0.4 }],
  },
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

/** A form of these questions; elements count from 1, each before its children. */
export function formOf(all: readonly Question[], name = 'Medical history'): IntakeForm {
  const answers: Record<string, IntakeForm['answers'][string]> = {}
  let last = 0
  const elementOf = ({ type, answer, children = [], ...question }: Question): object => {
    const id = (last += 1)
    if (answer !== undefined) answers[String(id)] = answer
    return {
      id,
      required: false,
      sortOrder: id,
      ...question,
      elementType: elementTypes[type],
      children: children.map(elementOf),
    }
  }
  const sections = [{ id: 1, name: 'About you', formElements: all.map(elementOf) }]
  return {
    templateId: 601,
    version: 3,
    template: { id: 601, name, formTemplateSections: sections } as IntakeForm['template'],
    answers,
  }
}

/** An intake with all of that, of somebody with a name in `script`. */
export function fullIntake(
  firstName = 'Ana',
  lastName = 'Lopez',
  forms: readonly IntakeForm[] = [formOf(questions)],
): Intake {
  const { person } = sampleIntake()
  return sampleIntake({ person: { ...person, firstName, lastName }, proved: ['sms'], forms })
}
