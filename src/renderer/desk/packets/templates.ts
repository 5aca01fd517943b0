import type { PrefillValues, TemplateDetails } from '../../../shared/desk/packets.ts'
import type { Reference } from '../../../shared/desk/references.ts'
import type { Desk } from '../desk.svelte.ts'

/** ms for which the list of forms is used as it was read. */
const staleTime = 60_000

/** Reads what a packet can be made of. */
export const choicesQuery = (desk: Desk, isAsked = true) => ({
  ...desk.query('templateChoices', isAsked ? {} : undefined),
  staleTime,
})
/** Reads the templates of a group. */
export const groupQuery = (desk: Desk, group: Reference | undefined) => ({
  ...desk.query('templateGroup', group === undefined ? undefined : { group }),
  staleTime,
})
/** Reads what a template asks. */
export const templateQuery = (desk: Desk, template: Reference | undefined) => ({
  ...desk.query('template', template === undefined ? undefined : { template }),
  staleTime,
})

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
