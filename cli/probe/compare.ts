import { isFields } from '../../src/contract/readers/fields.ts'
import type { AssumptionId } from '../../src/contract/assumptions.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { answerFields, type AnswerField } from '../../src/contract/source.ts'
import { strictOf } from '../../src/contract/strict.ts'

/** One deviation of an operation's answers from the contract: names and types, no value. */
export interface Difference {
  readonly operation: string
  readonly path: string
  /** `missing`: required, sometimes absent; `absent`: optional, always absent; `extra`: unknown; `answer`: unreadable. */
  readonly kind: 'missing' | 'absent' | 'extra' | 'type' | 'value' | 'answer'
  readonly expected: string
  readonly found: string
  /** Of an extra field: that of the record in which it stands. */
  readonly source: AnswerField['source']
  readonly assumption?: AssumptionId
}

export interface Comparison {
  readonly differences: readonly Difference[]
  readonly asDescribed: readonly AnswerField[]
}

/** Checks if a difference contradicts the documents: an extra field does not; a stated field in no answer does. */
export function isContradiction({ kind, source }: Difference): boolean {
  return source === 'stated' && kind !== 'extra'
}

/** Compares the answers of an operation with the contract. */
export function compare(operation: Operation, answers: readonly unknown[]): Comparison {
  const fields = answerFields(operation)
  const seen: Observation = { known: new Map(), extra: new Map() }
  for (const answer of answers) observe(seen, fields, answer)
  const wrongValues = valuesRefused(operation, answers)
  const found = fields.flatMap((field) => {
    const told = differencesOf(field, seen)
    return told.length === 0 && wrongValues.has(field.path)
      ? [differ(field, 'value', 'another', 'a value that the contract allows')]
      : told
  })
  const extra = [...seen.extra].map(([path, { types }]) => {
    const holder = fields.find((field) => field.path === parentOf(path))
    const where = { source: 'stated' as const, ...holder, path }
    return differ(where, 'extra', [...types].sort().join(' or '), 'not in the contract')
  })
  const differing = new Set(found.map(({ path }) => path))
  return {
    differences: [...found, ...extra].map((each) => ({ operation: operation.id, ...each })),
    asDescribed: fields.filter(({ path }) => seen.known.has(path) && !differing.has(path)),
  }
}

function differ(
  {
    path,
    source,
    assumption,
    types = [],
  }: Pick<AnswerField, 'path' | 'source'> & Partial<AnswerField>,
  kind: Difference['kind'],
  found: string,
  expected = types.join(' or '),
): Omit<Difference, 'operation'> {
  return { path, kind, expected, found, source, ...(assumption && { assumption }) }
}

function differencesOf(field: AnswerField, { known }: Observation) {
  const { path, types, required } = field
  const seen = known.get(path)
  const others = [...(seen?.types ?? [])].filter((type) => !fits(type, types)).sort()
  const holders = path.endsWith('[]') ? 0 : (known.get(parentOf(path))?.objects ?? 0)
  const times = seen?.times ?? 0
  const isShort = times === 0 ? holders > 0 : required && times < holders
  return [
    ...(others.length > 0 ? [differ(field, 'type', others.join(' or '))] : []),
    ...(isShort
      ? [
          differ(
            field,
            required ? 'missing' : 'absent',
            times === 0 ? 'never there' : 'not always there',
          ),
        ]
      : []),
  ]
}

function fits(type: string, types: readonly string[]): boolean {
  return types.some(
    (each) => each === 'any' || each === type || (each === 'number' && type === 'integer'),
  )
}

function valuesRefused({ answer: schema }: Operation, answers: readonly unknown[]) {
  return new Set(
    answers.flatMap((answer) =>
      (strictOf(schema).safeParse(answer).error?.issues ?? []).map(({ path }) => pathOf(path)),
    ),
  )
}

const parentOf = (path: string) => path.slice(0, path.lastIndexOf('.'))

/** Observations of a field, over all answers of an operation: never a value. */
interface Seen {
  times: number
  objects: number
  readonly types: Set<string>
}

interface Observation {
  readonly known: Map<string, Seen>
  readonly extra: Map<string, Seen>
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

/** Goes as deep as the contract describes: fields of any value and unknown fields are not searched. */
function observe({ known, extra }: Observation, fields: readonly AnswerField[], answer: unknown) {
  const paths = new Set(fields.map(({ path }) => path))
  const described = new Set(fields.map(({ path }) => path.replace(/(?:\.\w+|\[\])$/, '')))
  const visit = (path: string, value: unknown) => {
    const here = note(known, path, value)
    if (Array.isArray(value) && paths.has(`${path}[]`))
      for (const item of value) visit(`${path}[]`, item)
    if (!isFields(value) || !described.has(path)) return
    here.objects += 1
    for (const [name, inner] of Object.entries(value)) {
      const at = `${path}.${name}`
      if (paths.has(at)) visit(at, inner)
      else note(extra, `${path}.${fieldName(name)}`, inner)
    }
  }
  visit('$', answer)
}

/** Returns a printable name; anything that does not look like a field's name may be data, and is `*`. */
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

/** Writes a place in an answer as `AnswerField` does. */
export function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (at, name) => at + (typeof name === 'number' ? '[]' : `.${String(name)}`),
    '$',
  )
}
