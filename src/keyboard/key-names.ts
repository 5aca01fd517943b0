import { m } from '../i18n/paraglide/messages.js'

/** Keys that change the page: what stands on them, and the page that they lead to. */
const switches = {
  '{shift}': ['ABC', 'capitals'],
  '{letters}': ['abc', 'letters'],
  '{numbers}': ['123', 'numbers'],
  '{accents}': ['áéñ', 'accents'],
  '{signs}': ['#$&', 'signs'],
} as const

/**
 * Returns a key's face, and its name if different. A name begins with a spoken face: speech control finds the key by
 * its look.
 */
export function faceOf(key: string): { face: string; name?: string } {
  if (key in switches) {
    const [face, page] = switches[key as keyof typeof switches]
    return { face, name: `${face}, ${m.keyboard_page({ page })}` }
  }
  const named = /^\{([\w:]+)\}$/.exec(key)?.[1]
  if (/^\d{3}$/.test(key)) return { face: `(${key})`, name: m.keyboard_area_code({ code: key }) }
  // A screen reader may pass over a sign in silence.
  const name = m.keyboard_sign({ key: key === ',' ? 'comma' : (named ?? key) })
  if (name) return { face: key, name }
  return { face: named === undefined ? key : m.keyboard_word({ key: named }) }
}
