/** What a passphrase must have at least, in characters. */
export const passphraseNeeds = { length: 12, different: 6 } as const

/**
 * Whether a passphrase is so weak that a thief of the disk could try them all, whatever one try costs. It tells words
 * of a dictionary from chance no better than a person would; `openssl rand -base64 24` makes a good one.
 */
export function isWeakPassphrase(passphrase: string): boolean {
  const characters = Array.from(passphrase.normalize('NFKC'))
  const { length, different } = passphraseNeeds
  return characters.length < length || new Set(characters).size < different
}
