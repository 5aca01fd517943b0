/** Picks the digits of a text, at most `length`; full-width digits count too. */
export function digits(text: string, length: number): string {
  return text.normalize('NFKC').replace(/\D/g, '').slice(0, length)
}

const longestPhone = 15

/** Strips a phone number of punctuation: digits, after a plus if one was typed first. */
export function phoneCharacters(text: string): string {
  const plain = text.normalize('NFKC').trim()
  return (plain.startsWith('+') ? '+' : '') + digits(plain, longestPhone)
}

/** Returns the number once grouped text `shown` became `typed`; erasing punctuation erases the digit before it. */
export function editedPhone(shown: string, typed: string): string {
  const before = phoneCharacters(shown)
  const after = phoneCharacters(typed)
  return after === before && typed.length < shown.length ? before.slice(0, -1) : after
}
