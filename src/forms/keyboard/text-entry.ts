import type { KeyboardKind } from './layouts.ts'

/** A control into which one types. */
export type TextEntry = HTMLInputElement | HTMLTextAreaElement

/** Whether a node is a control into which the on-screen keyboard can type. */
export function isTextEntry(node: unknown): node is TextEntry {
  if (node instanceof HTMLTextAreaElement) return !node.readOnly && !node.disabled
  return (
    node instanceof HTMLInputElement && node.type === 'text' && !node.readOnly && !node.disabled
  )
}

/** The keyboard that a control asks for by its `inputmode`. */
export function kindOf(entry: TextEntry): KeyboardKind {
  if (entry instanceof HTMLTextAreaElement) return 'lines'
  switch (entry.inputMode) {
    case 'numeric':
      return 'digits'
    case 'tel':
      return 'phone'
    case 'email':
      return 'email'
    default:
      return 'text'
  }
}

/** Whether the next letter begins a word or a text that is usually written with a capital. */
export function wantsCapital(entry: TextEntry): boolean {
  const before = entry.value.slice(0, entry.selectionStart ?? entry.value.length)
  switch (entry.autocapitalize) {
    case 'characters':
      return true
    case 'words':
      return /(^|\s)$/.test(before)
    case 'sentences':
      return /(^|[.!?]\s+|\n)$/.test(before)
    default:
      return false
  }
}

const graphemes = new Intl.Segmenter()

/** Types a key into a control at its caret, as a key of a real keyboard would; keeps to its `maxlength`. */
export function typeInto(entry: TextEntry, key: string): void {
  const [from, to] = [entry.selectionStart ?? 0, entry.selectionEnd ?? 0]
  if (key === '{bksp}') {
    const before = [...graphemes.segment(entry.value.slice(0, from))].at(-1)?.segment.length ?? 0
    const start = from === to ? from - before : from
    if (start !== to) change(entry, '', start, to, 'deleteContentBackward')
    return
  }
  const text = key === '{space}' ? ' ' : key === '{enter}' ? '\n' : key
  const room = entry.maxLength < 0 ? Infinity : entry.maxLength - entry.value.length + (to - from)
  if (text.length <= room) change(entry, text, from, to, 'insertText')
}

function change(entry: TextEntry, text: string, from: number, to: number, inputType: string) {
  entry.setRangeText(text, from, to, 'end')
  entry.dispatchEvent(new InputEvent('input', { bubbles: true, data: text || null, inputType }))
}
