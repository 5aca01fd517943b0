import type { PrefillValues, TemplateDetails } from '../../../shared/desk/packets.ts'

/** What can be filled in beforehand, as a template lists it. */
export type PrefillField = TemplateDetails['attributes'][number]
/** What was typed, by `keyOf`. */
export type TypedValues = Readonly<Record<string, string>>

/** What a field's value is kept under: of two kinds of one attribute each has its own. */
export const keyOf = ({ attribute, kind }: PrefillField): string => `${kind} ${attribute}`

/** What stands in a field; '' for what is no option of it. */
export function valueIn(field: PrefillField, values: TypedValues): string {
  const typed = values[keyOf(field)] ?? ''
  return field.options.length === 0 || field.options.includes(typed) ? typed : ''
}

/** What was typed into these fields, as it is sent. */
export function prefillOf(fields: readonly PrefillField[], values: TypedValues): PrefillValues {
  return fields.flatMap((field) => {
    const value = valueIn(field, values).trim()
    return value === '' ? [] : [{ attribute: field.attribute, value }]
  })
}
