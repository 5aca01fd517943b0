import { describe, expect, it } from 'vitest'
import type { KeyboardKind } from './layouts.ts'
import { pageAfter, pagesOf } from './layouts.ts'

const keysOf = (kind: KeyboardKind, locale: 'en' | 'es') =>
  Object.values(pagesOf(kind, locale)).flatMap((rows) => rows.join(' ').split(' '))

describe('pagesOf', () => {
  it.each(['text', 'lines', 'email', 'phone', 'digits'] as const)(
    'lets every %s keyboard delete and be hidden, on every page',
    (kind) => {
      for (const rows of Object.values(pagesOf(kind, 'en'))) {
        expect(rows.join(' ')).toContain('{bksp}')
        expect(rows.join(' ')).toContain('{hide}')
      }
    },
  )

  it('has the letters of names, in small and capital', () => {
    for (const letter of 'aábcdeéfghiíjklmnñoópqrstuúüvwxyzßAÁEÉÑÜZ')
      expect(keysOf('text', 'en')).toContain(letter)
  })

  it('has the Spanish ñ on its first page', () => {
    expect(pagesOf('text', 'es').letters.join(' ')).toContain('ñ')
  })

  it('has what an e-mail address is made of on one page', () => {
    expect(Object.keys(pagesOf('email', 'en'))).toEqual(['letters'])
    for (const key of 'az09@._-') expect(keysOf('email', 'en')).toContain(key)
  })

  it('breaks lines only where there may be several', () => {
    expect(keysOf('lines', 'en')).toContain('{enter}')
    expect(keysOf('text', 'en')).not.toContain('{enter}')
  })
})

describe('pageAfter', () => {
  it('means a capital for one letter', () => {
    expect(pageAfter('{shift}', 'letters')).toBe('capitals')
    expect(pageAfter('A', 'capitals')).toBe('letters')
    expect(pageAfter('Á', 'accentCapitals')).toBe('letters')
    expect(pageAfter('{bksp}', 'capitals')).toBe('capitals')
  })

  it('stays with numbers until letters are asked for', () => {
    expect(pageAfter('7', 'numbers')).toBe('numbers')
    expect(pageAfter('{letters}', 'numbers')).toBe('letters')
  })
})
