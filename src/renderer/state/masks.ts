/** A dot for each character; `open` of them at the end are shown, and what only groups digits is, too. */
export function masked(text: string, open = 0): string {
  const from = text.length - open
  return text.replace(/[^\s()-]/gu, (each, at: number) => (at < from ? '•' : each))
}
