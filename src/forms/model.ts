import type { ElementType } from '../contract/form-elements.ts'

/** One answer. Text-like types use a string, a checkbox with options a list, the rest their own shape. */
export type AnswerValue =
  string | boolean | readonly string[] | AddressValue | FileValue | readonly BodyMark[] | null

/** Answer of an address element. */
export interface AddressValue {
  readonly address1: string
  readonly address2: string
  readonly city: string
  readonly stateProvince: string
  readonly postalCode: string
}

/** Answer of a file upload: the file itself as a data URL. */
export interface FileValue {
  readonly fileName: string
  readonly mediaType: string
  readonly dataUrl: string
}

/** A place that the patient marked on a body diagram; x and y are fractions (0 to 1) of its width and height. */
export interface BodyMark {
  readonly side: 'front' | 'back'
  readonly x: number
  readonly y: number
}

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
