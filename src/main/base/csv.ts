/** Start of a cell that a spreadsheet takes for a formula, also after blanks. */
const formula = /^\s*[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/
/** After a cell's end in files with other separators (Spanish settings: the semicolon); quotes do not help there. */
const laterFormula = /([;|\t\r\n][\s"]*)(?=[=+\-@\uff0b\uff0d\uff1d\uff20])/g

/** Formats a CSV record (RFC 4180) without its line end: every field in quotes, formulas behind an apostrophe. */
export const csvRecord = (fields: readonly (string | number)[]): string =>
  fields.map(cell).join(',')

function cell(value: string | number): string {
  const text = String(value).replace(laterFormula, "$1'")
  return `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}
