/** Masks text by a dot for each character; shows the last `open` of them, and grouping characters. */
export function masked(text: string, open = 0): string {
  const from = text.length - open
  return text.replace(/[^\s()-]/gu, (each, at: number) => (at < from ? '•' : each))
}

/** Masks an email address down to the first letter of its name. */
export function maskedAddress(text: string): string {
  const at = text.lastIndexOf('@')
  const name = at < 0 ? text : text.slice(0, at)
  return name.slice(0, 1) + masked(name.slice(1)) + text.slice(name.length)
}
