const attributes = {
  inputmode: 'none',
  autocomplete: 'off',
  autocapitalize: 'off',
  autocorrect: 'off',
  spellcheck: 'false',
} as const

/** Keeps the browser from storing, correcting or looking up an input's text, and the system's own keyboard closed. */
export function privateInput(field: HTMLInputElement): void {
  for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value)
}
