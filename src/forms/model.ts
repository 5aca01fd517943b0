import type { z } from 'zod'
import type { ElementType } from '../contract/form-elements.ts'
import type { addressValue, answerValue, bodyMark, fileValue } from '../shared/answer-schema.ts'

/** Answer of an address element. */
export type AddressValue = z.infer<typeof addressValue>
/** Answer of a file upload: the file itself as a data URL. */
export type FileValue = z.infer<typeof fileValue>
/** A place that the patient marked on a body diagram; x and y are fractions (0 to 1) of its width and height. */
export type BodyMark = z.infer<typeof bodyMark>

/**
 * Answer in its own shape; text types: a string, checkboxes: a list, date: `YYYY-MM-DD`, signature: name or PNG data
 * URL, file: or `showAtDesk`.
 */
export type AnswerValue = z.infer<typeof answerValue>

/** Answers of a form by element id. */
export type { Answers } from '../shared/answer-schema.ts'

/**
 * Ways to settle a payment field. A shared waiting-room screen must not take card numbers: the patient only says how
 * they will pay.
 */
export const paymentChoices = ['card', 'cash', 'talk'] as const

/** Answer of a file upload when the patient has the paper, and the kiosk has no file to choose. */
export const showAtDesk = 'show-at-desk'

/** A field, ready to be drawn. */
export interface FormElementModel {
  readonly id: number
  readonly type: ElementType
  readonly label: string
  /** Language of its words (BCP 47), if known. */
  readonly language?: string | undefined
  readonly displayLabel: boolean
  readonly required: boolean
  /** Name of the form attribute whose value it asks for, such as `mobile_phone`. */
  readonly attribute: string | null
  /** Width in twelfths of the row. */
  readonly colClass: number
  /** Choices; of an address: the countries (ISO 3166-1 alpha-2) it asks for, none if it asks for no country. */
  readonly options: readonly string[]
  /** Text to read before the answer, such as a consent: paragraphs with an empty line between; empty for none. */
  readonly text: string
  /** Answers of the parent on which it is asked; null when it is always asked. See `askedElements`. */
  readonly showWhen: readonly string[] | null
  readonly children: readonly FormElementModel[]
}

/** A state or province, as the service lists it. */
export interface StateChoice {
  readonly name: string
  /** Value of an answer, such as `NY`. */
  readonly shortName: string
}

/** Facts about place and time, from the code that shows a form. */
export interface FormFacts {
  /** The day (YYYY-MM-DD) that consents and signatures are dated with. */
  readonly today?: string | undefined
  /** States to choose from in an address; without them a state is typed. */
  readonly states?: readonly StateChoice[] | undefined
  /** Country of the clinic (ISO 3166-1 alpha-2): phone numbers and addresses belong to it by default. */
  readonly country?: string | undefined
}

/** A page of a form. */
interface FormSectionModel {
  readonly id: number
  readonly name: string
  readonly elements: readonly FormElementModel[]
}

/** A form, ready to be drawn: sections are pages. */
export interface FormModel {
  readonly name: string
  /** Language of its words (BCP 47), if known. */
  readonly language?: string | undefined
  readonly sections: readonly FormSectionModel[]
}
