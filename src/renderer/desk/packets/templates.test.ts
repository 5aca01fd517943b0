import { describe, expect, it } from 'vitest'
import { keyOf, prefillOf, type PrefillField } from './templates.ts'

const reason: PrefillField = {
  attribute: 'reason',
  label: 'Why?',
  kind: 'textInput',
  options: [],
}
const since: PrefillField = {
  attribute: 'since',
  label: 'Since when?',
  kind: 'dropdown',
  options: ['Days', 'Weeks'],
}
const values = { [keyOf(reason)]: ' A sore knee ', [keyOf(since)]: 'Days' }

describe('what is filled in beforehand', () => {
  it('is what was typed into the fields that are shown', () => {
    expect(prefillOf([reason, since], values)).toEqual([
      { attribute: 'reason', value: 'A sore knee' },
      { attribute: 'since', value: 'Days' },
    ])
    expect(prefillOf([since], values)).toEqual([{ attribute: 'since', value: 'Days' }])
    expect(prefillOf([reason], { [keyOf(reason)]: '  ' })).toEqual([])
  })

  it('is no option of another form, and nothing that another kind of field was given', () => {
    expect(prefillOf([{ ...since, options: ['Years'] }], values)).toEqual([])
    expect(prefillOf([{ ...reason, kind: 'datePicker' }], values)).toEqual([])
  })
})
