import type { AnswerValue, FormElementModel, FormFacts } from './model.ts'
import type { FieldPart } from './problems.ts'

/** Properties of every field. The form's owner keeps the answer; a field only reports changes. */
export interface FieldProps {
  readonly element: FormElementModel
  readonly value: AnswerValue
  readonly facts: FormFacts
  /** Error of the answer, in words; null if there is none to show. */
  readonly problem: string | null
  readonly wrongParts: readonly FieldPart[]
  readonly onAnswer: (value: AnswerValue) => void
}

/** Attributes of a field's control, or of each of several. */
export interface ControlProps {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean
}

/** Attributes of a line to type into: nothing that an earlier patient typed is suggested. */
export const line = {
  class: 'control',
  type: 'text',
  inputmode: 'text',
  maxlength: 200,
  dir: 'auto',
  autocomplete: 'off',
  spellcheck: false,
} as const

/** Returns the id of a label's control, which takes the focus. */
export function controlId(elementId: number): string {
  return `field-${elementId}`
}

/** Returns the id of the control of a part of a field; the first one has the field's own. */
export function partId(elementId: number, part: FieldPart, first: FieldPart): string {
  return part === first ? controlId(elementId) : `${controlId(elementId)}-${part}`
}

/** Moves the focus to what is wrong in the field of an element, else to its first control. */
export function focusField(elementId: number): void {
  const control = document.getElementById(controlId(elementId))
  const wrong = control?.closest('[data-field]')?.querySelector<HTMLElement>('[aria-invalid=true]')
  const target = wrong ?? control
  target?.scrollIntoView({ block: 'center' })
  target?.focus({ preventScroll: true })
}
