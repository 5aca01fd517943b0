const attributes = {
  inputmode: 'none',
  autocomplete: 'off',
  autocapitalize: 'off',
  autocorrect: 'off',
  spellcheck: 'false',
} as const

/**
 * Attaches to every field of ours: nothing that is typed is remembered, corrected or looked up by the
 * browser, and no keyboard of the system comes over ours.
 */
export function untraced(field: HTMLInputElement): void {
  for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value)
}
