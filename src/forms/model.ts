import type { z } from 'zod'
import type { ElementType } from '../shared/form-elements.ts'
import type { addressValue, answerValue, bodyMark, fileValue } from '../shared/answer-schema.ts'

export type AddressValue = z.infer<typeof addressValue>
/** Answer of a file upload: the file itself as a data URL. */
export type FileValue = z.infer<typeof fileValue>
/** A place that the patient marked on a body diagram; x and y are fractions (0 to 1) of its width and height. */
export type BodyMark = z.infer<typeof bodyMark>

/** Answer: text is a string, checkboxes a list, a date `YYYY-MM-DD`, a signature a name or PNG data URL. */
export type AnswerValue = z.infer<typeof answerValue>

export type { Answers } from '../shared/answer-schema.ts'

/** Ways to settle a payment field: the patient says how they will pay, and gives no card number in a waiting room. */
export const paymentChoices = ['card', 'cash', 'talk'] as const

/** Answer of a file upload when the patient has the paper, and the kiosk has no file to choose. */
export const showAtDesk = 'show-at-desk'

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

export interface StateChoice {
  readonly name: string
  /** Value of an answer, such as `NY`. */
  readonly shortName: string
}

export interface FormFacts {
  /** The day (YYYY-MM-DD) that consents and signatures are dated with. */
  readonly today?: string | undefined
  /** States to choose from in an address; without them a state is typed. */
  readonly states?: readonly StateChoice[] | undefined
  /** Country of the clinic (ISO 3166-1 alpha-2): phone numbers and addresses belong to it by default. */
  readonly country?: string | undefined
}

/** A form, ready to be drawn: sections are pages. */
export interface FormModel {
  readonly name: string
  readonly language?: string | undefined
  readonly sections: readonly {
    readonly id: number
    readonly name: string
    readonly elements: readonly FormElementModel[]
  }[]
}
