import { m } from '../i18n/paraglide/messages.js'
import type { Locale } from '../shared/ipc.ts'

type Message = (inputs: object, options: { locale: Locale }) => string

/** Signs that a screen reader may pass over in silence. */
const signs: Readonly<Record<string, Message>> = {
  '@': m.keyboard_at,
  '.': m.keyboard_dot,
  ',': m.keyboard_comma,
  "'": m.keyboard_apostrophe,
  _: m.keyboard_underscore,
  '-': m.keyboard_hyphen,
  '+': m.keyboard_plus,
  '#': m.keyboard_hash,
  '(': m.keyboard_bracket_left,
  ')': m.keyboard_bracket_right,
  '{erase}': m.keyboard_erase,
  '{left}': m.keyboard_left,
  '{right}': m.keyboard_right,
  '{up}': m.keyboard_up,
  '{down}': m.keyboard_down,
}

/** Names of keys that show their name. */
const words: Readonly<Record<string, Message>> = {
  '{space}': m.keyboard_space,
  '{enter}': m.keyboard_enter,
  '{tab}': m.keyboard_tab,
  '{hide}': m.keyboard_hide,
  '{enter:enter}': m.keyboard_go_enter,
  '{enter:done}': m.keyboard_go_done,
  '{enter:go}': m.keyboard_go_go,
  '{enter:next}': m.keyboard_go_next,
  '{enter:previous}': m.keyboard_go_previous,
  '{enter:search}': m.keyboard_go_search,
  '{enter:send}': m.keyboard_go_send,
}

/** Keys that change the page: what stands on them, and what they lead to. */
const switches: Readonly<Record<string, readonly [face: string, leadsTo: Message]>> = {
  '{shift}': ['ABC', m.keyboard_capitals],
  '{letters}': ['abc', m.keyboard_letters],
  '{numbers}': ['123', m.keyboard_numbers],
  '{accents}': ['áéñ', m.keyboard_accents],
  '{signs}': ['#$&', m.keyboard_signs],
}

/**
 * Returns a key's face, and its name if different. A name begins with a spoken face: speech control finds the key by
 * its look.
 */
export function faceOf(key: string, locale: Locale): { face: string; name?: string } {
  const leads = switches[key]
  if (leads) return { face: leads[0], name: `${leads[0]}, ${leads[1]({}, { locale })}` }
  const sign = signs[key]?.({}, { locale })
  if (sign !== undefined) return { face: key, name: sign }
  return { face: words[key]?.({}, { locale }) ?? key }
}
