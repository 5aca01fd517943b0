/**
 * Creates a `keydown` listener that focuses a field when a real keyboard types while no field has focus. Does nothing
 * while a dialog is open.
 */
export function focusOnTyping(field: () => HTMLElement | undefined) {
  return ({ target, key, ctrlKey, metaKey }: KeyboardEvent): void => {
    const elsewhere =
      !(target instanceof HTMLInputElement) && !document.querySelector('dialog[open]')
    const edits = key === 'Backspace' || (key.length === 1 && key !== ' ' && !ctrlKey && !metaKey)
    if (elsewhere && edits) field()?.focus()
  }
}
