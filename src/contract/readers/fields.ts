import type { Id } from '../values.ts'

export type Fields = Readonly<Record<string, unknown>>

/** Tells an object of an answer from a list and from a plain value. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Strips a name of its spelling: `patient_id`, `PatientId` and `patient-id` are `patientid`. */
export function plainName(name: string): string {
  const known = plainNames.get(name)
  if (known !== undefined) return known
  const plain = name.replace(/[^A-Za-z0-9]/g, '').toLowerCase()
  if (plainNames.size < mostNames) plainNames.set(name, plain)
  return plain
}

const plainNames = new Map<string, string>()
/** A name may be data, and data must not fill the memory. */
const mostNames = 2_000

const indexes = new WeakMap<Fields, ReadonlyMap<string, unknown>>()

/** Indexes fields by plain name; an empty one gives way to one that holds something. */
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

/** Gives the named field however it is spelled; the contract's own spelling costs no search. */
const fieldOf = (fields: Fields, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : indexOf(fields).get(plainName(name))

function at(fields: Fields, path: string): unknown {
  if (!path.includes('.')) return fieldOf(fields, path)
  return path
    .split('.')
    .reduce<unknown>((value, name) => (isFields(value) ? fieldOf(value, name) : undefined), fields)
}

export function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

/** Gives what stands at a path of names joined by `.`; undefined also for null and an empty text. */
export function pick(fields: Fields, path: string): unknown {
  const value = at(fields, path)
  return isPresent(value) ? value : undefined
}

/** Gives the first value at `path` that `convert` can read, the innermost object first. */
export function find<T>(
  layers: readonly Fields[],
  path: string,
  convert: (value: unknown) => T | undefined,
): T | undefined {
  for (const fields of layers) {
    const held = pick(fields, path)
    const value = held === undefined ? undefined : convert(held)
    if (value !== undefined) return value
  }
  return undefined
}

/** True if the field is present, even when it is empty. */
export function hasField(fields: Fields, path: string): boolean {
  return at(fields, path) !== undefined
}

/** True if the field is present but empty. */
export function isEmptyField(layers: readonly Fields[], path: string): boolean {
  return layers.some((fields) => hasField(fields, path) && pick(fields, path) === undefined)
}

/** The developer interface's `data`, and what gateways write in its place. */
export const envelopes: readonly string[] = ['data', 'result', 'response', 'payload', 'body']
const besideEnvelope: ReadonlySet<string> = new Set(
  `success ok status statuscode code message msg error errors errormessage warnings meta metadata links self
   requestid traceid correlationid timestamp time version apiversion type kind nextcursor`.split(
    /\s+/,
  ),
)
const deepest = 5

/** Unwraps an answer: a list of one, `data` beside protocol words, `items` of one, the record under `recordNames`. */
export function unwrap(body: unknown, ...recordNames: readonly string[]) {
  const layers: Fields[] = []
  let core = onlyOne(body)
  for (let depth = 0; depth < deepest && isFields(core); depth++) {
    layers.unshift(core)
    // No envelope has an id of its own.
    if (Object.hasOwn(core, 'id')) break
    const inner = envelopeIn(core, [...envelopes, 'items']) ?? envelopeIn(core, recordNames)
    if (inner === undefined) break
    core = onlyOne(core[inner])
  }
  /** The objects of the answer, the innermost first; `core` is the innermost value, of whatever type. */
  return { layers: layers as readonly Fields[], core }
}

const onlyOne = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 1 ? value[0] : value

/** Finds the one field of an envelope that holds the answer: a record beside fields of its own is a part of it. */
function envelopeIn(fields: Fields, wanted: readonly string[]): string | undefined {
  let found: string | undefined
  for (const name of Object.keys(fields)) {
    const plain = plainName(name)
    const isWanted = wanted.some((each) => plainName(each) === plain)
    if (isWanted ? found !== undefined : !besideEnvelope.has(plain)) return undefined
    if (isWanted) found = name
  }
  return found
}

/** Reads an id as a number, as a text, or out of an object's own `id`. It is sent back as it came. */
export function readId(value: unknown): Id | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined
  // A text with a space in it is a name.
  if (typeof value === 'string') return /^\S{1,200}$/.test(value) ? value : undefined
  return isFields(value) ? readId(pick(value, 'id')) : undefined
}

/** Reads a text that says something. */
export function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value.trim() || undefined : undefined
}

/** Reads a text, or a number as its text. */
export function readTextOrNumber(value: unknown): string | undefined {
  return Number.isFinite(value) ? String(value) : readText(value)
}

/** Reads a name: words, and no id such as `type_12`. */
export function readTitle(value: unknown): string | undefined {
  const text = readText(value)
  return text !== undefined && /\p{L}/u.test(text) && /\s|^\D*$/.test(text) ? text : undefined
}

/** Reads a boolean, or a word or digit for one. */
export function readFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  if (/^(true|yes|y|1)$/i.test(text)) return true
  return /^(false|no|n|0)$/i.test(text) ? false : undefined
}

/** Reads a number, also as a text. */
export function readNumber(value: unknown): number | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  const number = /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Reads a whole number, also as a text. */
export function readInteger(value: unknown): number | undefined {
  const number = readNumber(value)
  return Number.isSafeInteger(number) ? number : undefined
}

/** Reads a list of any values. */
export function readList(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? (value as unknown[]) : undefined
}

/** Reads all texts of a list, also as objects with a name; a single one counts as a list of one. */
export function readTexts(value: unknown): readonly string[] | undefined {
  const list = readList(value) ?? [value]
  const found = list.flatMap((each) => readText(isFields(each) ? pick(each, 'name') : each) ?? [])
  return found.length > 0 ? found : undefined
}

/** Finds the objects of a list; none where there is no list. */
export const objectsIn = (layers: readonly Fields[], path: string): readonly Fields[] =>
  find(layers, path, readList)?.filter(isFields) ?? []

/** Reads which of the documents' words a text is, in any case and with any separator. */
export function readWord<const W extends string>(
  value: unknown,
  words: readonly W[],
): W | undefined {
  if (words.includes(value as W)) return value as W
  const plain = typeof value === 'string' ? value.replace(/[^A-Za-z]/g, '').toLowerCase() : ''
  return words.find((word) => word.replaceAll('_', '').toLowerCase() === plain)
}

/** True if a value states a moment, without reading which one; a date that stands for "never" states none. */
export function isMoment(value: unknown): boolean {
  if (typeof value === 'number') return value > 1 && value < farthest
  return typeof value === 'string' && /\d{4}/.test(value) && !never.test(value.trim())
}

/** The year 2100, in ms since 1970. */
const farthest = 4_102_444_800_000
/** Years before or after any such service, in whatever order a date is written. */
const never = /(?:^|[-/. ])(?:000[01]|1900|1969|1970|2099|[2-9]999)(?:[-/. T]|$)/
