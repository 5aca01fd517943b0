import { z } from 'zod'
import { formTemplate } from '../../../contract/form-template.ts'
import { id } from '../../../contract/values.ts'
import type { Answers } from '../../../shared/answer-schema.ts'
import type { IntakePerson } from '../../../shared/intake-person.ts'

/** The template is kept: the service may change or remove its own. */
export const knownForm = z.strictObject({
  templateId: id,
  version: z.int().nullable(),
  template: formTemplate,
})

export type IntakeForm = Readonly<z.infer<typeof knownForm>> & { readonly answers: Answers }

/** Intake of a patient without the network. Protected health information: kept in the vault alone. */
export interface Intake {
  readonly id: string
  readonly helpNumber: string
  readonly language: string
  /** ISO date-times (UTC); `finishedAt`: null until the patient said that it is done. */
  readonly startedAt: string
  readonly finishedAt: string | null
  readonly person: IntakePerson
  /** The contacts that a code proved before the network went; nothing else of `person` is. */
  readonly proved: readonly ('sms' | 'email')[]
  readonly forms: readonly IntakeForm[]
}

/** Lists a template's elements, each with its children behind it. */
export const elementsOf = ({ formTemplateSections }: IntakeForm['template']) =>
  formTemplateSections
    .flatMap(({ formElements }) => formElements)
    .flatMap((element) => [element, ...(element.children ?? [])])
