import type { Locale } from '../../shared/ipc.ts'
import { m } from '../../i18n/paraglide/messages.js'
import type { Key } from './key.ts'

const names: Readonly<Record<string, (inputs: object, options: { locale: Locale }) => string>> = {
  '@': m.kiosk_key_at,
  '.': m.kiosk_key_dot,
  _: m.kiosk_key_underscore,
  '-': m.kiosk_key_hyphen,
  '+': m.kiosk_key_plus,
}

/** Keys for the characters of a row, each over `span` columns; signs that do not speak get a name. */
export function namedKeys(row: string, locale: Locale, span = 2): Key[] {
  return [...row].map((face) => {
    const name = names[face]?.({}, { locale })
    return name === undefined ? { face, span } : { face, span, name }
  })
}

/** The key that erases, over `span` columns. */
export function eraseKey(locale: Locale, span = 1): Key {
  return { face: '⌫', name: m.kiosk_key_erase({}, { locale }), erases: true, span }
}
