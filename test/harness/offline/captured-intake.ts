import type { Intake } from '../../../src/main/offline/intake.ts'

const element = (id: number, attribute?: string) => ({
  id,
  label: `Question ${id}`,
  required: false,
  sortOrder: id,
  elementType: 1,
  colClass: 12,
  displayLabel: true,
  editGroup: 1,
  patientViewable: true,
  parent: false,
  children: [],
  ...(attribute !== undefined && { attribute }),
})

/** A form with `questions` lines to answer, none of them answered. */
export const capturedForm = (templateId: number, questions = 2): Intake['forms'][number] => ({
  templateId,
  version: 1,
  template: {
    id: templateId,
    name: `Form ${templateId}`,
    isActive: true,
    isStaffOnly: false,
    sortOrder: 1,
    isFillablePDF: false,
    publicLink: 'https://forms.example.com/form',
    formTemplateSections: [
      {
        id: templateId * 10,
        name: 'About you',
        sortOrder: 1,
        formElements: Array.from({ length: questions }, (_, index) => element(index + 1)),
      },
    ],
  },
  answers: {},
})

/** An intake that has begun; nothing is answered yet. */
export function capturedIntake(id: string, forms = [capturedForm(601), capturedForm(602)]): Intake {
  return {
    id,
    helpNumber: '4711',
    language: 'en',
    startedAt: '2030-05-31T16:00:00.000Z',
    finishedAt: null,
    person: {
      firstName: 'Ada',
      lastName: 'Reed',
      dateOfBirth: '1984-02-29',
      phone: '+12065550123',
      email: null,
    },
    proved: [],
    forms,
  }
}
