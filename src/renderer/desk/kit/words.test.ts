import { afterEach, expect, it } from 'vitest'
import { overwriteGetLocale } from '../../../i18n/paraglide/runtime.js'
import { dateWords } from './words.ts'

afterEach(() => overwriteGetLocale(() => 'en'))

it.each([
  ['en', 'May 31, 2030'],
  ['es', '31 may 2030'],
] as const)('writes a day as it is, wherever the machine stands: %s', (locale, words) => {
  overwriteGetLocale(() => locale)
  expect(dateWords('2030-05-31')).toBe(words)
})
