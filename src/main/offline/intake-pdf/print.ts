/** A text that stands for nothing but itself, between tags and in a quoted attribute; newlines stay. */
export const escaped = (text: string): string =>
  text
    // A character that no document may hold becomes the replacement character.
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

/** Regions that use US Letter paper (CLDR, `US-Letter`); all others use A4. */
const letter = 'BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' ')

/** The paper of a country (ISO 3166-1 alpha-2). */
export const paperOf = (country: string): 'letter' | 'A4' =>
  letter.includes(country) ? 'letter' : 'A4'

/** The style of a printed intake. `foot`: what stands at the foot of each page, as a string of CSS. */
export function printStyle({ paper, foot }: { readonly paper: string; readonly foot: string }) {
  const small = "font: 8.5pt 'Noto Sans', sans-serif; color: #444"
  return `
@page { size: ${paper}; margin: 18mm 16mm 20mm;
  @bottom-left { content: ${foot}; ${small} }
  @bottom-right { content: counter(page) " / " counter(pages); ${small} } }
* { box-sizing: border-box }
body { margin: 0; font: 10.5pt/1.4 'Noto Sans', 'Segoe UI', 'Helvetica Neue', sans-serif; color: #111 }
h1 { font-size: 16pt; margin: 0 0 6pt }
h2 { font-size: 13pt; margin: 18pt 0 4pt; padding-block-end: 2pt; border-block-end: 1.5pt solid #111; break-after: avoid }
h2 small { font-weight: 400; font-size: 9pt; color: #444 }
h3 { font-size: 11pt; margin: 10pt 0 2pt; break-after: avoid }
p { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere }
table { border-collapse: collapse; margin-block: 8pt; inline-size: 100% }
th, td { text-align: start; vertical-align: top; padding: 2pt 6pt 2pt 0; border-block-end: .5pt solid #bbb; overflow-wrap: anywhere }
th { font-weight: 400; color: #444; inline-size: 32% }
dl { margin: 0 }
.row { padding-block: 4pt; border-block-end: .5pt solid #bbb }
dt { color: #444; break-after: avoid; overflow-wrap: anywhere }
dd { margin: 0; font-weight: 600 }
.text { font-weight: 400; font-size: 9pt; color: #333; border-inline-start: 2pt solid #bbb; padding-inline-start: 6pt; margin-block: 3pt }
.text p + p { margin-block-start: 4pt }
.empty { font-weight: 400; font-style: italic; color: #555 }
img { display: block; max-inline-size: 100%; margin-block: 3pt; break-inside: avoid }
img.signature { max-block-size: 28mm }
img.file { max-block-size: 190mm }`
}
