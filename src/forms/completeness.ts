import { addressParts, answerOf, asAddress, asChoices, asFile, asMarks, asText } from './answers.ts'
import { dateParts } from './typed-date.ts'
import type { Answers, AnswerValue, FormElementModel, FormModel } from './model.ts'

/** All elements, each parent before its children. */
export function flatten(elements: readonly FormElementModel[]): FormElementModel[] {
  return elements.flatMap((element) => [element, ...flatten(element.children)])
}

/** Whether an element has an answer in full; a ticked box, all parts of a date, an address one can write to. */
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

/** Required elements, children included, that have no full answer yet. */
export function missingRequired(
  elements: readonly FormElementModel[],
  answers: Answers,
): FormElementModel[] {
  return flatten(elements).filter(
    (element) => element.required && !isAnswered(element, answerOf(answers, element.id)),
  )
}

/** Ids of all required elements of a form without an answer: empty when it may be submitted. */
export function missingInForm(form: FormModel, answers: Answers): number[] {
  return form.sections.flatMap((section) =>
    missingRequired(section.elements, answers).map((element) => element.id),
  )
}

/**
 * Where a patient goes on (0-based page): the first page up to where they had come that still lacks a
 * required answer, else the furthest page on which they had answered anything.
 */
export function resumePage(form: FormModel, answers: Answers): number {
  const furthest = form.sections.findLastIndex((section) =>
    flatten(section.elements).some((element) => answerOf(answers, element.id) !== null),
  )
  const unfinished = form.sections
    .slice(0, furthest + 1)
    .findIndex((section) => missingRequired(section.elements, answers).length > 0)
  return unfinished >= 0 ? unfinished : Math.max(0, furthest)
}
