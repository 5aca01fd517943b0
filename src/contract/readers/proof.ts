import type { ProofChannel, ReadProofStatus } from './read-types.ts'
import type { Id } from '../values.ts'
import { assumedProofStatus } from './assumed-form.ts'
import { find, isEmptyField, present, unwrap } from './layers.ts'
import type { ServiceAnswer } from './reading.ts'
import { isFields, type Fields } from './record.ts'
import { readFlag, readId, readState, readText } from './values.ts'
import { names, recordFields } from './vocabulary.ts'

/** A new identity proof. */
export interface NewProof {
  readonly id: Id
  readonly token: string
}

/** What became of a code; `unclear` where the answer does not say it in a known word: the proof does. */
export type CodeVerdict = 'verified' | 'incorrect' | 'expired' | 'locked' | 'unclear'

/** The id and the secure token of a new proof: of the body, or of the headers that name them. */
export function newProof({ body, headers }: ServiceAnswer): NewProof | undefined {
  const { layers } = unwrap(body, recordFields.proof)
  const id = find(layers, names.proofId, readId) ?? lastSegment(headers['location'])
  const token =
    find(layers, names.proofToken, readText) ??
    Object.entries(headers).find(
      ([name, value]) => /(?:proof|session|verification)-token$/.test(name) && readText(value),
    )?.[1]
  return id !== undefined && typeof token === 'string' ? { id, token } : undefined
}

function lastSegment(location: string | string[] | undefined): string | undefined {
  const path = typeof location === 'string' ? (location.split(/[?#]/)[0] ?? '') : ''
  return path.split('/').findLast((segment) => segment !== '')
}

/** Whether every channel that a proof needs is verified, by a list, a map, words or flags. */
export function proofStatus(
  { body }: ServiceAnswer,
  needed: readonly ProofChannel[],
): ReadProofStatus | undefined {
  const assumed = assumedProofStatus(body, needed)
  if (assumed) return assumed
  const { layers, core } = unwrap(body, recordFields.proof)
  const ended = readState(present(layers, names.state) ?? core, ['locked', 'expired'])
  if (ended !== undefined) return { state: ended === 'locked' ? 'locked' : 'gone', verified: [] }

  const channels = channelStates(layers, core)
  if (channels) {
    const verified = (['sms', 'email'] as const).filter((channel) => channels.get(channel))
    return { state: isProved(channels, needed) ? 'proved' : 'pending', verified }
  }
  const isVerified =
    stateFlag(readState(core, stateWords)) ??
    layers.map(isVerifiedWhole).find((verified) => verified !== undefined)
  if (isVerified === undefined) return undefined
  return { state: isVerified ? 'proved' : 'pending', verified: [] }
}

const stateWords = ['verified', 'pending', 'incorrect'] as const

/** By a word and a flag of one object; a word of the protocol beside a flag that says no is none. */
function isVerifiedWhole(fields: Fields): boolean | undefined {
  const word = stateFlag(find([fields], names.state, (value) => readState(value, stateWords)))
  const flag = find([fields], names.isVerified, readFlag) ?? verifiedSince([fields])
  return word === undefined ? flag : word && flag !== false
}

/** Whether each channel of a proof is verified; those that no name tells apart stand under `other`. */
type ChannelStates = ReadonlyMap<ProofChannel | 'other', boolean>

function isProved(channels: ChannelStates, needed: readonly ProofChannel[]): boolean {
  const { other } = Object.fromEntries(channels) as { other?: boolean }
  if (other !== undefined) return [...channels.values()].every((verified) => verified)
  return needed.every((channel) => channels.get(channel) === true)
}

function channelStates(layers: readonly Fields[], core: unknown): ChannelStates | undefined {
  const words = wordLists(layers)
  if (words) return words
  const methods = find(layers, names.proofMethods, (value) =>
    Array.isArray(value) || isFields(value) ? (value as object) : undefined,
  )
  const list = methods ?? (Array.isArray(core) ? core : undefined)
  if (Array.isArray(list))
    return list.length > 0 && !list.some(saysItsState) ? undefined : ofList(list)
  return (isFields(list) ? ofMap(list) : undefined) ?? ofMap(layers[0] ?? {})
}

/** `verified: ['SMS'], pending: ['EMAIL']`. */
function wordLists(layers: readonly Fields[]): ChannelStates | undefined {
  const channelsOf = (fields: readonly string[]) =>
    find(layers, fields, (value) => {
      const channels = Array.isArray(value) ? value.map(channelOf) : undefined
      return channels?.every((channel) => channel !== undefined) ? channels : undefined
    })
  const verified = channelsOf(names.verifiedMethods)
  const pending = channelsOf(names.pendingMethods)
  if (!verified && !pending) return undefined
  return new Map([
    ...(pending ?? []).map((channel) => [channel, false] as const),
    ...(verified ?? []).map((channel) => [channel, true] as const),
  ])
}

function ofList(list: readonly unknown[]): ChannelStates {
  const states = new Map<ProofChannel | 'other', boolean>([])
  for (const entry of list) {
    const fields = isFields(entry) ? entry : {}
    const channel = find([fields], names.method, channelOf) ?? 'other'
    states.set(channel, (states.get(channel) ?? true) && isVerifiedEntry(fields))
  }
  if (states.size === 0) states.set('other', false)
  return states
}

/** `{ SMS: 'VERIFIED' }`, `{ sms: { verified: true } }`, `{ phoneVerified: true }`. */
function ofMap(map: Fields): ChannelStates | undefined {
  const states = new Map<ProofChannel, boolean>()
  for (const [name, value] of Object.entries(map)) {
    const channel = channelOf(name.replace(/^is|verified|confirmed|status|state|[_-]/gi, ''))
    const verified = isFields(value)
      ? isVerifiedEntry(value)
      : (readFlag(value) ?? stateFlag(readState(value, ['verified', 'pending', 'incorrect'])))
    if (channel && verified !== undefined) states.set(channel, verified)
  }
  return states.size > 0 ? states : undefined
}

/** Whether an entry of a list says at all how far it is: one in words of the service's own tells nothing. */
function saysItsState(entry: unknown): boolean {
  return isFields(entry) && entryState(entry) !== undefined
}

const isVerifiedEntry = (fields: Fields): boolean => entryState(fields) ?? false

function entryState(fields: Fields): boolean | undefined {
  const word = find([fields], names.state, (value) =>
    readState(value, ['verified', 'pending', 'incorrect', 'expired', 'locked']),
  )
  return stateFlag(word) ?? find([fields], names.isVerified, readFlag) ?? verifiedSince([fields])
}

const stateFlag = (word: string | undefined) =>
  word === undefined ? undefined : word === 'verified'

function verifiedSince(layers: readonly Fields[]): boolean | undefined {
  if (present(layers, names.verifiedAt) !== undefined) return true
  return isEmptyField(layers, names.verifiedAt) ? false : undefined
}

function channelOf(value: unknown): ProofChannel | undefined {
  return readState(value, ['sms', 'email'])
}

/** What an answer to a code says of it: in a word, in a flag, or by the state of the channel. */
export function codeVerdict({ body }: ServiceAnswer, channel: ProofChannel): CodeVerdict {
  const { layers, core } = unwrap(body, recordFields.proof)
  const states = ['verified', 'incorrect', 'expired', 'locked'] as const
  const bare = typeof core === 'boolean' ? stateOfFlag(core) : readState(core, states)
  if (bare !== undefined && !isFields(core)) return bare
  for (const fields of layers) {
    const word = find([fields], names.verdict, (value) => readState(value, states))
    const flag = find([fields], names.isVerified, readFlag)
    // A protocol's word of success beside a verdict of its own is none.
    if (word === 'verified' && flag === false) return 'incorrect'
    if (word !== undefined) return word
    if (flag !== undefined) return stateOfFlag(flag)
  }
  return channelStates(layers, core)?.get(channel) === true ? 'verified' : 'unclear'
}

const stateOfFlag = (flag: boolean) => (flag ? 'verified' : 'incorrect')
