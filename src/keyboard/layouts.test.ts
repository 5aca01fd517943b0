import { describe, expect, it } from 'vitest'
import type { KeyboardKind, KeyboardPage } from './layouts.ts'
import { rowsOf } from './layouts.ts'

const kinds = ['text', 'lines', 'email', 'phone', 'phoneDigits', 'digits', 'code', 'ascii'] as const
const pages = ['letters', 'numbers', 'accents', 'signs'] as const
const locales = ['en', 'es'] as const
type Locale = (typeof locales)[number]

const pageOf = (kind: KeyboardKind, locale: Locale, page: KeyboardPage, capitals = false) =>
  rowsOf(kind, locale, { page, capitals, added: [] }).flat()
const allKeys = (kind: KeyboardKind, locale: Locale) =>
  pages.flatMap((page) => [true, false].flatMap((on) => pageOf(kind, locale, page, on)))

describe.each(locales)('the layouts in %s', (locale) => {
  it.each(kinds)('can delete on every page, and have no key twice in one: %s', (kind) => {
    for (const page of pages) {
      const keys = pageOf(kind, locale, page)
      expect(keys).toContain('{erase}')
      expect(new Set(keys).size).toBe(keys.length)
    }
  })

  it('have the letters of names, small and capital', () => {
    for (const letter of 'aábcdeéfghiíjklmnñoópqrstuúüvwxyzßAÁEÉÑÜZ')
      expect(allKeys('text', locale)).toContain(letter)
  })

  it.each(kinds)('keep the keys that are added to them on every page: %s', (kind) => {
    for (const page of pages)
      expect(rowsOf(kind, locale, { page, capitals: false, added: ['{hide}'] }).at(-1)).toContain(
        '{hide}',
      )
  })
})

it('what an e-mail address is made of stands on one page', () => {
  for (const key of ['a', 'z', '0', '9', '@', '.', '_', '-', '@gmail.com'])
    expect(pageOf('email', 'en', 'letters')).toContain(key)
})

it('lines are broken only where there may be several', () => {
  expect(pageOf('lines', 'en', 'letters')).toContain('{enter}')
  expect(pageOf('text', 'en', 'letters')).not.toContain('{enter}')
})

it('every printable ASCII character stands on the keyboard of secrets', () => {
  const keys = new Set(allKeys('ascii', 'en'))
  const printable = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index))
  expect(printable.filter((sign) => !keys.has(sign))).toEqual([])
})

it('a code is typed in capitals and digits, all on one page', () => {
  const keys = pageOf('code', 'en', 'letters').filter((key) => key !== '{erase}')
  expect(keys.toSorted().join('')).toBe('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')
})
