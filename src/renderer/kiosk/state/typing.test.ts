import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupPhone } from './phone-grouping.ts'
import { digits, editedPhone, phoneCharacters } from './typing.ts'

it('keeps the digits of a pasted code, full-width ones too', () => {
  expect(digits('Code: 123 456.', 6)).toBe('123456')
  expect(digits('１２３４５６７', 6)).toBe('123456')
})

it('keeps a plus only where it stands first', () => {
  expect(phoneCharacters('+1 (202) 555-0143')).toBe('+12025550143')
  expect(phoneCharacters('202+555')).toBe('202555')
})

describe('editedPhone', () => {
  it('erases a digit where the patient erased only punctuation', () => {
    expect(editedPhone('(202) ', '(202)')).toBe('20')
  })

  it('takes what was typed or erased otherwise', () => {
    expect(editedPhone('(202) 5', '(202) 55')).toBe('20255')
    expect(editedPhone('(202) 55', '(202) 5')).toBe('2025')
    expect(editedPhone('', '202 555 0143')).toBe('2025550143')
  })

  it('always empties the field in as many steps as there are characters', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+?\d{0,12}$/), (number) => {
        let shown = groupPhone(number, 'US')
        for (let left = number.length; left > 0; left -= 1)
          shown = groupPhone(editedPhone(shown, shown.slice(0, -1)), 'US')
        expect(phoneCharacters(shown)).toBe('')
      }),
    )
  })
})

describe('groupPhone', () => {
  it('groups as people of the region write', () => {
    expect(groupPhone('2025550143', 'US')).toBe('(202) 555-0143')
    expect(groupPhone('+525512345678', 'US')).toBe('+52 55 1234 5678')
  })

  it('leaves a national number alone where the region is unknown', () => {
    expect(groupPhone('2025550143', undefined)).toBe('2025550143')
    expect(groupPhone('2025550143', 'ZZ')).toBe('2025550143')
  })
})
