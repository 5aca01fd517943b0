type Json = Readonly<Record<string, unknown>>

/**
 * A document in which the marks of the contract's schemas have become `x-foyer-source` and
 * `x-foyer-assumption`, and bounds that only say what a number can hold are left out.
 */
export function translateMarks(document: object): object {
  return JSON.parse(JSON.stringify(document, (_name, value: unknown) => translate(value))) as object
}

function translate(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { assumption, stated, ...rest } = value as Json
  // A property that happens to have one of these names holds a schema, not a mark.
  if (typeof assumption === 'object' || typeof stated === 'object') return value
  const mark =
    typeof assumption === 'string'
      ? { 'x-foyer-source': 'assumed', 'x-foyer-assumption': assumption }
      : stated === true && { 'x-foyer-source': 'stated' }
  const bounds = Object.entries(rest).filter(
    ([name, bound]) =>
      !(name === 'minimum' && bound === Number.MIN_SAFE_INTEGER) &&
      !(name === 'maximum' && bound === Number.MAX_SAFE_INTEGER),
  )
  return { ...Object.fromEntries(bounds), ...mark }
}
