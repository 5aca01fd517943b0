/** The whole numbers of a text such as `11, 12`; undefined where something else stands in it. An empty text has none. */
export function numbersIn(text: string): number[] | undefined {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '')
  const numbers = parts.map((part) => (/^[1-9]\d{0,14}$/.test(part) ? Number(part) : undefined))
  const known = numbers.filter((each) => each !== undefined)
  return known.length === parts.length ? [...new Set(known)] : undefined
}
