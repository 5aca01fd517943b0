import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { addressParts, asAddress, asText } from './answers.ts'
import { padDate } from './typed-date.ts'
import { flatten } from './completeness.ts'
import { homeCountry } from './countries.ts'
import type { Answers, AnswerValue, FormElementModel, FormFacts, FormModel } from './model.ts'

/** Tidies an answer once the patient has left its field, without a change of its meaning; idempotent. */
export function normaliseAnswer(
  { type }: FormElementModel,
  value: AnswerValue,
  facts: FormFacts = {},
): AnswerValue {
  if (type === 'signature')
    return asText(value).startsWith('data:') ? value : tidy(asText(value)) || null
  if (type === 'address') return value === null ? null : tidyAddress(asAddress(value))
  if (typeof value !== 'string') return value
  switch (type) {
    case 'textInput':
      return tidy(value)
    case 'textArea':
      return value.trim()
    case 'initials':
      return tidy(value).toUpperCase()
    case 'emailAddress':
      return value.replace(/\s/g, '')
    case 'phoneNumber':
      return readablePhone(tidy(value), facts)
    case 'datePicker':
      return padDate(value)
    default:
      return value
  }
}

/** Normalises all answers of a form for keeping; prefilled ones read as if the patient had written them. */
export function normaliseAnswers({ sections }: FormModel, answers: Answers, facts: FormFacts) {
  const kept = sections
    .flatMap(({ elements }) => flatten(elements))
    .filter(({ id }) => answers[id] !== undefined)
  return Object.fromEntries(
    kept.map((each) => [each.id, normaliseAnswer(each, answers[each.id] ?? null, facts)]),
  )
}

function tidy(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

function tidyAddress(address: ReturnType<typeof asAddress>) {
  const tidied = addressParts.map((part) => [part, tidy(address[part])] as const)
  return { ...address, ...Object.fromEntries(tidied) }
}

function readablePhone(text: string, facts: FormFacts): string {
  const home = homeCountry(facts)
  const number = parsePhoneNumberFromString(text, home)
  if (!number?.isPossible()) return text
  return number.country === home ? number.formatNational() : number.formatInternational()
}
