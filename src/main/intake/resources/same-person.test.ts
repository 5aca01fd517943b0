import { expect, it } from 'vitest'
import type { ReadPatient } from '../../../contract/readers/patient-readers.ts'
import { isFullName, isSameName, isSamePhone } from './same-person.ts'

const named = (firstName: string | null, lastName: string | null, name: string | null = null) =>
  ({ firstName, lastName, name }) as Pick<ReadPatient, 'firstName' | 'lastName' | 'name'>

it.each([
  ['Rosa Delgado', named('Rosa', 'Delgado'), true],
  ['delgado rosa', named('Rosa', 'Delgado'), true],
  ['Rosa', named('Rosa', 'Delgado'), false],
  ['Rosa Delgada', named('Rosa', 'Delgado'), false],
  ['Rosa Maria Delgado', named('Rosa', 'Delgado'), false],
  ['jose ruiz pena', named('José', 'Ruiz-Peña'), true],
  ['Jose Pena', named('José', 'Ruiz-Peña'), true],
  ['Grace Kim', named('Grace Ann', 'Kim'), true],
  ['Grace Ann', named('Grace Ann', 'Kim'), false],
  ['Lukasz Zolc', named('Łukasz', 'Żółć'), true],
  ['王小明', named('小明', '王'), true],
  ['प्रिया शर्मा', named('प्रिया', 'शर्मा'), true],
  ['Rosa Delgado', named(null, null, 'Rosa Delgado'), true],
  ['Madonna', named('Madonna', null), true],
  ['', named('Rosa', 'Delgado'), false],
  ['Rosa', named(null, null), false],
])('%j said of %j is its full name: %s', (said, record, expected) => {
  expect(isFullName(said, record)).toBe(expected)
})

it.each([
  ['(206) 555-0101', '12065550101', true],
  ['+1 206 555 0101', '2065550101', true],
  ['206 555 0102', '12065550101', false],
  ['5550101', '12065550101', false],
  ['01', '12065550101', false],
  ['', '', false],
])('%j and %j are one phone: %s', (one, other, expected) => {
  expect(isSamePhone(one, other)).toBe(expected)
})

it.each([
  [named('Rosa', "O'Brien"), named('ROSA', 'OBrien'), true],
  [named('Rosa', 'Delgado'), named(null, null, 'Delgado, Rosa'), true],
  [named('Łukasz', 'Żółć'), named('Lukasz', 'Zolc'), true],
  [named('Rosa', 'Delgado'), named('Rosa Maria', 'Delgado'), false],
  [named('Rosa', 'Delgado'), named('Rosa', null), false],
  [named('राम', 'शर्मा'), named('रमा', 'शर्मा'), false],
  [named(null, null), named(null, null), false],
])('%j and %j are one name: %s', (one, other, expected) => {
  expect(isSameName(one, other)).toBe(expected)
})
