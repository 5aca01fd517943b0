/** Parses a text; undefined if it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads a JSON text that was kept; undefined for one that another Foyer wrote in another way. */
export function readKept<T>(
  schema: { safeParse(value: unknown): { readonly data?: T | undefined } },
  text: string,
): T | undefined {
  return schema.safeParse(parseJson(text)).data
}
