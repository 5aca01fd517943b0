import type { Locale } from '../shared/ipc.ts'
import type { AnswerValue, FormElementModel } from './model.ts'

/** What every field is given. The answer stands with whoever shows the form; a field only reports changes. */
export interface FieldProps {
  readonly element: FormElementModel
  readonly value: AnswerValue
  readonly locale: Locale
  /** What is wrong with the answer, in words; null while nothing is to be said. */
  readonly problem: string | null
  readonly onAnswer: (value: AnswerValue) => void
}

/** Id of the control that a label belongs to and that takes the focus. */
export function controlId(elementId: number): string {
  return `field-${elementId}`
}

/** Moves the focus to the control of an element, or to the first one of its group. */
export function focusField(elementId: number): void {
  const control = document.getElementById(controlId(elementId))
  control?.scrollIntoView({ block: 'center' })
  control?.focus()
}
