/** Characters of a code: digits alone, or letters as well. */
export type CodeAlphabet = 'digits' | 'alphanumeric'

/** Digits of a code that the front desk gives a patient. */
export const deskCodeDigits = 6

/**
 * Returns the characters of a code as sent, without separators: full-width ones count too, and letters become capitals.
 */
export function codeCharacters(text: string, alphabet: CodeAlphabet): string {
  const plain = text.normalize('NFKC')
  return alphabet === 'digits'
    ? plain.replace(/\D/g, '')
    : plain.toUpperCase().replace(/[^A-Z0-9]/g, '')
}
