import stringWidth from 'string-width'

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Counts the columns that a text takes in a terminal. */
export function widthOf(text: string): number {
  return stringWidth(text)
}

/** Puts a text on one line, without characters that steer a terminal or turn the direction of writing. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
}

/** Cuts a text to at most `width` columns; a longer one ends in `…`. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let kept = ''
  let used = 0
  for (const { segment } of graphemes.segment(text)) {
    used += widthOf(segment)
    if (used > width - 1) break
    kept += segment
  }
  return `${kept}…`
}

/** Pads a text to `width` columns. */
export function pad(text: string, width: number, side: 'left' | 'right' = 'left'): string {
  const filling = ' '.repeat(Math.max(0, width - widthOf(text)))
  return side === 'left' ? text + filling : filling + text
}
