/**
 * Attributes of every field of ours: nothing that is typed is remembered, corrected or looked up by the
 * browser, and no keyboard of the system comes over ours.
 */
export const untraced = {
  inputmode: 'none',
  autocomplete: 'off',
  autocapitalize: 'off',
  autocorrect: 'off',
  spellcheck: 'false',
} as const
