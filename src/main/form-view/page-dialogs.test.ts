import { expect, it } from 'vitest'
import { cleanDialogText } from './page-dialogs.ts'

const clean = (words: string) => cleanDialogText(words, 40)

it.each([
  ['Send your forms?', 'Send your forms?'],
  ['  Two\r\nlines\u2028more ', 'Two\nlines\nmore'],
  ['a\n\n\n\n\nb', 'a\n\nb'],
  ['a\u0000\u0007\u001bb\tc', 'ab c'],
  ['\u202Eevil\u202C \u2066x\u2069 \u200Bzero', 'evil x zero'],
  ['half \ud800 a character \udfff', 'half  a character'],
  ['Z\u0300\u0301\u0302\u0303\u0304\u0305', 'Z\u0300\u0301\u0302'],
  ['سؤال: هل أنت بخير؟', 'سؤال: هل أنت بخير؟'],
  ['family 👩‍👩‍👧 ok', 'family 👩‍👩‍👧 ok'],
  ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
])('shows %j as %j', (words, shown) => expect(clean(words)).toBe(shown))

it('cuts what is too long at a whole character, and says so', () => {
  expect(clean('x'.repeat(40))).toBe('x'.repeat(40))
  expect(clean('x'.repeat(41))).toBe(`${'x'.repeat(39)}…`)
  expect(clean('x'.repeat(38) + '😀😀')).toBe(`${'x'.repeat(38)}…`)
})

it('cuts after a dozen lines, and looks at no more than it needs', () => {
  expect(cleanDialogText('a\n'.repeat(20), 600).split('\n')).toHaveLength(12)
  expect(cleanDialogText('\u200B'.repeat(1e7), 600)).toBe('…')
})
