import { addressParts, answerOf, asAddress, asChoices, asFile, asMarks, asText } from './answers.ts'
import { dateParts } from './typed-date.ts'
import type { Answers, AnswerValue, FormElementModel, FormModel } from './model.ts'

type Elements = readonly FormElementModel[]

/** Lists all elements, each parent before its children. */
export function flatten(elements: Elements): FormElementModel[] {
  return elements.flatMap((element) => [element, ...flatten(element.children)])
}

/** Lists the elements that the answers so far call for; an untouched optional group requires nothing of its children. */
export function askedElements(elements: Elements, answers: Answers): FormElementModel[] {
  return elements.map((element) => {
    if (element.children.length === 0) return element
    const value = answerOf(answers, element.id)
    const given = value === true ? ['true'] : [...asChoices(value), asText(value)]
    const called = element.children.filter(
      ({ showWhen }) => showWhen === null || showWhen.some((answer) => given.includes(answer)),
    )
    const children = askedElements(called, answers)
    const begun = flatten([{ ...element, children }]).some((part) =>
      isBegun(part, answerOf(answers, part.id)),
    )
    const requires = element.required || begun
    return { ...element, children: requires ? children : children.map(notRequired) }
  })
}

/** Returns the elements of a whole form that are asked now, each parent before its children. */
export function askedInForm(form: FormModel, answers: Answers): FormElementModel[] {
  return form.sections.flatMap(({ elements }) => flatten(askedElements(elements, answers)))
}

/** Returns the answers to the questions asked now: those that a patient sends. */
export function askedAnswers(form: FormModel, answers: Answers): Answers {
  const asked = new Set(askedInForm(form, answers).map(({ id }) => String(id)))
  return Object.fromEntries(Object.entries(answers).filter(([id]) => asked.has(id)))
}

function notRequired(element: FormElementModel): FormElementModel {
  return { ...element, required: false, children: element.children.map(notRequired) }
}

/** Checks if a field holds anything, even half an answer. */
export function isBegun(element: FormElementModel, value: AnswerValue): boolean {
  const address = asAddress(value)
  const isInPart = asText(value).trim() !== '' || addressParts.some((part) => address[part] !== '')
  return isInPart || isAnswered(element, value)
}

/** Checks for a full answer: a ticked box, all parts of a date, an address that takes mail. */
export function isAnswered(element: FormElementModel, value: AnswerValue): boolean {
  switch (element.type) {
    case 'checkbox':
      return element.options.length > 0 ? asChoices(value).length > 0 : value === true
    case 'datePicker':
      return Object.values(dateParts(asText(value))).every((part) => part !== '')
    case 'address': {
      const address = asAddress(value)
      return addressParts.every((part) => part === 'address2' || address[part].trim() !== '')
    }
    case 'fileUpload':
      return asFile(value) !== undefined || asText(value) !== ''
    case 'bodyDiagram':
      return asMarks(value).length > 0
    default:
      return asText(value).trim() !== ''
  }
}

/** Lists the elements that are required now, children included, and have no full answer yet. */
export function missingRequired(elements: Elements, answers: Answers): FormElementModel[] {
  return flatten(askedElements(elements, answers)).filter(
    (element) => element.required && !isAnswered(element, answerOf(answers, element.id)),
  )
}

/** Lists the ids of all required elements of a form without an answer: none when it may be submitted. */
export function missingInForm({ sections }: FormModel, answers: Answers): number[] {
  return sections.flatMap(({ elements }) => missingRequired(elements, answers).map(({ id }) => id))
}

/** Finds the page (0-based) to continue on: the first that lacks required answers, at most the furthest answered. */
export function resumePage({ sections }: FormModel, answers: Answers): number {
  const furthest = sections.findLastIndex(({ elements }) =>
    flatten(askedElements(elements, answers)).some(({ id }) => answerOf(answers, id) !== null),
  )
  const unfinished = sections
    .slice(0, furthest + 1)
    .findIndex(({ elements }) => missingRequired(elements, answers).length > 0)
  return unfinished >= 0 ? unfinished : Math.max(0, furthest)
}
