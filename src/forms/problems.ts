import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { email } from 'zod/mini'
import { answerOf, asText } from './answers.ts'
import { askedElements, flatten, isAnswered } from './completeness.ts'
import type { Answers, AnswerValue, FormElementModel } from './model.ts'
import { maxTextLength } from './limits.ts'
import { homeCountry } from './normalise.ts'
import { isTypedDate } from './typed-date.ts'

/** What stands in the way of an answer. */
export type Problem =
  'required' | 'incomplete' | 'notADate' | 'notAnEmail' | 'notAPhone' | 'tooLong'

/** An element and what is wrong with its answer. */
export interface ElementProblem {
  readonly element: FormElementModel
  readonly problem: Problem
}

const emailAddress = email()

/** What is wrong with an answer, or null. An empty answer is only a problem where one is required. */
export function problemOf(element: FormElementModel, value: AnswerValue): Problem | null {
  if (!isAnswered(element, value)) {
    if (element.type === 'datePicker' && asText(value) !== '') return 'incomplete'
    return element.required ? 'required' : null
  }
  const text = asText(value).trim()
  switch (element.type) {
    case 'datePicker':
      return isTypedDate(text) ? null : 'notADate'
    case 'emailAddress':
      return emailAddress.safeParse(text).success ? null : 'notAnEmail'
    case 'phoneNumber':
      return parsePhoneNumberFromString(text, homeCountry)?.isPossible() ? null : 'notAPhone'
    case 'textInput':
    case 'textArea':
      return text.length > maxTextLength ? 'tooLong' : null
    default:
      return null
  }
}

/** Every problem of what a page asks now, in the order of its fields. */
export function problemsOf(
  elements: readonly FormElementModel[],
  answers: Answers,
): ElementProblem[] {
  return flatten(askedElements(elements, answers)).flatMap((element) => {
    const problem = problemOf(element, answerOf(answers, element.id))
    return problem === null ? [] : [{ element, problem }]
  })
}
