import { hasField, isFields, pick, plainName, type Fields } from './record.ts'
import { besideEnvelope, envelopeFields } from './vocabulary.ts'

/** What an answer holds, without what is wrapped around it. */
export interface Unwrapped {
  /** The objects of the answer, the innermost first. */
  readonly layers: readonly Fields[]
  /** The innermost value: an object, a list of none or several, a single value, or undefined. */
  readonly core: unknown
}

const deepest = 5
const beside = new Set(besideEnvelope.map(plainName))
const envelopes = new Set(envelopeFields.map(plainName))
/** The plain names of each kind of record. */
const records = new WeakMap<readonly string[], ReadonlySet<string>>()

function plainSet(names: readonly string[]): ReadonlySet<string> {
  const known = records.get(names) ?? new Set(names.map(plainName))
  records.set(names, known)
  return known
}

/**
 * Takes an answer out of its envelopes: a list of one, `data` and its kin beside nothing but words of a protocol, and
 * the record under its own name (`recordNames`).
 */
export function unwrap(body: unknown, recordNames: readonly string[] = []): Unwrapped {
  const layers: Fields[] = []
  let core = onlyOne(body)
  for (let depth = 0; depth < deepest && isFields(core); depth++) {
    const fields = withAttributes(core)
    layers.unshift(fields)
    core = fields
    const inner = innerOf(fields, recordNames)
    if (inner === undefined) break
    core = onlyOne(inner.value)
  }
  return { layers, core }
}

/** The first value of the named fields that `convert` can read, the innermost object first. */
export function find<T>(
  layers: readonly Fields[],
  names: readonly string[],
  convert: (value: unknown) => T | undefined,
): T | undefined {
  for (const fields of layers)
    for (const name of names) {
      const held = pick(fields, [name])
      const value = held === undefined ? undefined : convert(held)
      if (value !== undefined) return value
    }
  return undefined
}

/** The first of the named fields that holds anything, the innermost object first. */
export function present(layers: readonly Fields[], names: readonly string[]): unknown {
  return find(layers, names, (value) => value)
}

/** Whether one of the named fields is there and holds nothing. */
export function isEmptyField(layers: readonly Fields[], names: readonly string[]): boolean {
  return layers.some((fields) => hasField(fields, names) && pick(fields, names) === undefined)
}

/** The one element of a list of one. */
function onlyOne(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value
}

/** JSON:API keeps the fields of a record in `attributes`, beside its id. */
function withAttributes(fields: Fields): Fields {
  const attributes = pick(fields, ['attributes', 'properties'])
  return isFields(attributes) ? { ...fields, ...attributes } : fields
}

/** The value inside an envelope, or undefined where `fields` is none. */
function innerOf(fields: Fields, recordNames: readonly string[]): { value: unknown } | undefined {
  const names = Object.keys(fields)
  for (const wanted of [envelopes, plainSet(recordNames)]) {
    let found: string | undefined
    let isEnvelope = true
    for (const name of names) {
      const plain = plainName(name)
      if (wanted.has(plain) && found === undefined) found = name
      else if (wanted.has(plain) || !beside.has(plain)) isEnvelope = false
      // A record beside fields of its own is a part of it.
      if (!isEnvelope) break
    }
    if (isEnvelope && found !== undefined) return { value: fields[found] }
  }
  return undefined
}
