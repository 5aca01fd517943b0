import { identityProof } from '../partner-v2/identity-proof.ts'
import { isPaginated, type Operation } from '../operation.ts'
import { listFields, answeredRecords, recordOf, type RecordName } from './answer-fields.ts'
import { getAt, move, parsePath, setAt, type Move } from './json-path.ts'
import { answerWords, type ReadProfile, type WireProfile } from '../wire-profile.ts'

type Change = (value: unknown) => unknown

export interface AnswerTranslation {
  readonly fromWire: Change
  /** Turns the contract's form into this service's, for a sandbox that speaks as the service does. */
  readonly toWire: Change
}

const same: Change = (value) => value
const unchanged: AnswerTranslation = { fromWire: same, toWire: same }

/** One translation after the other on the way in, and the other way round on the way out. */
function inTurn(...all: readonly (AnswerTranslation | undefined)[]): AnswerTranslation {
  const given = all.filter((each) => each !== undefined)
  const steps = given.filter((each) => each !== unchanged)
  if (steps.length === 0) return unchanged
  return {
    fromWire: (value) => steps.reduce((now, { fromWire }) => fromWire(now), value),
    toWire: (value) => steps.reduceRight((now, { toWire }) => toWire(now), value),
  }
}

/** Prepares the translation of an operation's answers; those of the default profile stay as they are. */
export function translateAnswer(profile: WireProfile, operation: Operation): AnswerTranslation {
  const record = recordOf(operation)
  const ofRecord = record ? translateRecord(profile, record.name) : unchanged
  const list = isPaginated(operation) ? moves(profile, 'list', listFields) : undefined
  if (record?.isListed) return inTurn(list, atPlace(['items', '[]'], ofRecord))
  const root = operation.interface === 'partner' && !list ? atRoot(profile.read.root) : undefined
  return inTurn(list, root, ofRecord)
}

/** Finds what a status means in place of an answer: a wrong code, an empty list; undefined for any other status. */
export function answerOfStatus(
  { proof, lists }: WireProfile,
  operation: Operation,
  status: number,
): unknown {
  if (operation.id === identityProof.verify.id && proof.wrongCodeStatuses.includes(status))
    return { result: answerWords.incorrect, methods: [] }
  return isPaginated(operation) && lists.emptyStatuses.includes(status)
    ? { items: [], nextCursor: null }
    : undefined
}

function translateRecord(profile: WireProfile, name: RecordName): AnswerTranslation {
  const moved = moves(profile, name, answeredRecords[name].fields)
  const spoken = wordPlaces[name]?.map(({ place, words }) => inWords(profile, words, place))
  const order = inOrder[profile.read.dateOrder]
  const dated = order && dateFields[name]?.map((field) => atPlace([field], order))
  return inTurn(moved, ...(spoken ?? []), ...(dated ?? []))
}

function moves(
  { read }: WireProfile,
  group: string,
  fields: readonly string[],
): AnswerTranslation | undefined {
  const found = fields.flatMap((field): Move[] => {
    const from = read.fields[`${group}.${field}`]
    return from === undefined ? [] : [{ from: parsePath(from) ?? [], to: [field] }]
  })
  if (found.length === 0) return undefined
  const back = found.map(({ from, to }) => ({ from: to, to: from }))
  return {
    fromWire: (value) => (value === undefined ? value : move(value, found)),
    toWire: (value) => (value === undefined ? value : move(value, back)),
  }
}

function atRoot(text: string): AnswerTranslation | undefined {
  const root = parsePath(text) ?? []
  if (root.length === 0) return undefined
  return {
    fromWire: (value) => getAt(value, root),
    toWire: (value) => (value === undefined ? value : setAt({}, root, value)),
  }
}

/** Changes what stands at a place, where something does; `[]` is every item of a list. */
function onPlace([key, ...rest]: readonly string[], change: Change): Change {
  if (key === undefined) return change
  const below = onPlace(rest, change)
  return (value) => {
    if (key === '[]') return Array.isArray(value) ? value.map(below) : value
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return value
    return { ...value, [key]: below((value as Record<string, unknown>)[key]) }
  }
}

function atPlace(place: readonly string[], translation: AnswerTranslation): AnswerTranslation {
  if (translation === unchanged) return unchanged
  const { fromWire, toWire } = translation
  return { fromWire: onPlace(place, fromWire), toWire: onPlace(place, toWire) }
}

type WordName = keyof typeof answerWords
const packetWords: readonly WordName[] = ['completed', 'archived', 'inProgress', 'notStarted']
const proofWords: readonly WordName[] = ['verified', 'pending', 'expired', 'locked']
const resultWords: readonly WordName[] = ['verified', 'incorrect', 'expired', 'locked', 'pending']

interface WordPlace {
  readonly place: readonly string[]
  readonly words: readonly WordName[] | 'methods'
}
const methodPlaces: readonly WordPlace[] = [
  { place: ['methods', '[]', 'status'], words: proofWords },
  { place: ['methods', '[]', 'method'], words: 'methods' },
]

const wordPlaces: Partial<Readonly<Record<RecordName, readonly WordPlace[]>>> = {
  proof: methodPlaces,
  verification: [{ place: ['result'], words: resultWords }, ...methodPlaces],
  packet: [
    { place: ['status'], words: packetWords },
    { place: ['forms', '[]', 'status'], words: packetWords },
  ],
  appointment: [{ place: ['status'], words: ['arrived', 'completed', 'cancelled'] }],
}

const dateFields: Partial<Readonly<Record<RecordName, readonly string[]>>> = {
  patient: ['dateOfBirth'],
  packet: ['dueDate'],
}

function inWords(
  profile: WireProfile,
  words: WordPlace['words'],
  place: readonly string[],
): AnswerTranslation | undefined {
  const pairs: readonly (readonly [string, readonly Word[]])[] =
    words === 'methods'
      ? Object.entries(profile.sent.words['method'] ?? {}).map(([our, their]) => [our, [their]])
      : words.map((name) => [answerWords[name], profile.read.words[name]])
  const ours = new Map(
    pairs.flatMap(([our, theirs]) => theirs.map((word) => [folded(word), our] as const)),
  )
  if (ours.size === 0) return undefined
  // A sandbox says the first of the service's words.
  const theirs = new Map(pairs.map(([our, [first]]) => [our, first]))
  return atPlace(place, {
    fromWire: (value) => ours.get(folded(value)) ?? value,
    toWire: (value) => theirs.get(value as string) ?? value,
  })
}

type Word = string | number | boolean

function folded(word: unknown): string {
  if (typeof word === 'string') return word.trim().toLowerCase()
  return typeof word === 'number' || typeof word === 'boolean' ? String(word) : ''
}

const written = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?=$|[T ])/

const rewritten =
  (pattern: RegExp, by: string): Change =>
  (value) =>
    typeof value === 'string' ? value.trim().replace(pattern, by) : value

/** Translations between dates of each order and month/day/year, which the documents write. */
const inOrder: Readonly<Record<ReadProfile['dateOrder'], AnswerTranslation | undefined>> = {
  documented: undefined,
  monthFirst: { fromWire: rewritten(written, '$1/$3/$4'), toWire: same },
  dayFirst: {
    fromWire: rewritten(written, '$3/$1/$4'),
    toWire: rewritten(/^(\d{1,2})\/(\d{1,2})\/(\d{4})(?=$|[T ])/, '$2/$1/$3'),
  },
}
