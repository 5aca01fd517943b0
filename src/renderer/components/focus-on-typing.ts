/** Creates a `keydown` listener: a real keyboard's typing focuses a field if none has the focus and no dialog is open. */
export function focusOnTyping(field: () => HTMLElement | undefined) {
  return ({ target, key, ctrlKey, metaKey }: KeyboardEvent): void => {
    const elsewhere =
      !(target instanceof HTMLInputElement) && !document.querySelector('dialog[open]')
    const edits = key === 'Backspace' || (key.length === 1 && key !== ' ' && !ctrlKey && !metaKey)
    if (elsewhere && edits) field()?.focus()
  }
}
