import type { ElementType } from '../../../src/contract/form-elements.ts'
import type { FormElementModel, FormModel } from '../../../src/forms/model.ts'

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
    attribute: null,
    colClass: 12,
    options: [],
    text: '',
    showWhen: null,
    children: [],
    ...more,
  }
}

/** A form of one page, with these elements. */
export const onePage = (...elements: FormElementModel[]): FormModel => ({
  name: 'Intake',
  sections: [{ id: 1, name: 'Page', elements }],
})

/** A whole address, as the field of one answers. */
export const sampleAddress = {
  address1: '1 Main St',
  address2: '',
  city: 'Ames',
  stateProvince: 'IA',
  postalCode: '50010',
}
