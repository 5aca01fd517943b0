/** A text that stands for nothing but itself, between tags and in a quoted attribute; newlines stay. */
export const escaped = (text: string): string =>
  text
    // What no document may hold at all becomes the sign for it.
    .replace(/[^\P{Cc}\t\n\r]/gu, '\ufffd')
    .replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)

/** A text as a string of CSS, quotes included; nothing in it ends the string or the style. */
export const cssString = (text: string): string =>
  `"${text.replace(/[^A-Za-z0-9 ]/gu, (one) => `\\${(one.codePointAt(0) ?? 0).toString(16)} `)}"`

/** A text in the direction of its own script. */
export const ownDirection = (tag: 'p' | 'dt' | 'h3' | 'bdi', text: string): string =>
  `<${tag} dir="auto">${escaped(text)}</${tag}>`

/** A text inside another one, whose direction it does not change. */
export const isolated = (text: string): string => `\u2068${text}\u2069`
