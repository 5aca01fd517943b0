import type { AnswerField } from '../../src/contract/source.ts'
import { isEntry } from '../output/cells.ts'

/** What was seen of a field, over all answers of an operation: never a value. */
interface Seen {
  /** How often it was there. */
  times: number
  /** How many of those were objects, in which fields of its own can be looked for. */
  objects: number
  /** The JSON types that it had. */
  readonly types: Set<string>
}

/** All that was seen of an operation's answers, by the path of the field (see `AnswerField`). */
export interface Observation {
  readonly known: Map<string, Seen>
  /** Fields that the contract does not name. */
  readonly extra: Map<string, Seen>
}

/** The JSON type of a value; a whole number is an integer. */
function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

/**
 * Adds an answer to what was seen. It goes as deep as the contract describes the answer: what stands in a field
 * that may be anything, or that the contract does not name, is not looked at.
 */
export function observe(
  { known, extra }: Observation,
  fields: readonly AnswerField[],
  answer: unknown,
): void {
  const paths = new Set(fields.map(({ path }) => path))
  const described = new Set(fields.map(({ path }) => path.replace(/(?:\.\w+|\[\])$/, '')))
  const visit = (path: string, value: unknown) => {
    const here = note(known, path, value)
    if (Array.isArray(value) && paths.has(`${path}[]`))
      for (const item of value) visit(`${path}[]`, item)
    if (!isEntry(value) || !described.has(path)) return
    here.objects += 1
    for (const [name, inner] of Object.entries(value)) {
      const at = `${path}.${name}`
      if (paths.has(at)) visit(at, inner)
      else note(extra, `${path}.${fieldName(name)}`, inner)
    }
  }
  visit('$', answer)
}

/** A name as it may be printed; what does not look like the name of a field may be data, and is `*`. */
function fieldName(name: string): string {
  return /^[A-Za-z_]\w{0,39}$/.test(name) && !/\d{4}/.test(name) ? name : '*'
}

function note(seen: Map<string, Seen>, path: string, value: unknown): Seen {
  const here = seen.get(path) ?? { times: 0, objects: 0, types: new Set() }
  seen.set(path, here)
  here.times += 1
  here.types.add(typeOf(value))
  return here
}
