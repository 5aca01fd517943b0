/**
 * A listener for the page's keys: what is typed outside of any field goes on into this one, so that a
 * real keyboard always works. An open dialog keeps its keys.
 */
export function typesInto(field: () => HTMLElement | undefined) {
  return ({ target, key, ctrlKey, metaKey }: KeyboardEvent): void => {
    const elsewhere =
      !(target instanceof HTMLInputElement) && !document.querySelector('dialog[open]')
    const edits = key === 'Backspace' || (key.length === 1 && key !== ' ' && !ctrlKey && !metaKey)
    if (elsewhere && edits) field()?.focus()
  }
}
