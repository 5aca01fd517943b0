/**
 * A `keydown` listener for the page: moves the focus to a field when something is typed while no field has
 * it, so that a real keyboard always works. Does nothing while a dialog is open.
 */
export function focusOnTyping(field: () => HTMLElement | undefined) {
  return ({ target, key, ctrlKey, metaKey }: KeyboardEvent): void => {
    const elsewhere =
      !(target instanceof HTMLInputElement) && !document.querySelector('dialog[open]')
    const edits = key === 'Backspace' || (key.length === 1 && key !== ' ' && !ctrlKey && !metaKey)
    if (elsewhere && edits) field()?.focus()
  }
}
