/** What a code is made of: digits alone, or letters as well. */
export type CodeAlphabet = 'digits' | 'alphanumeric'

/**
 * The characters of a code as they are sent, whatever stands between them: full-width ones count too, and letters are
 * capitals.
 */
export function codeCharacters(text: string, alphabet: CodeAlphabet): string {
  const plain = text.normalize('NFKC')
  return alphabet === 'digits'
    ? plain.replace(/\D/g, '')
    : plain.toUpperCase().replace(/[^A-Z0-9]/g, '')
}
