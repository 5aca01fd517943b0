import {
  find,
  isFields,
  pick,
  readFlag,
  readId,
  readText,
  readWord,
  unwrap,
  type Fields,
} from './fields.ts'
import { describeShape, type ServiceAnswer } from './reading.ts'

export type ProofChannel = 'sms' | 'email'

/** Status of a proof in an answer: a `gone` one takes no more codes. */
export interface ProofStatus {
  readonly state: 'proved' | 'pending' | 'locked' | 'gone'
  readonly verified: readonly ProofChannel[]
}

const proofNames = ['identityProof', 'verification']
/** Fields in which the documents, or a wire profile, say how far a proof or a code is. */
export const verdictFields = ['result', 'status', 'verificationStatus']
const methodsFields = ['methods', 'verificationMethods']
const methodFields = ['method', 'verificationMethod']

export type CodeVerdict = 'verified' | 'incorrect' | 'expired' | 'locked'

/** Reads the id and the secure token of a new proof; the headers may carry them where the body does not. */
export function newProof({ body, headers }: ServiceAnswer) {
  const { layers } = unwrap(body, ...proofNames)
  const id = find(layers, 'id', readId) ?? lastSegment(headers['location'])
  const token = find(layers, 'token', readText) ?? readText(headers['x-identity-proof-token'])
  return id !== undefined && token !== undefined ? { id, token } : undefined
}

function lastSegment(location: string | string[] | undefined): string | undefined {
  const path = typeof location === 'string' ? (location.split(/[?#]/)[0] ?? '') : ''
  return path.split('/').findLast((segment) => segment !== '')
}

/** Reads strictly: only `verified` in known fields means yes, uncontradicted; undefined without a known word. */
export function proofStatus(
  { body }: ServiceAnswer,
  needed: readonly ProofChannel[],
): ProofStatus | undefined {
  const { methods, words } = statementsIn(body)
  const ended = wordAmong(words, ['locked', 'expired'])
  if (ended !== undefined) return { state: ended === 'locked' ? 'locked' : 'gone', verified: [] }

  const whole = words.map((word) => word === 'verified')
  if (!methods) {
    if (whole.length === 0) return undefined
    return { state: whole.every(Boolean) ? 'proved' : 'pending', verified: [] }
  }
  const verified = (['sms', 'email'] as const).filter((channel) => isVerified(methods, channel))
  const isProved =
    methods.every((method) => method.isVerified) &&
    needed.every((channel) => verified.includes(channel)) &&
    !whole.includes(false)
  return { state: isProved ? 'proved' : 'pending', verified }
}

/** Tells what an answer says of a code; undefined where it says nothing in a known word, or yes and no at once. */
export function codeVerdict(
  { body }: ServiceAnswer,
  channel: ProofChannel,
): CodeVerdict | undefined {
  const { methods, words } = statementsIn(body)
  const refused = wordAmong(words, ['locked', 'expired', 'incorrect'])
  const said = words.map((word) => word === 'verified')
  const ofChannel = methods?.filter((method) => method.channel === channel) ?? []
  if (ofChannel.length > 0) said.push(isVerified(ofChannel, channel))
  if (said.every(Boolean)) return said.length > 0 ? 'verified' : undefined
  if (!said.includes(true)) return refused ?? 'incorrect'
  return refused === 'locked' ? refused : undefined
}

interface ProofMethod {
  readonly channel: ProofChannel
  readonly isVerified: boolean
}

const proofWords = ['verified', 'pending', 'incorrect', 'expired', 'locked'] as const
type ProofWord = (typeof proofWords)[number]

function statementsIn(body: unknown): {
  /** Undefined where none are listed, or one in an unknown word. */
  readonly methods: readonly ProofMethod[] | undefined
  readonly words: readonly ProofWord[]
} {
  const { layers, core } = unwrap(body, ...proofNames)
  const words = layers.filter((fields) => !isMethod(fields)).flatMap(wordsOf)
  const bare = wordOf(core)
  return { methods: methodsIn(layers, core), words: bare ? [...words, bare] : words }
}

const wordAmong = <W extends ProofWord>(words: readonly ProofWord[], among: readonly W[]) =>
  among.find((word) => words.includes(word))

const isVerified = (methods: readonly ProofMethod[], channel: ProofChannel) => {
  const ofChannel = methods.filter((method) => method.channel === channel)
  return ofChannel.length > 0 && ofChannel.every((method) => method.isVerified)
}

const isMethod = (fields: Fields) => firstOf([fields], methodFields, (value) => value) !== undefined

function firstOf<T>(
  layers: readonly Fields[],
  names: readonly string[],
  read: (value: unknown) => T | undefined,
): T | undefined {
  for (const fields of layers)
    for (const name of names) {
      const value = find([fields], name, read)
      if (value !== undefined) return value
    }
  return undefined
}

/** Reads a word to the letter, in any case: “0/2 verified” is none. */
function wordOf(value: unknown): ProofWord | undefined {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : undefined
  return proofWords.find((each) => each === word)
}

function wordsOf(fields: Fields): ProofWord[] {
  const flag = pick(fields, 'verified')
  const words = verdictFields.map((name) => wordOf(pick(fields, name)))
  // A number may count methods, and means yes to nobody.
  if (flag === true || flag === 'true') words.push('verified')
  else if (readFlag(flag) === false) words.push('pending')
  return words.filter((word) => word !== undefined)
}

function methodsIn(layers: readonly Fields[], core: unknown): readonly ProofMethod[] | undefined {
  const listed = [
    ...channelsUnder(layers, 'verified', true),
    ...channelsUnder(layers, 'pending', false),
  ]
  if (listed.length > 0) return listed
  const held = firstOf(layers, methodsFields, (value) => value)
  const entries =
    [held, core].find(Array.isArray) ?? (isFields(core) && isMethod(core) ? [core] : [])
  const isListed = Array.isArray(held) || Array.isArray(core) || entries.length > 0
  const methods = (entries as readonly unknown[]).map(methodOf)
  return isListed && methods.every((method) => method !== undefined) ? methods : undefined
}

function methodOf(entry: unknown): ProofMethod | undefined {
  if (!isFields(entry)) return undefined
  const channel = firstOf([entry], methodFields, channelOf)
  const words = wordsOf(entry)
  if (channel === undefined || words.length === 0) return undefined
  return { channel, isVerified: words.every((word) => word === 'verified') }
}

/** Reads `verified: ['SMS'], pending: ['EMAIL']`. */
function channelsUnder(
  layers: readonly Fields[],
  field: string,
  isVerified: boolean,
): readonly ProofMethod[] {
  const channels = find(layers, field, (value) => {
    const all = Array.isArray(value) ? value.map(channelOf) : undefined
    return all?.every((channel) => channel !== undefined) ? all : undefined
  })
  return (channels ?? []).map((channel) => ({ channel, isVerified }))
}

const channelOf = (value: unknown): ProofChannel | undefined => readWord(value, ['sms', 'email'])

/** Describes an answer about a proof for the log: its shape, and the short words that stand for a state. */
export function describeProof({ body }: ServiceAnswer): string {
  const said = unwrap(body, ...proofNames).layers.flatMap((fields) =>
    verdictFields.flatMap((name) => {
      const word = pick(fields, name)
      return typeof word === 'string' && /^[A-Za-z_-]{1,24}$/.test(word) ? [`${name} ${word}`] : []
    }),
  )
  return [describeShape(body), ...said].join(', ')
}
