import type { KeyInput } from '../shared/key-input.ts'

type TextEntry = HTMLInputElement | HTMLTextAreaElement

/** Returns an address after a pressed ending such as `@example.com` or `.com`: a second `@` never comes in. */
export function withEnding(address: string, ending: string): string {
  const at = ending.startsWith('@') ? address.indexOf('@') : -1
  return (at < 0 ? address : address.slice(0, at)) + ending
}

/** Returns a text after a pressed key with the caret at its end. */
export function afterKey(text: string, key: KeyInput): string {
  if (key.type === 'text') return text + key.text
  return key.type === 'delete' ? text.slice(0, -1) : text
}

const graphemes = new Intl.Segmenter()

/** Types a key into a control at its caret, within `maxlength`. E-mail endings go last, new lines into text areas alone. */
export function typeInto(entry: TextEntry, key: KeyInput): void {
  const [from, to] = [entry.selectionStart ?? 0, entry.selectionEnd ?? 0]
  if (key.type === 'delete') erase(entry, from, to)
  else if (key.type === 'enter' && entry instanceof HTMLTextAreaElement)
    insert(entry, '\n', from, to)
  else if (key.type === 'text' && key.text.length === 1) insert(entry, key.text, from, to)
  else if (key.type === 'text')
    insert(entry, withEnding(entry.value, key.text), 0, entry.value.length)
}

function erase(entry: TextEntry, from: number, to: number) {
  const before = [...graphemes.segment(entry.value.slice(0, from))].at(-1)?.segment.length ?? 0
  const start = from === to ? from - before : from
  if (start !== to) change(entry, '', start, to, 'deleteContentBackward')
}

function insert(entry: TextEntry, text: string, from: number, to: number) {
  const room = entry.maxLength < 0 ? Infinity : entry.maxLength - entry.value.length + (to - from)
  if (text.length <= room) change(entry, text, from, to, 'insertText')
}

function change(entry: TextEntry, text: string, from: number, to: number, inputType: string) {
  entry.setRangeText(text, from, to, 'end')
  entry.dispatchEvent(new InputEvent('input', { bubbles: true, data: text || null, inputType }))
}

/** Types keys into the control that `entry` returns, if there is one. */
export const typingInto =
  (entry: () => TextEntry | undefined) =>
  (key: KeyInput): void => {
    const control = entry()
    if (control) typeInto(control, key)
  }
