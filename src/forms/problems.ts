import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { email } from 'zod/mini'
import type { DatePart } from '../shared/calendar-date.ts'
import { addressParts, answerOf, asAddress, asText, type AddressPart } from './answers.ts'
import { askedElements, flatten, isAnswered, isBegun } from './completeness.ts'
import type { Answers, AnswerValue, FormElementModel, FormFacts } from './model.ts'
import { maxTextLength } from '../shared/entry-limits.ts'
import { homeCountry } from './countries.ts'
import { dateParts, isTypedDate, isTypedYear } from './typed-date.ts'

export type FieldPart = DatePart | AddressPart

export interface ElementProblem {
  readonly element: FormElementModel
  readonly problem: NonNullable<ReturnType<typeof problemOf>>
  /** Faulty parts of a field that has parts; none: the whole field. */
  readonly parts: readonly FieldPart[]
  /** Of an address that names one (ISO 3166-1 alpha-2). */
  readonly country?: string
}

const emailAddress = email()

/** Returns the problem of an answer, or null. An empty answer is only a problem if one is required. */
export function problemOf(element: FormElementModel, value: AnswerValue, facts: FormFacts = {}) {
  if (!isAnswered(element, value)) {
    const hasParts = element.type === 'datePicker' || element.type === 'address'
    if (hasParts && isBegun(element, value)) return 'incomplete'
    return element.required ? 'required' : null
  }
  const text = asText(value).trim()
  switch (element.type) {
    case 'datePicker':
      return isTypedDate(text) ? null : 'notADate'
    case 'emailAddress':
      return emailAddress.safeParse(text).success ? null : 'notAnEmail'
    case 'phoneNumber':
      return parsePhoneNumberFromString(text, homeCountry(facts))?.isPossible() ? null : 'notAPhone'
    case 'textInput':
    case 'textArea':
      return text.length > maxTextLength ? 'tooLong' : null
    default:
      return null
  }
}

/** Finds the problem of an element's answer and its place, or null. */
export function lookAt(
  element: FormElementModel,
  value: AnswerValue,
  facts: FormFacts = {},
): ElementProblem | null {
  const problem = problemOf(element, value, facts)
  if (!problem) return null
  const { country } = asAddress(value)
  return { element, problem, parts: wrongParts(element, value), ...(country && { country }) }
}

/** Lists every problem of the questions on a page, in the order of its fields. */
export function problemsOf(
  elements: readonly FormElementModel[],
  answers: Answers,
  facts: FormFacts = {},
): ElementProblem[] {
  return flatten(askedElements(elements, answers)).flatMap(
    (element) => lookAt(element, answerOf(answers, element.id), facts) ?? [],
  )
}

function wrongParts(element: FormElementModel, value: AnswerValue): readonly FieldPart[] {
  if (element.type === 'datePicker') {
    const parts = dateParts(asText(value))
    const missing = (['month', 'day', 'year'] as const).filter((part) => parts[part] === '')
    if (missing.length > 0) return missing
    return isTypedYear(parts.year) ? ['day'] : ['year']
  }
  if (element.type !== 'address') return []
  const address = asAddress(value)
  return addressParts.filter((part) => part !== 'address2' && address[part].trim() === '')
}
