import { elementTypes } from '../../src/contract/form-elements.ts'
import type { ElementType } from '../../src/contract/form-elements.ts'
import type { Lifecycle, Template, TemplateElement, TemplateGroup } from '../state/types.ts'
import { account, locations } from './clinics.ts'

/** Says what is not ordinary about an element. */
interface More {
  readonly required?: boolean
  readonly wide?: number
  /** Reader of the element; both by default. */
  readonly seenBy?: 'patient' | 'staff'
  readonly attribute?: string
  readonly lifecycle?: Lifecycle
  readonly options?: readonly string[]
  /** Text to be read before the answer. */
  readonly text?: string
  /** Answers of the parent on which it is asked. */
  readonly showWhen?: readonly string[]
  readonly children?: readonly ElementSeed[]
}
type ElementSeed = More & { readonly type: ElementType; readonly label: string }

const must = (type: ElementType, label: string, more: More = {}) => ({
  type,
  label,
  required: true,
  ...more,
})
const may = (type: ElementType, label: string, more: More = {}) => ({ type, label, ...more })

/** Completes a template: ids follow from its own id and the place of each part. */
function template(
  id: number,
  name: string,
  sections: Readonly<Record<string, readonly ElementSeed[]>>,
  more: Partial<Template> = {},
): Template {
  let elementId = id * 1000
  const element = (seed: ElementSeed, index: number, topLevel: boolean): TemplateElement => ({
    id: ++elementId,
    label: seed.label,
    required: seed.required ?? false,
    sortOrder: index + 1,
    elementType: elementTypes[seed.type],
    colClass: seed.wide ?? 12,
    displayLabel: true,
    editGroup: 1,
    patientViewable: seed.seenBy !== 'staff',
    staffViewable: seed.seenBy !== 'patient',
    parent: (seed.children?.length ?? 0) > 0,
    ...(seed.attribute && {
      attribute: seed.attribute,
      lifecycle: seed.lifecycle ?? 'Form Group',
    }),
    ...(seed.options && { options: seed.options }),
    ...(seed.text && { text: seed.text }),
    ...(seed.showWhen && { showWhen: seed.showWhen }),
    ...(topLevel && {
      children: (seed.children ?? []).map((child, place) => element(child, place, false)),
    }),
  })
  return {
    id,
    accountId: account.id,
    name,
    isActive: true,
    isStaffOnly: false,
    sortOrder: id % 100,
    version: 1,
    publicUuid: `6a1c7f0e-0b0d-4f43-9d1e-5b1f3f0a0${id}`,
    appointmentTypeIds: [],
    formTemplateSections: Object.entries(sections).map(([title, elements], place) => ({
      id: id * 100 + place,
      name: title,
      sortOrder: place + 1,
      formElements: elements.map((seed, index) => element(seed, index, true)),
    })),
    ...more,
  }
}

/** The patient and how to reach them; most of it comes prefilled from the record. */
export const aboutYou = template(
  601,
  'About you',
  {
    'Your details': [
      must('textInput', 'First name', { wide: 6, attribute: 'first_name', lifecycle: 'Patient' }),
      must('textInput', 'Last name', { wide: 6, attribute: 'last_name', lifecycle: 'Patient' }),
      may('textInput', 'What should we call you?', { attribute: 'preferred_name' }),
      must('datePicker', 'Date of birth', { attribute: 'date_of_birth', lifecycle: 'Patient' }),
    ],
    'How to reach you': [
      must('phoneNumber', 'Mobile phone', { attribute: 'mobile_phone', lifecycle: 'Patient' }),
      may('emailAddress', 'Email', { attribute: 'email', lifecycle: 'Patient' }),
      must('radioButton', 'How should we contact you?', {
        options: ['Text message', 'Phone call', 'Email'],
      }),
      may('textInput', 'Chart note', { seenBy: 'staff' }),
    ],
  },
  { version: 2 },
)

/** The first version of the same form, which older packets were made from. */
export const aboutYouBefore = { ...aboutYou, version: 1, name: 'About you (2024)' }

export const healthHistory = template(
  602,
  'Health history',
  {
    "Today's visit": [
      must('textArea', 'What brings you in today?', { attribute: 'reason_for_visit' }),
      may('dropdown', 'How long has this been going on?', {
        options: ['A few days', 'A few weeks', 'A few months', 'Longer than that'],
      }),
    ],
    'Your health': [
      may('checkbox', 'Have you ever had any of these?', {
        options: ['Asthma', 'Diabetes', 'Heart disease', 'High blood pressure', 'Cancer'],
      }),
      must('radioButton', 'Do you have any allergies?', {
        options: ['Yes', 'No', 'I am not sure'],
        children: [
          must('textInput', 'What are you allergic to?', {
            attribute: 'allergies',
            lifecycle: 'Patient',
            showWhen: ['Yes'],
          }),
        ],
      }),
    ],
  },
  { appointmentTypeIds: [501] },
)

const consentText = `I ask the clinicians of this clinic to examine me and to treat me. This can include taking my blood pressure, tests of my blood or urine, medicines and shots.

They tell me what they plan to do, why, and what could go wrong. I may ask anything, at any time.

I may say no to any test or treatment. I may also change my mind later. It does not change how I am cared for.

The clinic keeps what I write here, and what it finds, in my chart. It shares this only with those who take part in my care, with those who pay for it, and where the law asks for it.

Nobody can promise me that a treatment works.

This consent is good for one year, or until I take it back in writing at the front desk.`

export const consent = template(603, 'Consent to treatment', {
  'Your consent': [
    may('textInput', 'Goes by', { attribute: 'preferred_name', seenBy: 'staff' }),
    must('checkbox', 'I agree to be treated by the clinicians of this clinic.', {
      text: consentText,
    }),
    must('signature', 'Your signature', { seenBy: 'patient' }),
  ],
})

export const insurance = template(604, 'Insurance and payment', {
  Insurance: [
    must('dropdown', 'Insurance company', {
      options: ['Evergreen Mutual', 'Northwest Health', 'Medicare', 'I have no insurance'],
    }),
    may('textInput', 'Member number', { wide: 6, attribute: 'member_number' }),
    may('fileUpload', 'A picture of your insurance card'),
  ],
  Payment: [may('paymentField', 'How would you like to pay?')],
})

export const pain = template(
  605,
  'Pain and movement',
  {
    'Where it hurts': [
      must('bodyDiagram', 'Show us where it hurts'),
      must('radioButton', 'How bad is it right now?', {
        options: ['No pain', 'Mild', 'Medium', 'Strong', 'The worst I can think of'],
      }),
    ],
  },
  { appointmentTypeIds: [503] },
)

/** Template with every kind of field, required and optional, for developers of their drawing. */
export const everyField = template(606, 'Every kind of field', {
  'Words and numbers': [
    must('textInput', 'One line of text'),
    may('textArea', 'Several lines of text'),
    must('phoneNumber', 'Phone number', { wide: 6 }),
    may('emailAddress', 'Email address', { wide: 6 }),
    must('datePicker', 'A date'),
    must('address', 'Home address', {
      attribute: 'home_address',
      lifecycle: 'Patient',
      options: ['US', 'CA', 'MX'],
    }),
  ],
  Choices: [
    must('dropdown', 'One of a list', { options: ['Red', 'Green', 'Blue'] }),
    must('radioButton', 'One of a few', { options: ['Yes', 'No'] }),
    may('checkbox', 'Any of these', { options: ['Morning', 'Afternoon', 'Evening'] }),
    must('checkbox', 'I have read this page.'),
    may('textInput', 'Who should we call in an emergency?', {
      children: [
        must('phoneNumber', 'Their phone', { wide: 6 }),
        may('textInput', 'How do you know them?', { wide: 6 }),
      ],
    }),
    must('textInput', 'For staff: reviewed by', { seenBy: 'staff' }),
  ],
  'By hand': [
    may('bodyDiagram', 'Where does it hurt?'),
    may('fileUpload', 'A file'),
    may('paymentField', 'Payment'),
    must('initials', 'Your initials', { wide: 4 }),
    must('signature', 'Your signature', { seenBy: 'patient' }),
  ],
})

/** Every version of every seeded template, the versions of one template oldest first. */
export const templates: readonly Template[] = [
  aboutYouBefore,
  aboutYou,
  healthHistory,
  consent,
  insurance,
  pain,
  everyField,
  template(
    607,
    'Intake review',
    { Review: [must('checkbox', 'Chart checked', { seenBy: 'staff' })] },
    { isStaffOnly: true },
  ),
  template(
    608,
    'Screening questions (no longer used)',
    { Screening: [must('radioButton', 'Fever?', { options: ['Yes', 'No'] })] },
    { isActive: false },
  ),
]

const groups = [
  ['New patient forms', [601, 602, 603], null],
  ['Yearly update', [601, 604], 401],
  ['Physical therapy forms', [605, 603], 403],
  ['Every kind of field', [606], null],
  ['Old screening', [608], null],
] as const

/** Returns the same groups at each of our locations; ids 7011 to 7015 at the first. `at` is an ISO timestamp. */
export function templateGroups(at: string): TemplateGroup[] {
  return locations
    .filter(({ accountId }) => accountId === account.id)
    .flatMap((location, place) =>
      groups.map(([name, formTemplateIds, practitionerId], index) => {
        const id = 7000 + (place + 1) * 10 + index + 1
        return {
          id,
          accountId: account.id,
          name,
          active: name !== 'Old screening',
          publicUuid: `b7e0c2d4-3a55-4c1e-8f60-90d1a2b3${id}`,
          locationId: location.id,
          practitionerId,
          formTemplateIds,
          createdOn: at,
          lastUpdatedOn: at,
        }
      }),
    )
}

/** "New patient forms" at the first location. */
export const defaultTemplateGroupId = 7011
