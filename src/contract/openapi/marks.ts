type Json = Readonly<Record<string, unknown>>

/**
 * Turns the marks of schemas into `x-foyer-source` and `x-foyer-assumption`, and drops empty statements: bounds of what
 * a number can hold, patterns beside their format.
 */
export function translateMarks(document: object): object {
  return JSON.parse(JSON.stringify(document, (_name, value: unknown) => translate(value))) as object
}

const marks = ['assumption', 'stated']

/** Formats that say all that the pattern beside them does. */
const wholeFormats: readonly unknown[] = ['date', 'date-time', 'uuid']

function translate(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  // A property that happens to have the name of a mark holds a schema, not a mark.
  if (marks.some((name) => typeof (value as Json)[name] === 'object')) return value
  const { assumption, stated, ...rest } = value as Json
  const mark =
    typeof assumption === 'string'
      ? { 'x-foyer-source': 'assumed', 'x-foyer-assumption': assumption }
      : stated === true && { 'x-foyer-source': 'stated' }
  const bounds = Object.entries(rest).filter(
    ([name, bound]) =>
      !(name === 'minimum' && bound === Number.MIN_SAFE_INTEGER) &&
      !(name === 'maximum' && bound === Number.MAX_SAFE_INTEGER) &&
      !(name === 'pattern' && wholeFormats.includes(rest['format'])),
  )
  return { ...Object.fromEntries(bounds), ...mark }
}
