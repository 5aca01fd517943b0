import type { ElementType } from '../../contract/form-elements.ts'
import type { FormElementModel } from '../model.ts'

/** An element for a test: optional, labelled, as wide as the page, unless told otherwise. */
export function elementOf(
  type: ElementType,
  more: Partial<FormElementModel> = {},
): FormElementModel {
  return {
    id: 1,
    type,
    label: 'A question',
    displayLabel: true,
    required: false,
    colClass: 12,
    options: [],
    children: [],
    ...more,
  }
}
