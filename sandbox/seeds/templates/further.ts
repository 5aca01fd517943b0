import { may, must, template } from './build.ts'

/** Insurance card and how the patient wishes to pay. */
export const insurance = template({
  id: 604,
  name: 'Insurance and payment',
  publicUuid: '6a1c7f0e-0b0d-4f43-9d1e-5b1f3f0a0604',
  sections: [
    {
      name: 'Insurance',
      elements: [
        must('dropdown', 'Insurance company', {
          options: ['Evergreen Mutual', 'Northwest Health', 'Medicare', 'I have no insurance'],
        }),
        may('textInput', 'Member number', { wide: 6, attribute: 'member_number' }),
        may('fileUpload', 'A picture of your insurance card'),
      ],
    },
    { name: 'Payment', elements: [may('paymentField', 'How would you like to pay?')] },
  ],
})

/** Where it hurts and how much. */
export const pain = template({
  id: 605,
  name: 'Pain and movement',
  publicUuid: '6a1c7f0e-0b0d-4f43-9d1e-5b1f3f0a0605',
  appointmentTypeIds: [503],
  sections: [
    {
      name: 'Where it hurts',
      elements: [
        must('bodyDiagram', 'Show us where it hurts'),
        must('radioButton', 'How bad is it right now?', {
          options: ['No pain', 'Mild', 'Medium', 'Strong', 'The worst I can think of'],
        }),
      ],
    },
  ],
})

/** Every kind of field there is, required and optional, for the developer who draws them. */
export const everyField = template({
  id: 606,
  name: 'Every kind of field',
  publicUuid: '6a1c7f0e-0b0d-4f43-9d1e-5b1f3f0a0606',
  sections: [
    {
      name: 'Words and numbers',
      elements: [
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
    },
    {
      name: 'Choices',
      elements: [
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
        may('textInput', 'For staff: reviewed by', { seenBy: 'staff', required: true }),
      ],
    },
    {
      name: 'By hand',
      elements: [
        may('bodyDiagram', 'Where does it hurt?'),
        may('fileUpload', 'A file'),
        may('paymentField', 'Payment'),
        must('initials', 'Your initials', { wide: 4 }),
        must('signature', 'Your signature', { seenBy: 'patient' }),
      ],
    },
  ],
})

/** A form for staff alone. */
export const intakeReview = template({
  id: 607,
  name: 'Intake review',
  publicUuid: '6a1c7f0e-0b0d-4f43-9d1e-5b1f3f0a0607',
  isStaffOnly: true,
  sections: [
    { name: 'Review', elements: [must('checkbox', 'Chart checked', { seenBy: 'staff' })] },
  ],
})

/** A form that the clinic no longer uses. */
export const retired = template({
  id: 608,
  name: 'Screening questions (no longer used)',
  publicUuid: '6a1c7f0e-0b0d-4f43-9d1e-5b1f3f0a0608',
  isActive: false,
  sections: [
    { name: 'Screening', elements: [must('radioButton', 'Fever?', { options: ['Yes', 'No'] })] },
  ],
})
