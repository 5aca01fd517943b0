import { randomUUID } from 'node:crypto'
import { elementTypes, type ElementType } from '../../../src/contract/form-elements.ts'
import type { Intake, IntakeForm } from '../../../src/main/offline/intake.ts'
import type { IntakePerson } from '../../../src/shared/intake-person.ts'

/** A field of a form: its kind, its attribute, and what was answered. */
export interface SampleField {
  readonly type?: ElementType
  readonly attribute?: string
  readonly answer: IntakeForm['answers'][string]
}

/** A form of a template that has these fields and no others; elements count from 1. */
export function sampleForm(
  templateId: number,
  fields: readonly SampleField[],
  version: number | null = 1,
): IntakeForm {
  return {
    templateId,
    version,
    template: {
      id: templateId,
      name: `Form ${templateId}`,
      formTemplateSections: [
        {
          id: 1,
          name: 'Page',
          formElements: fields.map(({ type = 'textInput', attribute }, index) => ({
            id: index + 1,
            label: `Question ${index + 1}`,
            required: false,
            elementType: elementTypes[type],
            ...(attribute !== undefined && { attribute }),
          })),
        },
      ],
    },
    answers: Object.fromEntries(fields.map(({ answer }, index) => [String(index + 1), answer])),
  }
}

export const ana: IntakePerson = {
  firstName: 'Ana',
  lastName: 'Lopez',
  dateOfBirth: '1990-04-05',
  phone: '+12065550177',
  email: 'ana@example.com',
}

/** An intake that its patient finished. */
export function sampleIntake(more: Partial<Intake> = {}): Intake {
  return {
    id: randomUUID(),
    helpNumber: '4711',
    language: 'en',
    startedAt: '2026-03-10T17:00:00.000Z',
    finishedAt: '2026-03-10T17:05:00.000Z',
    person: ana,
    proved: [],
    forms: [sampleForm(601, [{ attribute: 'preferred_name', answer: 'Annie' }])],
    ...more,
  }
}
