import type { ElementType } from '../shared/form-elements.ts'
import type { AddressValue, Answers, AnswerValue, BodyMark, FileValue } from './model.ts'

// An answer may be of an older version of its form: each reader takes what fits its field, and nothing else.

/** The parts of an address, in the order in which they are asked. */
export const addressParts = ['address1', 'address2', 'city', 'stateProvince', 'postalCode'] as const
export type AddressPart = (typeof addressParts)[number]

const noAddress = { address1: '', address2: '', city: '', stateProvince: '', postalCode: '' }

/** Returns the answer of an element, or null when there is none. */
export function answerOf(answers: Answers, elementId: number): AnswerValue {
  return answers[String(elementId)] ?? null
}

/** Returns a text answer; empty for anything else. */
export function asText(value: AnswerValue): string {
  return typeof value === 'string' ? value : ''
}

/** Returns the chosen options of a checkbox with options. */
export function asChoices(value: AnswerValue): readonly string[] {
  return isList(value) ? value.filter((item) => typeof item === 'string') : []
}

/** Returns the marks on a body diagram. */
export function asMarks(value: AnswerValue): readonly BodyMark[] {
  return isList(value) ? value.filter((item) => typeof item !== 'string') : []
}

/** Returns an address; its parts are empty where there is none. */
export function asAddress(value: AnswerValue): AddressValue {
  return isRecord(value) && 'address1' in value ? value : noAddress
}

/** Returns an uploaded file, if there is one. */
export function asFile(value: AnswerValue): FileValue | undefined {
  return isRecord(value) && 'dataUrl' in value ? value : undefined
}

function isList(value: AnswerValue): value is readonly string[] | readonly BodyMark[] {
  return Array.isArray(value)
}

function isRecord(value: AnswerValue): value is AddressValue | FileValue {
  return typeof value === 'object' && value !== null && !isList(value)
}

const chosen = ['dropdown', 'checkbox', 'radioButton', 'fileUpload', 'paymentField', 'bodyDiagram']

/** Checks if an answer comes key by key, so that keeping it may wait for the next key. */
export function isTyped(type: ElementType, value: AnswerValue): boolean {
  return !chosen.includes(type) && !asText(value).startsWith('data:')
}
