import { z } from 'zod'
import type { ElementType } from '../contract/form-elements.ts'

/** The longest text answer that is taken, in characters. */
export const longestText = 10_000
/** The longest data URL that is taken (a file of 5 MB and what base64 adds to it). */
export const longestDataUrl = 7_000_000

const text = z.string().max(longestText)

const addressValue = z.strictObject({
  address1: text,
  address2: text,
  city: text,
  stateProvince: text,
  postalCode: text,
})
/** Answer of an address element. */
export type AddressValue = Readonly<z.infer<typeof addressValue>>

const fileValue = z.strictObject({
  fileName: text,
  mediaType: text,
  dataUrl: z.string().startsWith('data:').max(longestDataUrl),
})
/** Answer of a file upload: the file itself as a data URL. */
export type FileValue = Readonly<z.infer<typeof fileValue>>

const fraction = z.number().min(0).max(1)
const bodyMark = z.strictObject({ side: z.enum(['front', 'back']), x: fraction, y: fraction })
/** A place that the patient marked on a body diagram; x and y are fractions (0 to 1) of its width and height. */
export type BodyMark = Readonly<z.infer<typeof bodyMark>>

/** One answer, as it is checked where it arrives. Signatures are data URLs, hence the longer string. */
export const answerValue = z.union([
  z.string().max(longestDataUrl),
  z.boolean(),
  z.null(),
  z.array(text).max(200).readonly(),
  addressValue.readonly(),
  fileValue.readonly(),
  z.array(bodyMark.readonly()).max(200).readonly(),
])
/**
 * One answer. Text-like types use a string, a checkbox with options a list, the rest their own shape.
 * A date is `YYYY-MM-DD`; a signature is the typed name or a PNG data URL; a payment field is one of
 * `paymentChoices`; a file upload may be `showAtDesk` instead of a file.
 */
export type AnswerValue = z.infer<typeof answerValue>

/** Answers of a form by element id. */
export type Answers = Readonly<Record<string, AnswerValue>>

/**
 * Ways to settle a payment field. A shared screen in a waiting room is no place for a card number, so
 * the patient only says how they would like to pay at the desk.
 */
export const paymentChoices = ['card', 'cash', 'talk'] as const
export type PaymentChoice = (typeof paymentChoices)[number]

/** Answer of a file upload when the patient has the paper, and the kiosk has no file to choose. */
export const showAtDesk = 'show-at-desk'

/** A field, ready to be drawn. */
export interface FormElementModel {
  readonly id: number
  readonly type: ElementType
  readonly label: string
  readonly displayLabel: boolean
  readonly required: boolean
  /** Width in twelfths of the row. */
  readonly colClass: number
  readonly options: readonly string[]
  readonly children: readonly FormElementModel[]
}

/** A page of a form. */
export interface FormSectionModel {
  readonly id: number
  readonly name: string
  readonly elements: readonly FormElementModel[]
}

/** A form, ready to be drawn: sections are pages. */
export interface FormModel {
  readonly name: string
  readonly sections: readonly FormSectionModel[]
}
