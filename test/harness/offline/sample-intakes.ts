import { randomUUID } from 'node:crypto'
import { elementTypes, type ElementType } from '../../../src/contract/form-elements.ts'
import type { Intake, IntakeForm } from '../../../src/main/offline/intake.ts'
import type { IntakePerson } from '../../../src/shared/intake-person.ts'
import type { IntakeSource } from '../../../src/main/offline/outbox/ports.ts'
import { err, ok } from '../../../src/shared/result.ts'

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

/** A form with `questions` lines to answer, none of them answered. */
export const capturedForm = (templateId: number, questions = 2): Intake['forms'][number] => ({
  ...sampleForm(
    templateId,
    Array.from({ length: questions }, () => ({ answer: '' })),
  ),
  answers: {},
})

/** An intake that has begun; nothing is answered yet. */
export const capturedIntake = (
  id: string,
  forms = [capturedForm(601), capturedForm(602)],
): Intake => sampleIntake({ id, forms, finishedAt: null })

/** Intakes that patients finished. */
export function memorySource(): IntakeSource & {
  finish(intake: Intake): void
  readonly settled: Set<string>
} {
  const intakes = new Map<string, Intake>()
  const settled = new Set<string>()
  return {
    settled,
    finish: (intake) => void intakes.set(intake.id, structuredClone(intake)),
    finished: () => [...intakes.keys()].filter((id) => !settled.has(id)),
    read(id) {
      const intake = intakes.get(id)
      return intake ? ok(intake) : err({ kind: 'unknown' })
    },
    settle: (id) => void settled.add(id),
    remove: (id) => void intakes.delete(id),
  }
}
