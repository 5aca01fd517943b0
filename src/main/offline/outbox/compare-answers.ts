import { elementTypes } from '../../../contract/form-elements.ts'
import { readDate } from '../../../contract/readers/dates.ts'
import type { ReadKeptForm, ReadPacketContents } from '../../../contract/readers/outbox-readers.ts'
import { sameId } from '../../../contract/values.ts'
import type { Intake, IntakeForm } from '../intake.ts'
import { givenIn, prefillOf, unsendable, type Given } from './answers.ts'
import { isSamePhone } from './person-match.ts'
import type { Prefill } from './ports.ts'
import type { Outcome, Remain } from './row.ts'

/**
 * Lists the answers that the clinic has: those in the packet or, if it gives none, those that the service reported as
 * `filled`.
 */
export function compareAnswers(
  intake: Intake,
  packet: ReadPacketContents,
  filled: readonly string[],
): Outcome {
  // No others count as delivered.
  const remains: Remain[] = []
  const sent = prefillOf(intake)
  const all = givenIn(intake)
  const countable = all.filter(({ type }) => !unsendable.has(type))
  for (const given of all) {
    const why = whyRemains(given, { intake, packet, filled, sent })
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

interface Compared {
  readonly intake: Intake
  readonly packet: ReadPacketContents
  readonly filled: readonly string[]
  readonly sent: Prefill
}

function whyRemains(given: Given, { intake, packet, filled, sent }: Compared) {
  const { attribute, element, type, value } = given
  const kind = unsendable.get(type)
  if (kind) return kind
  if (attribute === null) return 'noAttribute'
  const form = intake.forms[given.form]
  const kept = form && keptForm(form, packet)
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

function keptForm({ templateId }: Pick<IntakeForm, 'templateId'>, packet: ReadPacketContents) {
  return packet.forms.find(
    (form: ReadKeptForm) => form.templateId !== null && sameId(form.templateId, templateId),
  )
}

/** True if two values mean the same, allowing for the ways in which a service may write one. */
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
