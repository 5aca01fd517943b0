const attributes = {
  inputmode: 'none',
  autocomplete: 'off',
  autocapitalize: 'off',
  autocorrect: 'off',
  spellcheck: 'false',
} as const

/**
 * Attachment for every input of our own pages: the browser neither stores, corrects nor looks up what is
 * typed, and the operating system's on-screen keyboard does not open over ours.
 */
export function privateInput(field: HTMLInputElement): void {
  for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value)
}
