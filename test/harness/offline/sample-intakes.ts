import { randomUUID } from 'node:crypto'
import { elementTypes, type ElementType } from '../../../src/shared/form-elements.ts'
import type { Intake, IntakeForm } from '../../../src/main/kiosk/offline/intake.ts'
import type { IntakePerson } from '../../../src/shared/intake-person.ts'
import { err, ok } from '../../../src/shared/result.ts'
import type { IntakeSource } from '../../../src/main/kiosk/offline/capture/capture-store.ts'

/** A question of a form, and what was answered. */
export interface Question {
  readonly type: ElementType
  readonly label: string
  readonly attribute?: string
  readonly answer?: IntakeForm['answers'][string]
  readonly options?: readonly string[]
  readonly text?: string
  readonly showWhen?: readonly string[]
  readonly children?: readonly Question[]
}

/** A form of these questions; elements count from 1, each before its children. */
export function formOf(
  all: readonly Question[],
  name = 'Medical history',
  { templateId = 601, version = 3 }: Partial<Pick<IntakeForm, 'templateId' | 'version'>> = {},
): IntakeForm {
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
    templateId,
    version,
    answers,
    template: { id: templateId, name, formTemplateSections: sections } as IntakeForm['template'],
  }
}

/** A field of a form: its kind, its attribute, and what was answered. */
export type SampleField = Partial<Pick<Question, 'type' | 'attribute'>> &
  Required<Pick<Question, 'answer'>>

/** A form of a template that has these fields and no others. */
export const sampleForm = (
  templateId: number,
  fields: readonly SampleField[],
  version: number | null = 1,
): IntakeForm =>
  formOf(
    fields.map((field, index) => ({ type: 'textInput', label: `Question ${index + 1}`, ...field })),
    `Form ${templateId}`,
    { templateId, version },
  )

export const ana: IntakePerson = {
  firstName: 'Ana',
  lastName: 'Lopez',
  dateOfBirth: '1990-04-05',
  phone: '+12065550177',
  email: 'ana@example.com',
}

/** An intake that its patient finished. */
export const sampleIntake = (more: Partial<Intake> = {}): Intake => ({
  id: randomUUID(),
  helpNumber: '4711',
  language: 'en',
  startedAt: '2026-03-10T17:00:00.000Z',
  finishedAt: '2026-03-10T17:05:00.000Z',
  person: ana,
  proved: [],
  forms: [sampleForm(601, [{ attribute: 'preferred_name', answer: 'Annie' }])],
  ...more,
})

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
