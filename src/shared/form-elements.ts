/** Element types by the partner document's names, with the integer `elementType` (see `element-type-codes`). */
export const elementTypes = {
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

export type ElementType = keyof typeof elementTypes

export const elementTypeNames = Object.keys(elementTypes) as readonly ElementType[]

/** Returns the element type of a code, or undefined for an unknown code. */
export function elementTypeOf(code: number): ElementType | undefined {
  return elementTypeNames.find((name) => elementTypes[name] === code)
}
