import * as z from 'zod/mini'

/** By the field's type and `inputmode`; `digits` are whole numbers, `decimal` ones with sign and fraction. */
const fieldKind = z.enum(['text', 'lines', 'email', 'phone', 'digits', 'decimal', 'url', 'date'])
export type FieldKind = z.infer<typeof fieldKind>

/** Purpose of the Enter key, as the page's `enterkeyhint` gives it; `enter` if it gives none. */
const enterHint = z.enum(['enter', 'done', 'go', 'next', 'previous', 'search', 'send'])
export type EnterHint = z.infer<typeof enterHint>

const described = {
  kind: fieldKind,
  hides: z.boolean(),
  /** BCP 47 tag of the text around the field, as the page says it; empty where it says nothing. */
  lang: z.string().check(z.maxLength(35)),
  enter: enterHint,
}

/** A field of a form page as the guard beside the page describes it: never its name, nor what stands in it. */
export const describedField = z.strictObject(described)
export type DescribedField = z.infer<typeof describedField>

export const focusedField = z.strictObject({
  /** Names this field for as long as it has the focus; a key that names another field is not typed. */
  token: z.string().check(z.maxLength(12)),
  ...described,
})
export type FocusedField = z.infer<typeof focusedField>
