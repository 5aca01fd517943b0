import { elementTypes } from '../../../../shared/form-elements.ts'
import { readDate } from '../../../../contract/readers/dates.ts'
import type { ReadForm, ReadPacketInFull } from '../../../../contract/readers/packet.ts'
import { sameId } from '../../../../contract/values.ts'
import { elementsOf, type Intake, type IntakeForm } from '../intake.ts'
import { isSamePhone } from '../../../intake/resources/same-person.ts'
import type { Outcome, Remain } from './row.ts'

export type Prefill = Readonly<Record<string, unknown>>

type Value = IntakeForm['answers'][string]

export interface Given {
  readonly form: number
  readonly element: string
  readonly attribute: string | null
  readonly type: number | null
  readonly value: NonNullable<Value>
}

const unsendable: ReadonlyMap<number | null, Remain['why']> = new Map([
  [elementTypes.signature, 'signature'],
  [elementTypes.initials, 'initials'],
  [elementTypes.fileUpload, 'file'],
])

/** Lists the answers of an intake that say something, in the order of forms and fields. */
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

/** Lists the answers that the clinic has: in the packet or, if it gives none, those that it reported as `filled`. */
export function compareAnswers(
  intake: Intake,
  packet: Pick<ReadPacketInFull, 'forms'>,
  filled: readonly string[],
): Outcome {
  const remains: Remain[] = []
  const sent = prefillOf(intake)
  const all = givenIn(intake)
  const countable = all.filter(({ type }) => !unsendable.has(type))
  for (const given of all) {
    const form = intake.forms[given.form]
    const kept = form && keptForm(form, packet)
    const isGone = !kept && areNamed(packet)
    const why = isGone ? 'formGone' : whyRemains(given, kept, sent, filled)
    if (why) remains.push({ form: given.form, element: given.element, why })
  }
  const open = new Set(remains.map(({ form, element }) => `${form} ${element}`))
  const delivered = countable.filter(({ form, element }) => !open.has(`${form} ${element}`))
  return {
    delivered: delivered.length,
    of: countable.length,
    remains,
    isOtherVersion: intake.forms.some(({ version, ...form }) => {
      const kept = keptForm(form, packet)?.version
      return typeof kept === 'number' && version !== null && kept !== version
    }),
  }
}

function whyRemains(
  { attribute, element, type, value }: Given,
  kept: ReadForm | undefined,
  sent: Prefill,
  filled: readonly string[],
): Remain['why'] | undefined {
  const kind = unsendable.get(type)
  if (kind) return kind
  if (attribute === null) return 'noAttribute'
  if (!kept?.answers) {
    // Of several answers to one attribute only one was sent.
    const isSent = same(sent[attribute], value, type)
    return kept && isSent && filled.includes(attribute) ? undefined : 'notSeen'
  }
  const standing = kept.answers.filter((answer) =>
    answer.attribute === null
      ? answer.element !== null && sameId(answer.element, element)
      : answer.attribute === attribute,
  )
  if (standing.some((answer) => same(answer.value, value, type))) return undefined
  return standing.length > 0 ? 'elsewise' : 'notSeen'
}

const areNamed = ({ forms }: Pick<ReadPacketInFull, 'forms'>) =>
  forms !== null && forms.length > 0 && forms.every(({ templateId }) => templateId !== null)

function keptForm(
  { templateId }: Pick<IntakeForm, 'templateId'>,
  { forms }: Pick<ReadPacketInFull, 'forms'>,
) {
  return forms?.find((form) => form.templateId !== null && sameId(form.templateId, templateId))
}

function same(one: unknown, other: unknown, type: number | null): boolean {
  if (textOf(one) === textOf(other)) return true
  if (typeof one !== 'string' || typeof other !== 'string') return false
  if (type === elementTypes.phoneNumber) return isSamePhone(one, other)
  if (type !== elementTypes.datePicker) return false
  const [a, b] = [readDate(one), readDate(other)]
  return a !== undefined && textOf(a) === textOf(b)
}

/** Writes a text that is the same for equal values, regardless of the order of their fields. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return JSON.stringify(value.trim())
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
