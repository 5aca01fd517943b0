import { expect, it } from 'vitest'
import { stateOf } from './today.ts'

const forms = (open: number, started: number, completed: number) => ({ open, started, completed })

it.each([
  ['open', null, 'expected'],
  // Done at home: that shows in the column of the forms.
  ['open', forms(0, 0, 2), 'expected'],
  ['arrived', null, 'arrived'],
  ['arrived', forms(0, 0, 0), 'arrived'],
  ['arrived', forms(2, 0, 0), 'arrived'],
  ['arrived', forms(1, 1, 0), 'inForms'],
  ['arrived', forms(0, 1, 1), 'inForms'],
  ['arrived', forms(1, 0, 1), 'arrived'],
  ['arrived', forms(0, 0, 2), 'formsDone'],
  ['completed', forms(1, 0, 0), 'completed'],
  ['cancelled', null, 'cancelled'],
] as const)('an appointment that is %s, with forms %j, is %s', (state, counts, expected) => {
  expect(stateOf(state, counts)).toBe(expected)
})

it.each([
  ['arrived', 'needsHelp'],
  ['open', 'expected'],
  ['completed', 'completed'],
  ['cancelled', 'cancelled'],
] as const)(
  'a patient who asks for help, and whose appointment is %s, is %s',
  (state, expected) => {
    expect(stateOf(state, forms(1, 1, 0), true)).toBe(expected)
  },
)
