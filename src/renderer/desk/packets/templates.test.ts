import { expect, it } from 'vitest'
import { keyOf, prefillOf, type PrefillField } from './templates.ts'

const reason: PrefillField = { attribute: 'reason', label: 'Why?', kind: 'textInput', options: [] }
const since: PrefillField = {
  attribute: 'since',
  label: 'Since when?',
  kind: 'dropdown',
  options: ['Days', 'Weeks'],
}
const values = { [keyOf(reason)]: ' A sore knee ', [keyOf(since)]: 'Days' }

it('fills in no option of another form, and nothing that another kind of field was given', () => {
  expect(prefillOf([{ ...since, options: ['Years'] }], values)).toEqual([])
  expect(prefillOf([{ ...reason, kind: 'datePicker' }], values)).toEqual([])
})
