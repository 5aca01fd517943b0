/** An object of an answer. */
export type Fields = Readonly<Record<string, unknown>>

/** Whether a value is an object that is no list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A name without its spelling: `patient_id`, `PatientId` and `patient-id` are `patientid`. */
export function plainName(name: string): string {
  return /^[a-z0-9]+$/.test(name) ? name : name.replace(/[^A-Za-z0-9]/g, '').toLowerCase()
}

/** The fields of an object by their plain names; an empty one gives way to one that holds something. */
const indexes = new WeakMap<Fields, ReadonlyMap<string, unknown>>()

function indexOf(fields: Fields): ReadonlyMap<string, unknown> {
  const known = indexes.get(fields)
  if (known) return known
  const index = new Map<string, unknown>()
  for (const name of Object.keys(fields)) {
    const plain = plainName(name)
    if (!isPresent(index.get(plain))) index.set(plain, fields[name])
  }
  indexes.set(fields, index)
  return index
}

/** The plain names on the way of a path; the paths are those of the vocabulary, and few. */
const paths = new Map<string, readonly string[]>()

function pathOf(name: string): readonly string[] {
  const known = paths.get(name)
  if (known) return known
  const path = name.split('.').map(plainName)
  paths.set(name, path)
  return path
}

/** What stands at a path of names joined by `.`, however they are spelled; undefined where nothing does. */
function at(fields: Fields, name: string): unknown {
  const path = pathOf(name)
  let value: unknown = fields
  for (const step of path) {
    if (!isFields(value)) return undefined
    value = indexOf(value).get(step)
  }
  return value
}

/** The first of the named fields that holds something, in the order of `names`. */
export function pick(fields: Fields, names: readonly string[]): unknown {
  for (const name of names) {
    const value = at(fields, name)
    if (isPresent(value)) return value
  }
  return undefined
}

/** Whether any of the named fields is there, even when it holds nothing. */
export function hasField(fields: Fields, names: readonly string[]): boolean {
  return names.some((name) => at(fields, name) !== undefined)
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}
