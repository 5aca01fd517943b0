import type { PrefillValues, TemplateDetails } from '../../../shared/desk/packets.ts'

export type PrefillField = TemplateDetails['attributes'][number]
export type TypedValues = Readonly<Record<string, string>>

/** Returns the key of a field's value: two kinds of one attribute have separate keys. */
export const keyOf = ({ attribute, kind }: PrefillField): string => `${kind} ${attribute}`

/** Returns a field's text; '' for text that is no option of it. */
export function valueIn(field: PrefillField, values: TypedValues): string {
  const typed = values[keyOf(field)] ?? ''
  return field.options.length === 0 || field.options.includes(typed) ? typed : ''
}

/** Converts the text of these fields to the sent form. */
export function prefillOf(fields: readonly PrefillField[], values: TypedValues): PrefillValues {
  return fields.flatMap((field) => {
    const value = valueIn(field, values).trim()
    return value === '' ? [] : [{ attribute: field.attribute, value }]
  })
}
