/** Start of a cell that a spreadsheet takes for a formula, also after blanks. */
const formula = /^\s*[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/
/**
 * The same after what ends a cell where fields are told apart by something else than the comma, as by the semicolon of Spanish
 * settings: quotes that begin in the midst of such a cell hold nothing together.
 */
const laterFormula = /([;|\t\r\n][\s"]*)(?=[=+\-@\uff0b\uff0d\uff1d\uff20])/g

/**
 * One record of a CSV file (RFC 4180) without its line end: every field in quotes, and what a spreadsheet would take for a
 * formula behind an apostrophe.
 */
export const csvRecord = (fields: readonly (string | number)[]): string =>
  fields.map(cell).join(',')

function cell(value: string | number): string {
  const text = String(value).replace(laterFormula, "$1'")
  return `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}
