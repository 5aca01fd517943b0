import { writeFile } from 'node:fs/promises'
import { isPaginated, type Operation } from '../../../src/contract/operation.ts'
import { readDate } from '../../../src/contract/readers/dates.ts'
import { isFields, pick, plainName, readWord } from '../../../src/contract/readers/fields.ts'
import { packetWords } from '../../../src/contract/readers/packet.ts'
import { recordOf, type RecordName } from '../../../src/contract/wire/answer-fields.ts'
import { getAt, parsePath, type JsonPath } from '../../../src/contract/wire/json-path.ts'
import {
  answerWords,
  defaultWireProfile,
  parseWireProfile,
  type WireProfile,
} from '../../../src/contract/wire-profile.ts'
import { answerFields } from '../../../src/contract/source.ts'
import { sameId, type Id } from '../../../src/contract/values.ts'
import { codeOf, refuse } from '../../problem.ts'
import type { Terminal } from '../../terminal.ts'

export interface Known {
  readonly patientId?: Id | undefined
  readonly packetId?: Id | undefined
  readonly limit?: number
}

export interface Place {
  readonly path: JsonPath
  readonly value: unknown
}

/** Place of a record, and of each field that is not at its usual place, in an operation's answers. */
export interface Finding {
  readonly record: RecordName
  readonly isListed: boolean
  readonly place: JsonPath
  readonly fields: Readonly<Record<string, JsonPath>>
  readonly list: Readonly<Record<string, JsonPath>>
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isToken = (value: unknown) => isText(value) && /^\S+$/.test(value)
const isId = (value: unknown) =>
  Number.isSafeInteger(value) || (isText(value) && /^(?=.*\d)\S{1,80}$/.test(value))
const isDate = (value: unknown) =>
  isText(value) &&
  (readDate(value) !== undefined || /^\d{1,2}([-/.])\d{1,2}\1\d{4}(?!\d)/.test(value))
const isAddress = (value: unknown) => isText(value) && /^https?:\/\/\S+$/i.test(value)
const isRecords = (value: unknown) => Array.isArray(value) && value.every(isFields)
const resultWords = Object.values(answerWords)

/** Checks for a word of a program: no other text of the service may be printed, or written into a file. */
export const isCode = (value: unknown): value is string =>
  isText(value) && /^[A-Z_]{2,40}$/.test(value)

const isProofToken = (value: unknown) => isToken(value) && String(value).length >= 12
const isResult = (value: unknown) => readWord(value, resultWords) !== undefined
const isStatus = (value: unknown) => readWord(value, packetWords) !== undefined

type Tests = Readonly<Record<string, (value: unknown) => boolean>>
const expected: Partial<Readonly<Record<RecordName, Tests>>> = {
  proof: { id: isId, token: isProofToken, methods: isRecords },
  verification: { result: isResult },
  match: { patientId: isId },
  patient: { dateOfBirth: isDate },
  packet: { patientId: isId, status: isStatus, id: isId },
  address: { url: isAddress },
  group: { staticLink: isAddress },
}

/** Returns the names of the fields that a visit reads of an operation's answer, as `read.fields` takes them. */
export function fieldsReadOf(operation: Operation): string[] {
  const record = recordOf(operation)?.name
  return record ? Object.keys(expected[record] ?? {}).map((field) => `${record}.${field}`) : []
}

const deepest = 5
const mostPlaces = 500

/** Lists an answer's values that are no objects, outside in; of lists of objects the first. Leaves out unwritable names. */
export function placesIn(value: unknown, path: JsonPath = []): Place[] {
  if (path.length > deepest) return []
  if (Array.isArray(value)) {
    const first: unknown = value[0]
    return [{ path, value }, ...(isFields(first) ? placesIn(first, [...path, 0]) : [])]
  }
  if (!isFields(value)) return [{ path, value }]
  return Object.entries(value)
    .filter(([name]) => /^[A-Za-z_]\w{0,39}$/.test(name))
    .flatMap(([name, inner]) => placesIn(inner, [...path, name]))
    .slice(0, mostPlaces)
}

/** Writes a place as a wire profile does. */
export function written(path: JsonPath): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
  return steps.join('').replace(/^\./, '') || '$'
}

/** Proposes profiles for an answer that a visit could not read, likeliest first. `earlier`: finds in other answers. */
export function proposalsFor(
  profile: WireProfile,
  given: WireProfile['read'],
  earlier: readonly Finding[],
  operation: Operation,
  body: unknown,
  known: Known,
) {
  const record = recordOf(operation)
  if (!record) return []
  const names = contractNames(operation)
  const found = (place: JsonPath, value: unknown, list: Finding['list'] = {}) => {
    const fields = fieldsIn(record.name, value, names, known)
    const finding = { record: record.name, isListed: record.isListed, place, fields, list }
    const read = composed(given, [...earlier, finding])
    return [profile.read.dateOrder, 'dayFirst'].flatMap((dateOrder) => {
      const parsed = parseWireProfile({ ...profile, read: { ...profile.read, ...read, dateOrder } })
      return parsed.ok ? [{ profile: parsed.value, finding }] : []
    })
  }
  if (isPaginated(operation)) {
    const list = listIn(body)
    return list ? found([], list.row, list.fields) : found([], undefined)
  }
  const chain = operation.interface === 'partner' ? recordPlace(operation, body) : []
  const places = chain.map((_, index) => chain.slice(0, chain.length - index))
  return [...places, []].flatMap((place) => found(place, getAt(body, place)))
}

/** Follows the only object of an answer, and of that, down to the one with a field of the contract. */
function recordPlace(operation: Operation, body: unknown, path: JsonPath = []): JsonPath {
  const names = contractNames(operation)
  if (!isFields(body) || Object.keys(body).some((name) => names.has(plainName(name)))) return path
  const inner = Object.entries(body).filter(([, value]) => isFields(value))
  const [only] = inner
  return only && inner.length === 1 ? recordPlace(operation, only[1], [...path, only[0]]) : path
}

function contractNames(operation: Operation): ReadonlySet<string> {
  const paths = answerFields(operation).map(({ path }) => path)
  const tops = paths.flatMap((path) => /^\$(?:\.items\[\])?\.(\w+)$/.exec(path)?.[1] ?? [])
  return new Set(tops.map(plainName))
}

function composed(read: WireProfile['read'], findings: readonly Finding[]) {
  const own = parsePath(read.root) ?? []
  const singles = findings.filter(({ isListed }) => !isListed)
  const root = own.length > 0 ? own : sharedStart(singles.map(({ place }) => place))
  const fields = findings.flatMap(({ record, isListed, place, fields, list }) => {
    const before = isListed ? [] : place.slice(root.length)
    const moved = Object.entries(fields).flatMap(([field, inner]) => {
      const path = written([...before, ...inner])
      return path === field ? [] : [[`${record}.${field}`, path] as const]
    })
    const ofList = Object.entries(list).map(([name, at]) => [`list.${name}`, written(at)] as const)
    return [...moved, ...ofList]
  })
  return { root: written(root), fields: { ...read.fields, ...Object.fromEntries(fields) } }
}

function sharedStart([first = [], ...others]: readonly JsonPath[]): JsonPath {
  const end = first.findIndex((step, index) => others.some((path) => path[index] !== step))
  return end < 0 ? first : first.slice(0, end)
}

/** Finds a record's absent fields: by a known value, by the same name deeper in it, by the only value of its kind. */
function fieldsIn(
  record: RecordName,
  value: unknown,
  names: ReadonlySet<string>,
  { patientId, packetId }: Known,
): Record<string, JsonPath> {
  const tests = expected[record] ?? {}
  let left = placesIn(value).filter(({ path: [first] }) => !names.has(plainName(String(first))))
  const found = usualFields(record, value)
  const ids: Record<string, Id | undefined> = { patientId }
  if (record === 'packet') ids['id'] = packetId
  const ways: readonly ((field: string, place: Place) => boolean)[] = [
    (field, { value: held }) => ids[field] !== undefined && sameId(held as Id, ids[field]),
    (field, { path }) =>
      path.some((_, index) => plainName(path.slice(index).join('')) === plainName(field)),
    (field) => ids[field] === undefined,
  ]
  for (const isMeant of ways)
    for (const field of Object.keys(tests)) {
      if (field in found) continue
      const isFit = (place: Place) => tests[field]?.(place.value) && isMeant(field, place)
      const [only, ...others] = left.filter(isFit)
      if (!only || others.length > 0) continue
      found[field] = only.path
      left = left.filter((place) => place !== only)
    }
  return found
}

function usualFields(record: RecordName, value: unknown): Record<string, JsonPath> {
  const names = Object.keys(expected[record] ?? {})
  const present = names.filter((field) => isFields(value) && pick(value, field) !== undefined)
  return Object.fromEntries(present.map((field) => [field, [field]]))
}

/** Says where the record of an answer stands that needs no proposal; undefined where no root of a profile matters. */
export function usualFinding(operation: Operation, body: unknown): Finding | undefined {
  const record = recordOf(operation)
  if (!record || record.isListed || operation.interface !== 'partner' || !isFields(body))
    return undefined
  const place = recordPlace(operation, body)
  const fields = usualFields(record.name, getAt(body, place))
  return { record: record.name, isListed: false, place, fields, list: {} }
}

function listIn(body: unknown): { fields: Finding['list']; row: unknown } | undefined {
  const places = placesIn(body)
  const [rows] = places
    .filter(({ value }) => isRecords(value))
    .toSorted((a, b) => a.path.length - b.path.length)
  if (!rows) return undefined
  const isCursor = ({ path, value }: Place) => !path.includes(0) && isToken(value)
  const [cursor, ...others] = places.filter(isCursor)
  const isElsewhere =
    cursor && others.length === 0 && plainName(String(cursor.path.at(-1))) !== 'nextcursor'
  const fields = {
    ...(written(rows.path) !== 'items' && { items: rows.path }),
    ...(isElsewhere && { nextCursor: cursor.path }),
  }
  return { fields, row: (rows.value as unknown[])[0] }
}

function unusual(value: object, usual: object): object {
  const pairs = Object.entries(value).flatMap(([name, each]: [string, unknown]) => {
    const other = (usual as Record<string, unknown>)[name]
    if (JSON.stringify(each) === JSON.stringify(other)) return []
    const isDeeper = isFields(each) && isFields(other)
    return [[name, isDeeper ? unusual(each, other) : each] as const]
  })
  return Object.fromEntries(pairs)
}

/** Writes a proposed profile, without what is as usual, and notes down where it is. Throws a `Refusal`. */
export async function writeProposal(
  name = 'wire-profile.proposal.json',
  proposal: WireProfile,
  { note }: Pick<Terminal, 'note'>,
): Promise<void> {
  const text = `${JSON.stringify(unusual(proposal, defaultWireProfile), null, 2)}\n`
  await writeFile(name, text).catch((error: unknown) =>
    refuse(`--propose: the file cannot be written (${codeOf(error)}).`),
  )
  note(`The proposed profile is in ${name}.\n`)
}

/** Lists the keys by which one profile differs from another, with dots. */
export function changedKeys(profile: WireProfile, before: WireProfile): string[] {
  const keysIn = (value: object, path: readonly string[]): string[] =>
    Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
      isFields(inner) ? keysIn(inner, [...path, name]) : [[...path, name].join('.')],
    )
  return keysIn(unusual(profile, before), [])
}
