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

/** Checks if a difference contradicts the documents: an extra field does not; a stated field in no answer does. */
export function isContradiction({ kind, source }: Difference): boolean {
  return source === 'stated' && kind !== 'extra'
}

/** Compares the answers of an operation with the contract. */
export function compare(operation: Operation, answers: readonly unknown[]) {
  const fields = answerFields(operation)
  const byPath = new Map(fields.map((field) => [field.path, field]))
  const seen = observe(byPath, answers)
  const refused = new Set(
    answers
      .flatMap((answer) => strictOf(operation.answer).safeParse(answer).error?.issues ?? [])
      .map(({ path }) => pathOf(path)),
  )
  const found = fields.flatMap((field) => {
    const told = differencesOf(field, seen)
    return told.length === 0 && refused.has(field.path)
      ? [differ(field, 'value', 'another', 'a value that the contract allows')]
      : told
  })
  const extra = [...seen].flatMap(([path, { types }]) => {
    if (path === '$' || byPath.has(path)) return []
    const where = { source: 'stated', ...byPath.get(parentOf(path)), path } as const
    return [differ(where, 'extra', [...types].sort().join(' or '), 'not in the contract')]
  })
  const differing = new Set(found.map(({ path }) => path))
  return {
    differences: [...found, ...extra].map((each): Difference => ({
      operation: operation.id,
      ...each,
    })),
    asDescribed: fields.filter(({ path }) => seen.has(path) && !differing.has(path)),
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
) {
  return { path, kind, expected, found, source, ...(assumption && { assumption }) }
}

function differencesOf(field: AnswerField, seen: Observation) {
  const { path, types, required } = field
  const { times = 0, types: found = [] } = seen.get(path) ?? {}
  const others = [...found].filter((type) => !fits(type, types)).sort()
  const holders = path.endsWith('[]') ? 0 : (seen.get(parentOf(path))?.objects ?? 0)
  const isShort = times === 0 ? holders > 0 : required && times < holders
  const often = times === 0 ? 'never there' : 'not always there'
  return [
    ...(others.length > 0 ? [differ(field, 'type', others.join(' or '))] : []),
    ...(isShort ? [differ(field, required ? 'missing' : 'absent', often)] : []),
  ]
}

const fits = (type: string, types: readonly string[]) =>
  ['any', type, type === 'integer' ? 'number' : type].some((each) => types.includes(each))

const parentOf = (path: string) => path.slice(0, path.lastIndexOf('.'))

/** By the path of a field: how often it was there, and as an object, and its JSON types; never a value. */
type Observation = ReturnType<typeof observe>

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

/** Goes as deep as the contract describes: fields of any value and unknown fields are not searched. */
function observe(fields: ReadonlyMap<string, AnswerField>, answers: readonly unknown[]) {
  const seen = new Map<string, { times: number; objects: number; types: Set<string> }>()
  const described = new Set([...fields.keys()].map((path) => path.replace(/(?:\.\w+|\[\])$/, '')))
  const note = (path: string, value: unknown) => {
    const here = seen.get(path) ?? { times: 0, objects: 0, types: new Set() }
    here.times += 1
    here.objects += isFields(value) ? 1 : 0
    here.types.add(typeOf(value))
    seen.set(path, here)
  }
  const visit = (path: string, value: unknown) => {
    note(path, value)
    if (Array.isArray(value) && fields.has(`${path}[]`))
      for (const item of value) visit(`${path}[]`, item)
    if (!isFields(value) || !described.has(path)) return
    for (const [name, inner] of Object.entries(value))
      if (fields.has(`${path}.${name}`)) visit(`${path}.${name}`, inner)
      else note(`${path}.${fieldName(name)}`, inner)
  }
  for (const answer of answers) visit('$', answer)
  return seen
}

/** Returns a printable name; anything that does not look like a field's name may be data, and is `*`. */
function fieldName(name: string): string {
  return /^[A-Za-z_]\w{0,39}$/.test(name) && !/\d{4}/.test(name) ? name : '*'
}

/** Writes a place in an answer as `AnswerField` does. */
export function pathOf(path: readonly PropertyKey[]): string {
  return ['$', ...path.map((name) => (typeof name === 'number' ? '[]' : `.${String(name)}`))].join(
    '',
  )
}
