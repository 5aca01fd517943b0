import { afterEach, expect, it } from 'vitest'
import { overwriteGetLocale } from '../../../i18n/paraglide/runtime.js'
import { lateWords } from './today-words.ts'

afterEach(() => overwriteGetLocale(() => 'en'))

it.each([
  [1, 'Late, 1 min', 'Retraso, 1 min'],
  [59, 'Late, 59 min', 'Retraso, 59 min'],
  [60, 'Late, 1 h', 'Retraso, 1 h'],
  [61, 'Late, 1 h 1 min', 'Retraso, 1 h 1 min'],
  [371, 'Late, 6 h 11 min', 'Retraso, 6 h 11 min'],
])('says how late somebody is: %i min', (minutes, en, es) => {
  expect(lateWords(minutes)).toBe(en)
  overwriteGetLocale(() => 'es')
  expect(lateWords(minutes)).toBe(es)
})
