import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { addressParts, asAddress, asText } from './answers.ts'
import { padDate } from './typed-date.ts'
import { flatten } from './completeness.ts'
import { homeCountry } from './countries.ts'
import type {
  AddressValue,
  Answers,
  AnswerValue,
  FormElementModel,
  FormFacts,
  FormModel,
} from './model.ts'

/**
 * Tidies an answer once the patient has left its field: blanks, dates, phone numbers, initials. Never changes its
 * meaning; idempotent.
 */
export function normaliseAnswer(
  element: FormElementModel,
  value: AnswerValue,
  facts: FormFacts = {},
): AnswerValue {
  switch (element.type) {
    case 'textInput':
      return typeof value === 'string' ? tidy(value) : value
    case 'textArea':
      return typeof value === 'string' ? value.trim() : value
    case 'initials':
      return typeof value === 'string' ? tidy(value).toUpperCase() : value
    case 'emailAddress':
      return typeof value === 'string' ? value.replace(/\s/g, '') : value
    case 'phoneNumber':
      return typeof value === 'string' ? readablePhone(tidy(value), facts) : value
    case 'datePicker':
      return typeof value === 'string' ? padDate(value) : value
    case 'signature':
      return asText(value).startsWith('data:') ? value : tidy(asText(value)) || null
    case 'address':
      return value === null ? null : tidyAddress(asAddress(value))
    default:
      return value
  }
}

/** Normalises all answers of a form for keeping; prefilled ones read as if the patient had written them. */
export function normaliseAnswers(
  form: FormModel,
  answers: Answers,
  facts: FormFacts = {},
): Record<string, AnswerValue> {
  const elements = form.sections.flatMap((section) => flatten(section.elements))
  return Object.fromEntries(
    elements
      .filter(({ id }) => answers[id] !== undefined)
      .map((element) => [element.id, normaliseAnswer(element, answers[element.id] ?? null, facts)]),
  )
}

function tidy(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

function tidyAddress(address: AddressValue): AddressValue {
  const tidied = addressParts.map((part) => [part, tidy(address[part])] as const)
  return { ...address, ...Object.fromEntries(tidied) }
}

function readablePhone(text: string, facts: FormFacts): string {
  const home = homeCountry(facts)
  const number = parsePhoneNumberFromString(text, home)
  if (!number?.isPossible()) return text
  return number.country === home ? number.formatNational() : number.formatInternational()
}
