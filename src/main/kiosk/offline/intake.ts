import { z } from 'zod'
import { formTemplate } from '../../../contract/form-template.ts'
import { id } from '../../../contract/values.ts'
import type { Answers } from '../../../shared/answer-schema.ts'
import type { IntakePerson } from '../../../shared/intake-person.ts'

/** A form as it was read. Its template is kept: the service may change or remove its own. */
export const knownForm = z.strictObject({
  templateId: id,
  /** The service's version of the template; null where it names none. */
  version: z.int().nullable(),
  template: formTemplate,
})

/** A form of an intake; answers by the id of the element. */
export type IntakeForm = Readonly<z.infer<typeof knownForm>> & { readonly answers: Answers }

/**
 * Intake of a patient without the network: all data to hand it over later, and for staff to read it. Protected health
 * information: kept in the vault alone.
 */
export interface Intake {
  /** Of this intake alone, made where it began; a UUID. */
  readonly id: string
  readonly helpNumber: string
  /** BCP 47: the language that it was filled in. */
  readonly language: string
  /** ISO date-times (UTC); `finishedAt` is null until the patient said that it is done. */
  readonly startedAt: string
  readonly finishedAt: string | null
  /** Nothing of it is proved but what `proved` names. */
  readonly person: IntakePerson
  /** Contacts of `person` that a code proved before the network went. */
  readonly proved: readonly ('sms' | 'email')[]
  readonly forms: readonly IntakeForm[]
}

/** Lists a template's elements, each with its children behind it. */
export const elementsOf = ({ formTemplateSections }: IntakeForm['template']) =>
  formTemplateSections
    .flatMap(({ formElements }) => formElements)
    .flatMap((element) => [element, ...(element.children ?? [])])
