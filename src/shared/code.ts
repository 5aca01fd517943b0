export const deskCodeDigits = 6

/** Returns a code's characters as sent, without separators: full-width ones count, and letters become capitals. */
export function codeCharacters(text: string, alphabet: 'digits' | 'alphanumeric'): string {
  const plain = text.normalize('NFKC')
  return alphabet === 'digits'
    ? plain.replace(/\D/g, '')
    : plain.toUpperCase().replace(/[^A-Z0-9]/g, '')
}
