import { sameId, type Id } from '../values.ts'
import { address, addressReader } from './address.ts'
import { readDate, statedDate } from './dates.ts'
import { find, isEmptyField, isFields, pick, readFlag, readId, readText, unwrap } from './fields.ts'
import { describePage, readPage } from './lists.ts'
import { createdPacket, formsLeft, packetInFull } from './packet.ts'
import { codeVerdict, describeProof, newProof, proofStatus, type ProofChannel } from './proof.ts'
import { anyAnswer, readerOf, type ServiceAnswer } from './reading.ts'

/** Longest life of an access token, in seconds: a greater number is a moment, or milliseconds. */
const longestS = 366 * 24 * 3_600

/** Reads an access token, and its life in seconds as far as the answer says it. */
export const grantReader = readerOf('an access token', ({ body }) => {
  const { layers } = unwrap(body)
  const token = find(layers, 'access_token', readToken)
  if (token === undefined) return undefined
  return { token, lifetimeS: find(layers, 'expires_in', readLife) }
})

function readToken(value: unknown): string | undefined {
  const token = readText(value)?.replace(/^bearer\s+/i, '')
  return token !== undefined && /^[\x21-\x7e]+$/.test(token) ? token : undefined
}

function readLife(value: unknown): number | undefined {
  const life = typeof value === 'string' ? Number(value.replace(/s$/, '')) : value
  return typeof life === 'number' && life > 0 && life < longestS ? life : undefined
}

type Match =
  | { readonly kind: 'one'; readonly patientId: Id }
  | { readonly kind: 'none' }
  | { readonly kind: 'several' }

function match({ body }: ServiceAnswer): Match | undefined {
  const { layers, core } = unwrap(body, 'patient')
  if (Array.isArray(core)) return matchInList(core)
  const patientId = find(layers, 'patientId', readId) ?? find(layers, 'id', readId) ?? readId(core)
  // An id beside a fault or a no is nobody's: doubt means no.
  const isDenied = layers.some(
    (each) => pick(each, 'error') !== undefined || readFlag(pick(each, 'matched')) === false,
  )
  if (patientId !== undefined) return isDenied ? undefined : { kind: 'one', patientId }
  const isNobody =
    core === undefined || core === null || (isFields(core) && Object.keys(core).length === 0)
  return isNobody || isEmptyField(layers, 'patientId') ? { kind: 'none' } : undefined
}

function matchInList(list: readonly unknown[]): Match | undefined {
  if (list.length === 0) return { kind: 'none' }
  const ids = list.map((each) =>
    isFields(each) ? (readId(pick(each, 'patientId')) ?? readId(pick(each, 'id'))) : readId(each),
  )
  if (new Set(ids.map(String)).size > 1) return { kind: 'several' }
  const [patientId] = ids
  return patientId === undefined ? undefined : { kind: 'one', patientId }
}

/** The year of a date that was never set, as .NET writes it: 0001-01-01. */
const noYear = 1

/** Reads the date of birth of a record (null: it has none), and whether it is that of `patientId`. */
export function birthDate(body: unknown, patientId: Id) {
  if (isFields(body) && body['id'] === patientId && typeof body['dateOfBirth'] === 'string') {
    const date = statedDate(body['dateOfBirth'])
    if (date && date.year !== noYear) return { isOfPatient: true, date }
  }
  const { layers } = unwrap(body, 'patient')
  if (layers.length === 0) return undefined
  const id = find(layers, 'id', readId)
  const isOfPatient =
    (id !== undefined && sameId(id, patientId)) ||
    sameId(find(layers, 'patientId', readId) ?? id ?? patientId, patientId)
  const recorded = find(layers, 'dateOfBirth', (value) => value)
  if (recorded === undefined) return { isOfPatient, date: null }
  const date = readDate(recorded)
  return { isOfPatient, date: date?.year === noYear ? null : (date ?? ('unreadable' as const)) }
}

function location({ body }: ServiceAnswer) {
  const { layers } = unwrap(body, 'location')
  const name = find(layers, 'name', readText)
  if (name === undefined && !isEmptyField(layers, 'name')) return undefined
  const found = find(layers, 'branding', (value) => (isFields(value) ? value : undefined))
  const isOff = found && readFlag(pick(found, 'isLocationBrandingActive')) === false
  const branding = found && !isOff ? [found] : []
  return {
    name: name ?? '',
    timeZone: find(layers, 'timeZone', readText),
    phone: find(layers, 'phoneNumber', readText),
    logoName: find(branding, 'logoName', readText),
    color: find(branding, 'logoCircleColor', readText),
    letterColor: find(branding, 'logoLetterColor', readText),
  }
}

export const visitReaders = {
  newProof: readerOf('an identity proof: its id and its token', newProof),
  /** That a code was sent is said by the status alone. */
  sentCode: anyAnswer,
  proofStatus: (needed: readonly ProofChannel[]) =>
    readerOf(
      'which methods of the identity proof are verified',
      (answer) => proofStatus(answer, needed),
      describeProof,
    ),
  codeVerdict: (channel: ProofChannel) =>
    readerOf('what became of a code', (answer) => codeVerdict(answer, channel), describeProof),
  match: readerOf('the id of the matched patient', match),
  birthDate: (patientId: Id) =>
    readerOf('a patient with a date of birth', ({ body }) => birthDate(body, patientId)),
  packets: readerOf('a list of form packets', readPage, describePage),
  packet: (asked: Id) =>
    readerOf('a form packet', ({ body }) => {
      const read = packetInFull(body, asked)
      return read && { ...read, formsLeft: formsLeft(read) }
    }),
  /** Null if the answer to a creation does not name the new packet. */
  createdPacket: readerOf('a new form packet', (answer) => createdPacket(answer) ?? null),
  completionUrl: addressReader,
  publicLink: readerOf('a template group with a link', (answer) => address(answer, 'staticLink')),
  location: readerOf('a location with a name', location),
} as const
