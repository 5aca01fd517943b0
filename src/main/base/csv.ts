/** What a spreadsheet takes for a formula where a cell begins with it, also after blanks. */
const formula = /^\s*[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/

/**
 * One record of a CSV file (RFC 4180) without its line end: every field in quotes, and one that a spreadsheet would take for
 * a formula behind an apostrophe.
 */
export const csvRecord = (fields: readonly (string | number)[]): string =>
  fields.map(cell).join(',')

function cell(value: string | number): string {
  const text = String(value)
  return `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}
