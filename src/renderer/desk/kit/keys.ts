import { m } from '../../../i18n/paraglide/messages.js'

export interface Key {
  /** As `KeyboardEvent.key` says it; a letter in lower case. */
  readonly key: string
  /** True with Ctrl, or Cmd on a Mac. A key without works only outside of typing. */
  readonly isWithControl?: boolean
  /** True if it changes typed text in fields; it works only outside of typing, also with Ctrl. */
  readonly isOfFields?: boolean
}

const isMac = () => navigator.userAgent.includes('Macintosh')

/** Checks if what is typed goes into this field. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select') !== null

/** Checks if this key was pressed, and not as a letter of typed text. */
export function isPressed(pressed: Key | undefined, event: KeyboardEvent): boolean {
  if (!pressed) return false
  const { key, isWithControl = false, isOfFields = !isWithControl } = pressed
  if (event.key.toLowerCase() !== key || event.altKey || event.isComposing) return false
  if (isOfFields && isTyping(event.target)) return false
  if (isWithControl) return event.ctrlKey !== event.metaKey && !event.shiftKey
  return !event.ctrlKey && !event.metaKey
}

/** Writes a key's label, such as Ctrl+K, which is ⌘K on a Mac. */
export function keyWords({ key, isWithControl = false }: Key, isOnMac = isMac()): string {
  const sign = key.toUpperCase()
  if (!isWithControl) return sign
  return isOnMac ? `⌘${sign}` : `Ctrl+${sign}`
}

const arrows: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}

/** Translates the label of a named key, such as `Home`, as on a keyboard of that language. */
export const keyName = (name: string): string => arrows[name] ?? m.desk_key({ name })
