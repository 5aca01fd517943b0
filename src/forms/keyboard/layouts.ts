import type { Locale } from '../../shared/ipc.ts'

/** What is being typed: running text, several lines of it, an e-mail address, a phone number, or a number. */
export type KeyboardKind = 'text' | 'lines' | 'email' | 'phone' | 'digits'

/** A page of keys; keys with a name in braces do something rather than type it. */
export type KeyboardPage = 'letters' | 'capitals' | 'numbers' | 'accents' | 'accentCapitals'

/** Rows of keys, keys parted by blanks. */
export type Rows = readonly string[]

const letters = {
  en: ['q w e r t y u i o p', "a s d f g h j k l '", '{shift} z x c v b n m - {bksp}'],
  es: ['q w e r t y u i o p', 'a s d f g h j k l ñ', '{shift} z x c v b n m - {bksp}'],
} as const satisfies Record<Locale, Rows>
const accents = ['á é í ó ú ü ñ ç ã õ', 'à è ì ò ù â ê î ô û', '{shift} ä ë ï ö å ø æ ß ÿ {bksp}']
const numbers = ['1 2 3 4 5 6 7 8 9 0', '@ # & ( ) / : ; ? !', '{letters} + - _ \' " % * . {bksp}']
const lastRow = '{numbers} {accents} , {space} . {hide}'
const lastRowOfLines = '{numbers} {accents} , {space} . {enter} {hide}'
const email = [
  '1 2 3 4 5 6 7 8 9 0',
  'q w e r t y u i o p',
  'a s d f g h j k l @',
  'z x c v b n m - _ {bksp}',
  '. .com {hide}',
]

/** The pages of a keyboard. Kinds that have only one call it `letters`. */
export function pagesOf(
  kind: KeyboardKind,
  locale: Locale,
): Partial<Record<KeyboardPage, Rows>> & { letters: Rows } {
  if (kind === 'digits') return { letters: ['1 2 3', '4 5 6', '7 8 9', '{bksp} 0 {hide}'] }
  if (kind === 'phone') return { letters: ['1 2 3 +', '4 5 6 -', '7 8 9 {bksp}', '( 0 ) {hide}'] }
  if (kind === 'email') return { letters: email }
  const last = kind === 'lines' ? lastRowOfLines : lastRow
  return {
    letters: [...letters[locale], last],
    capitals: [...capitalised(letters[locale]), last],
    numbers: [...numbers, last.replace('{numbers}', '{letters}')],
    accents: [...accents, last.replace('{accents}', '{letters}')],
    accentCapitals: [...capitalised(accents), last.replace('{accents}', '{letters}')],
  }
}

/** The page that a special key leads to from a page, or the same page. */
export function pageAfter(key: string, page: KeyboardPage): KeyboardPage {
  switch (key) {
    case '{letters}':
      return 'letters'
    case '{numbers}':
      return 'numbers'
    case '{accents}':
      return 'accents'
    case '{shift}':
      return {
        letters: 'capitals',
        capitals: 'letters',
        accents: 'accentCapitals',
        accentCapitals: 'accents',
        numbers: 'numbers',
      }[page] as KeyboardPage
    default:
      // A capital is meant for one letter.
      if (key.startsWith('{')) return page
      return page === 'capitals' || page === 'accentCapitals' ? 'letters' : page
  }
}

function capitalised(rows: Rows): string[] {
  return rows.map((row) =>
    row
      .split(' ')
      .map((key) => (key.startsWith('{') || key === 'ß' ? key : key.toUpperCase()))
      .join(' '),
  )
}
