import { expect, it } from 'vitest'
import type { FocusedField } from '../../../shared/focused-field.ts'
import { inputOfKey, keyboardKindOf, lettersOf } from './form-typing.ts'

const field: FocusedField = { token: '1', kind: 'text', hides: false, lang: '', enter: 'enter' }

it.each([
  [{ kind: 'text' }, 'text'],
  [{ kind: 'text', hides: true }, 'ascii'],
  [{ kind: 'digits', hides: true }, 'digits'],
  [{ kind: 'lines' }, 'lines'],
  [{ kind: 'url' }, 'ascii'],
  [{ kind: 'date' }, 'digits'],
  [{ kind: 'decimal' }, 'decimal'],
] as const)('a field %o gets the keys %s', (told, kind) => {
  expect(keyboardKindOf({ ...field, ...told })).toBe(kind)
})

it.each([
  ['es-MX', 'es'],
  ['EN', 'en'],
  ['fr', 'es'],
  ['', 'es'],
])('letters of a text in "%s" are those of %s, in a visit in Spanish', (lang, letters) => {
  expect(lettersOf({ ...field, lang }, 'es')).toBe(letters)
})

it.each([
  [{ key: 'ñ' }, { type: 'text', text: 'ñ' }],
  [{ key: 'Backspace' }, { type: 'delete' }],
  [{ key: 'ArrowUp' }, { type: 'move', to: 'up' }],
  [{ key: 'Shift' }, undefined],
  [{ key: 'a', ctrlKey: true }, undefined],
])('a real key %o asks for %o', (event, input) => {
  const held = { ctrlKey: false, altKey: false, metaKey: false }
  expect(inputOfKey({ ...held, ...event })).toEqual(input)
})
