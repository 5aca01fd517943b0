import { on } from 'svelte/events'
import type { FormEntry } from '../../shared/form-entry.ts'

const usable = 'button:not([disabled])'

/** Focuses the end of the bar at which the keyboard came in. */
export function focusEnd(bar: HTMLElement, at: 'first' | 'last'): void {
  const buttons = [...bar.querySelectorAll<HTMLElement>(usable)]
  buttons.at(at === 'first' ? 0 : -1)?.focus()
}

/** Leads a keyboard from the bar to the form: by Tab past its last button, Shift+Tab past its first, F6 anywhere. */
export function leadToForm(bar: HTMLElement, enter: (at: FormEntry) => void): () => void {
  return on(window, 'keydown', (event) => {
    const { key, shiftKey, ctrlKey, altKey, metaKey, target } = event
    if (!event.isTrusted || ctrlKey || altKey || metaKey) return
    if (document.querySelector('dialog[open]')) return
    if (key === 'F6') enter('same')
    if (key !== 'Tab' || !(target instanceof Element)) return
    const end = [...bar.querySelectorAll(usable)].at(shiftKey ? 0 : -1)
    if (target !== end) return
    event.preventDefault()
    enter(shiftKey ? 'last' : 'first')
  })
}
