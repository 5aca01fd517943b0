const attributes = {
  inputmode: 'none',
  autocomplete: 'off',
  autocapitalize: 'off',
  autocorrect: 'off',
  spellcheck: 'false',
} as const

/**
 * Attachment for inputs of our own pages: the browser neither stores, corrects nor looks up the text, and the system's
 * on-screen keyboard stays closed.
 */
export function privateInput(field: HTMLInputElement): void {
  for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value)
}
