import { isLocale } from '../../../i18n/paraglide/runtime.js'
import type { FocusedField } from '../../../shared/focused-field.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { KeyInput } from '../../../shared/key-input.ts'
import type { KeyboardKind } from '../../../keyboard/layouts.ts'

/** Picks the keys for a field of a form page. Hidden text may hold any character, but in no language. */
export function keyboardKindOf({ kind, hides }: FocusedField): KeyboardKind {
  if (kind === 'url' || (kind === 'text' && hides)) return 'ascii'
  return kind === 'date' ? 'digits' : kind
}

/** Picks the language of the letters: that of the page around the field if Foyer has it, else the visit's. */
export function lettersOf({ lang }: FocusedField, visit: Locale): Locale {
  const language = lang.split('-')[0]?.toLowerCase()
  return isLocale(language) ? language : visit
}

const named: Readonly<Record<string, KeyInput>> = {
  Backspace: { type: 'delete' },
  Enter: { type: 'enter' },
  Tab: { type: 'tab' },
  ArrowLeft: { type: 'move', to: 'left' },
  ArrowRight: { type: 'move', to: 'right' },
  ArrowUp: { type: 'move', to: 'up' },
  ArrowDown: { type: 'move', to: 'down' },
}

/** Translates a key of a real keyboard to a field's input; undefined if it types nothing. */
export function inputOfKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey'>,
): KeyInput | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined
  return Array.from(event.key).length === 1 ? { type: 'text', text: event.key } : named[event.key]
}
