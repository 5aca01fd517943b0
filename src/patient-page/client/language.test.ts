import { expect, it } from 'vitest'
import { chooseLocale } from './language.ts'

it.each([
  [['es-MX', 'en'], 'es'],
  [['en-US'], 'en'],
  [['fr-FR', 'es', 'en'], 'es'],
  [['zh'], 'en'],
  [[], 'en'],
])('of %j it speaks %s', (preferred, locale) => {
  expect(chooseLocale(preferred)).toBe(locale)
})
