import { afterEach, expect, it } from 'vitest'
import { overwriteGetLocale } from '../../../i18n/paraglide/runtime.js'
import { answerWords, dateWords } from './words.ts'

afterEach(() => overwriteGetLocale(() => 'en'))

it.each([
  ['en', 'May 31, 2030'],
  ['es', '31 may 2030'],
] as const)('writes a day as it is, wherever the machine stands: %s', (locale, words) => {
  overwriteGetLocale(() => locale)
  expect(dateWords('2030-05-31')).toBe(words)
})

it('writes an answer that is a day in this language, and leaves every other as it is', () => {
  overwriteGetLocale(() => 'es')
  expect(answerWords('1950-03-04')).toEqual({ text: '4 de marzo de 1950' })
  for (const text of ['1950-03-04 or so', '1950-13-04', '555-0110'])
    expect(answerWords(text)).toEqual({ text, isSaid: true })
})
