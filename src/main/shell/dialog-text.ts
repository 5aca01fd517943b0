/** Most characters (UTF-16 units) of a page's own words in a dialog. */
export const mostDialogCharacters = 600
/** Most characters that a page may write into the field of a `prompt` beforehand, and that a patient may type there. */
export const mostDefaultCharacters = 200

const mostLines = 12
const mostMarks = 3

/** Controls, half characters, private and unassigned characters, and formats that write text over text or turn it round (Unicode, UAX 9). */
const unsafe =
  /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u00AD\u061C\u180E\u200B\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFC\u{E0000}-\u{E0FFF}]/gu
/** More marks above one another than a script needs. */
const piled = new RegExp(`(\\p{M}{${mostMarks}})\\p{M}+`, 'gu')

/**
 * Words of a page as plain text for a screen of Foyer's: at most `most` characters and a few lines, without control
 * characters but line ends, without what turns the direction of writing, and without half characters. What was cut off
 * ends in an ellipsis.
 */
export function cleanDialogText(words: string, most: number): string {
  const lines = words
    // What is far beyond the end need not be looked at.
    .slice(0, 8 * most)
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .split('\n')
    .map((line) => line.replaceAll('\t', ' ').replace(unsafe, '').replace(piled, '$1').trimEnd())
  const text = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .split('\n')
  const shown = text.slice(0, mostLines).join('\n')
  const isWhole = text.length <= mostLines && shown.length <= most && words.length <= 8 * most
  return isWhole ? shown : `${shown.slice(0, most - 1).replace(/\p{Cs}/gu, '')}…`
}
