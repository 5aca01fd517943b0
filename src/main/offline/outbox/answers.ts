import { elementTypes } from '../../../contract/form-elements.ts'
import { elementsOf, type Intake, type IntakeForm } from '../intake.ts'
import type { Prefill } from './ports.ts'
import type { Remain } from './row.ts'

type Value = IntakeForm['answers'][string]

/** Answer of an intake, with the facts known about its field. */
export interface Given {
  readonly form: number
  readonly element: string
  readonly attribute: string | null
  readonly type: number | null
  readonly value: NonNullable<Value>
}

/** Kinds of fields that the interface does not take. */
export const unsendable: ReadonlyMap<number | null, Remain['why']> = new Map([
  [elementTypes.signature, 'signature'],
  [elementTypes.initials, 'initials'],
  [elementTypes.fileUpload, 'file'],
])

/** All answers of an intake that say something, in the order of forms and fields. */
export function givenIn({ forms }: Intake): readonly Given[] {
  return forms.flatMap(({ template, answers }, form) => {
    const known = new Map(elementsOf(template).map((element) => [String(element.id), element]))
    return Object.entries(answers).flatMap(([element, value]) => {
      if (isEmpty(value)) return []
      const field = known.get(element)
      const attribute = field?.attribute ?? null
      return { form, element, attribute, type: field?.elementType ?? null, value }
    })
  })
}

function isEmpty(value: Value): value is null {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return true
  if (typeof value !== 'object' || Array.isArray(value)) return false
  return Object.values(value).every((part) => part === '')
}

/** Picks the answers that the interface takes, by attribute name; of several answers to one attribute the first. */
export function prefillOf(intake: Intake): Prefill {
  const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const { attribute, type, value } of givenIn(intake))
    if (attribute !== null && !unsendable.has(type)) values[attribute] ??= value
  return { ...values }
}
