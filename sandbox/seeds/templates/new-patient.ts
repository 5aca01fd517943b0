import { may, must, template } from './build.ts'

/** Who the patient is and how to reach them; most of it comes prefilled from the record. */
export const aboutYou = template({
  id: 601,
  name: 'About you',
  publicUuid: '6a1c7f0e-0b0d-4f43-9d1e-5b1f3f0a0601',
  version: 2,
  sections: [
    {
      name: 'Your details',
      elements: [
        must('textInput', 'First name', { wide: 6, attribute: 'first_name', lifecycle: 'Patient' }),
        must('textInput', 'Last name', { wide: 6, attribute: 'last_name', lifecycle: 'Patient' }),
        may('textInput', 'What should we call you?', { attribute: 'preferred_name' }),
        must('datePicker', 'Date of birth', {
          attribute: 'date_of_birth',
          lifecycle: 'Patient',
        }),
      ],
    },
    {
      name: 'How to reach you',
      elements: [
        must('phoneNumber', 'Mobile phone', { attribute: 'mobile_phone', lifecycle: 'Patient' }),
        may('emailAddress', 'Email', { attribute: 'email', lifecycle: 'Patient' }),
        must('radioButton', 'How should we contact you?', {
          options: ['Text message', 'Phone call', 'Email'],
        }),
        may('textInput', 'Chart note', { seenBy: 'staff' }),
      ],
    },
  ],
})

/** The first version of the same form, which older packets were made from. */
export const aboutYouBefore = { ...aboutYou, version: 1, name: 'About you (2024)' }

/** What the clinician should know before the visit. */
export const healthHistory = template({
  id: 602,
  name: 'Health history',
  publicUuid: '6a1c7f0e-0b0d-4f43-9d1e-5b1f3f0a0602',
  appointmentTypeIds: [501],
  sections: [
    {
      name: "Today's visit",
      elements: [
        must('textArea', 'What brings you in today?', { attribute: 'reason_for_visit' }),
        may('dropdown', 'How long has this been going on?', {
          options: ['A few days', 'A few weeks', 'A few months', 'Longer than that'],
        }),
      ],
    },
    {
      name: 'Your health',
      elements: [
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
  ],
})

const consentText = `I ask the clinicians of this clinic to examine me and to treat me. This can include taking my blood pressure, tests of my blood or urine, medicines and shots.

They tell me what they plan to do, why, and what could go wrong. I may ask anything, at any time.

I may say no to any test or treatment. I may also change my mind later. It does not change how I am cared for.

The clinic keeps what I write here, and what it finds, in my chart. It shares this only with those who take part in my care, with those who pay for it, and where the law asks for it.

Nobody can promise me that a treatment works.

This consent is good for one year, or until I take it back in writing at the front desk.`

/** Consent to treatment, signed. */
export const consent = template({
  id: 603,
  name: 'Consent to treatment',
  publicUuid: '6a1c7f0e-0b0d-4f43-9d1e-5b1f3f0a0603',
  sections: [
    {
      name: 'Your consent',
      elements: [
        may('textInput', 'Goes by', { attribute: 'preferred_name', seenBy: 'staff' }),
        must('checkbox', 'I agree to be treated by the clinicians of this clinic.', {
          text: consentText,
        }),
        must('signature', 'Your signature', { seenBy: 'patient' }),
      ],
    },
  ],
})
