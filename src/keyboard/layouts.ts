import type { Locale } from '../shared/ipc.ts'

export type KeyboardPage = 'letters' | 'numbers' | 'accents' | 'signs'

/** Rows of keys, keys parted by blanks; keys with a name in braces do something rather than type it. */
type Rows = readonly string[]

const digitRow = '1 2 3 4 5 6 7 8 9 0'
const letters = {
  en: ['q w e r t y u i o p', "a s d f g h j k l '", '{shift} z x c v b n m - {erase}'],
  es: ['q w e r t y u i o p', 'a s d f g h j k l ñ', '{shift} z x c v b n m - {erase}'],
} as const satisfies Record<Locale, Rows>
const accents = ['á é í ó ú ü ñ ç ã õ', 'à è ì ò ù â ê î ô û', '{shift} ä ë ï ö å ø æ ß ÿ {erase}']
const numbers = {
  en: [digitRow, '@ # & ( ) / : ; ? !', '+ - _ \' " % * = $ {erase}'],
  es: [digitRow, '@ # & ( ) / : ; ? !', '+ - _ \' " % * ¿ ¡ {erase}'],
} as const satisfies Record<Locale, Rows>
const lastRow = '{numbers} {accents} , {space} .'

const asciiLetters = [
  digitRow,
  'q w e r t y u i o p',
  'a s d f g h j k l -',
  '{shift} z x c v b n m {erase}',
  '{signs} . _ {space} / @',
]
const asciiSigns = [
  digitRow,
  '! " # $ % & \' ( ) *',
  '+ , - . / : ; < = >',
  '` ? @ [ \\ ] ^ _ {erase}',
  '{letters} { | {space} } ~',
]

const onePage = {
  digits: ['1 2 3', '4 5 6', '7 8 9', '{blank} 0 {erase}'],
  code: [digitRow, 'Q W E R T Y U I O P', 'A S D F G H J K L', 'Z X C V B N M {erase}'],
  decimal: ['1 2 3 -', '4 5 6 .', '7 8 9 ,', '{blank} 0 {blank} {erase}'],
  phoneDigits: ['1 2 3', '4 5 6', '7 8 9', '+ 0 {erase}'],
  phone: ['1 2 3 +', '4 5 6 -', '7 8 9 #', '( 0 ) {erase}'],
  email: [
    digitRow,
    'q w e r t y u i o p',
    'a s d f g h j k l @',
    'z x c v b n m . _ - {erase}',
    '{endings}',
  ],
} as const satisfies Readonly<Record<string, Rows>>

/** Kind of typed text; `decimal`: signed fractions, `code`: capitals with digits, `ascii`: secrets, web addresses. */
export type KeyboardKind = 'text' | 'lines' | 'ascii' | keyof typeof onePage
const endings = {
  en: '@gmail.com @yahoo.com .com',
  es: '@gmail.com @hotmail.com .com',
} as const satisfies Record<Locale, string>

/** Checks if a keyboard is a pad of large keys: numbers of any kind. */
export function isKeypad(kind: KeyboardKind): boolean {
  return ['digits', 'decimal', 'phoneDigits', 'phone'].includes(kind)
}

/** Checks if a keyboard has several sets of keys, letters in both cases among them. */
export function hasPages(kind: KeyboardKind): kind is 'text' | 'lines' | 'ascii' {
  return !(kind in onePage)
}

/** Returns the rows of keys that a keyboard shows; `added`: its owner's `{enter:…}`, arrows, `{tab}`, `{hide}`. */
export function rowsOf(
  kind: KeyboardKind,
  locale: Locale,
  state: { page: KeyboardPage; capitals: boolean; added: readonly string[] },
): readonly (readonly string[])[] {
  const { page, capitals, added } = state
  const rows = (hasPages(kind) ? pageRows(kind, locale, page) : onePage[kind]).map((row) =>
    row.replace('{endings}', endings[locale]).split(' '),
  )
  const cased = hasPages(kind) && capitals ? rows.map((row) => row.map(capital)) : rows
  if (added.length === 0) return cased
  const last = cased.at(-1) ?? []
  return isKeypad(kind) ? [...cased, added] : [...cased.slice(0, -1), [...last, ...added]]
}

function pageRows(kind: KeyboardKind, locale: Locale, page: KeyboardPage): Rows {
  if (kind === 'ascii') return page === 'signs' ? asciiSigns : asciiLetters
  const last = kind === 'lines' ? `${lastRow} {enter}` : lastRow
  if (page === 'numbers') return [...numbers[locale], last.replace('{numbers}', '{letters}')]
  if (page === 'accents') return [...accents, last.replace('{accents}', '{letters}')]
  return [...letters[locale], last]
}

/** Checks if a key acts instead of typing its face. */
export function isNamed(key: string): boolean {
  return /^\{[\w:]+\}$/.test(key)
}

/** Checks if a key shows a word, or the long ending of an e-mail address. */
export function isWord(key: string): boolean {
  return /^(\{(space|enter(:\w+)?|tab|hide)\}|@\w.*)$/.test(key)
}

function capital(key: string): string {
  return isNamed(key) || key === 'ß' ? key : key.toUpperCase()
}

const variants: Readonly<Record<string, string>> = {
  a: 'á à â ä ã å æ',
  c: 'ç',
  e: 'é è ê ë',
  i: 'í ì î ï',
  n: 'ñ',
  o: 'ó ò ô ö õ ø',
  s: 'ß',
  u: 'ú ù û ü',
  y: 'ý ÿ',
}

/** Returns the accented variants of a held letter, in the case of the letter. */
export function variantsOf(key: string): readonly string[] {
  const small = variants[key.toLowerCase()]?.split(' ') ?? []
  return key === key.toLowerCase() ? small : small.map(capital)
}
