import { expect, it } from 'vitest'
import type { ElementType } from '../shared/form-elements.ts'
import type { AnswerValue } from './model.ts'
import { type ElementProblem, type FieldPart, lookAt, problemOf, problemsOf } from './problems.ts'
import { elementOf } from '#harness/forms/element-of.ts'

it.each<[ElementType, AnswerValue, ElementProblem['problem'] | null]>([
  ['textInput', null, null],
  ['textArea', 'x'.repeat(10_001), 'tooLong'],
  ['emailAddress', 'ana@example.com', null],
  ['emailAddress', 'ana@', 'notAnEmail'],
  ['emailAddress', '', null],
  ['phoneNumber', '(515) 234-5678', null],
  ['phoneNumber', '+34 600 12 34 56', null],
  ['phoneNumber', '515', 'notAPhone'],
  ['phoneNumber', 'none', 'notAPhone'],
  ['datePicker', '2024-02-29', null],
  ['datePicker', '2023-02-29', 'notADate'],
  ['datePicker', '1023-02-28', 'notADate'],
  ['datePicker', '50-02-28', 'notADate'],
  ['datePicker', '1950-02-', 'incomplete'],
])('%s with %j: %s', (type, value, problem) => {
  expect(problemOf(elementOf(type), value)).toBe(problem)
})

it('reads a phone number as one of the clinic’s country', () => {
  const phone = elementOf('phoneNumber')
  expect(problemOf(phone, '020 7946 0958', { country: 'GB' })).toBeNull()
  expect(problemOf(phone, '020 7946 0958', { country: 'US' })).toBe('notAPhone')
})

const half = { address1: '1 Main St', address2: '', city: '', stateProvince: 'IA', postalCode: ' ' }

it.each<[ElementType, AnswerValue, ElementProblem['problem'], readonly FieldPart[]]>([
  ['datePicker', null, 'required', ['month', 'day', 'year']],
  ['datePicker', '1950--02', 'incomplete', ['month']],
  ['datePicker', '-02-', 'incomplete', ['day', 'year']],
  ['datePicker', '2023-02-29', 'notADate', ['day']],
  ['datePicker', '50-02-28', 'notADate', ['year']],
  ['address', null, 'required', ['address1', 'city', 'stateProvince', 'postalCode']],
  ['address', half, 'incomplete', ['city', 'postalCode']],
  ['textInput', '', 'required', []],
])('%s with %j: %s, in the parts %j', (type, value, problem, parts) => {
  const element = elementOf(type, { required: true })
  expect(lookAt(element, value)).toEqual({ element, problem, parts })
})

it('lists the problems of a page in the order of its fields', () => {
  const child = elementOf('emailAddress', { id: 2 })
  const elements = [
    elementOf('textInput', { id: 1, required: true, children: [child] }),
    elementOf('datePicker', { id: 3 }),
  ]
  const found = problemsOf(elements, { '2': 'x', '3': '2000-13-01' })
  expect(found.map(({ element, problem }) => [element.id, problem])).toEqual([
    [1, 'required'],
    [2, 'notAnEmail'],
    [3, 'notADate'],
  ])
})
