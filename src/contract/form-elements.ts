/** Element types of the partner document, with the developer interface's integer `elementType`. */
export const elementTypes = {
  // The seen codes (2, 3, 6, 7, 9) have no stated meaning: assumption `element-type-codes`.
  textInput: 1,
  textArea: 2,
  dropdown: 3,
  checkbox: 4,
  radioButton: 5,
  datePicker: 6,
  signature: 7,
  initials: 8,
  fileUpload: 9,
  phoneNumber: 10,
  emailAddress: 11,
  address: 12,
  paymentField: 13,
  bodyDiagram: 14,
} as const

/** A type of form element, by its name in the partner document's vocabulary. */
export type ElementType = keyof typeof elementTypes

/** Returns the element type of a code, or undefined for an unknown code. */
export function elementTypeOf(code: number): ElementType | undefined {
  const names = Object.keys(elementTypes) as ElementType[]
  return names.find((name) => elementTypes[name] === code)
}
