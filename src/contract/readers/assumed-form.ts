import type { Id } from '../values.ts'
import type { ProofChannel, ReadPacket, ReadProofStatus, RowsPage } from './read-types.ts'
import { readDate } from './dates.ts'
import { isFields } from './record.ts'

/**
 * Answers in exactly the form that the assumptions describe, read without a search for other names: a service that
 * answers so pays nothing for the tolerance. Undefined for everything else, which the tolerant readers then look at.
 */

const packetFields: ReadonlySet<string> = new Set([
  ...['id', 'name', 'status', 'patientId', 'locationId', 'forms'],
  ...['dueDate', 'createdAt', 'completedAt', 'archivedAt'],
])
const pageFields: ReadonlySet<string> = new Set(['items', 'nextCursor'])
const proofFields: ReadonlySet<string> = new Set(['id', 'methods'])

/** A field beside those may say something else, and is for the tolerant readers to judge. */
function hasOnly(fields: Readonly<Record<string, unknown>>, known: ReadonlySet<string>): boolean {
  for (const name in fields) if (!known.has(name)) return false
  return true
}

const completedWords: ReadonlyMap<unknown, boolean> = new Map([
  ['NOT_STARTED', false],
  ['IN_PROGRESS', false],
  ['COMPLETED', true],
])

/** A packet with its own id, name, patient and a stated status; one with a word of its own anywhere is none. */
export function assumedPacket(value: unknown): ReadPacket | undefined {
  if (!isFields(value) || !hasOnly(value, packetFields)) return undefined
  const { id, name, status, patientId, locationId, dueDate, completedAt, archivedAt } = value
  const completed = completedWords.get(status)
  if (completed === undefined || typeof name !== 'string' || name === '') return undefined
  if (!isId(id) || !isId(patientId) || !isId(locationId)) return undefined
  if (archivedAt !== null || (completed ? typeof completedAt !== 'string' : completedAt !== null))
    return undefined
  if (status === 'NOT_STARTED' && mayBeStarted(value['forms'])) return undefined
  return {
    ...{ id, name, patientId, locationId, completed, archived: false },
    dueDate: dueDate === null || dueDate === undefined ? null : (readDate(dueDate) ?? null),
    started: status !== 'NOT_STARTED',
  }
}

/** Whether the forms say of themselves what the packet's status does not. */
function mayBeStarted(forms: unknown): boolean {
  if (!Array.isArray(forms) || forms.length === 0) return false
  return forms.every((form) => !isFields(form) || form['status'] !== 'NOT_STARTED')
}

/** `items` and `nextCursor`, and nothing else. */
export function assumedPage(body: unknown): RowsPage | undefined {
  if (!isFields(body) || !hasOnly(body, pageFields)) return undefined
  const { items, nextCursor } = body
  if (!Array.isArray(items) || (nextCursor !== null && typeof nextCursor !== 'string'))
    return undefined
  return { items, nextCursor: nextCursor === '' ? null : nextCursor }
}

const verifiedWords: ReadonlyMap<unknown, boolean> = new Map([
  ['VERIFIED', true],
  ['PENDING', false],
])
const channels: ReadonlyMap<unknown, ProofChannel> = new Map([
  ['SMS', 'sms'],
  ['EMAIL', 'email'],
])

/** A proof that says of each of its methods whether it is verified, and nothing of the whole. */
export function assumedProofStatus(
  body: unknown,
  needed: readonly ProofChannel[],
): ReadProofStatus | undefined {
  if (!isFields(body) || !hasOnly(body, proofFields) || !Array.isArray(body['methods']))
    return undefined
  const found = new Set<ProofChannel>()
  for (const entry of body['methods'] as readonly unknown[]) {
    if (!isFields(entry)) return undefined
    const channel = channels.get(entry['method'])
    const isVerified = verifiedWords.get(entry['status'])
    if (channel === undefined || isVerified === undefined) return undefined
    if (isVerified) found.add(channel)
  }
  const verified = (['sms', 'email'] as const).filter((channel) => found.has(channel))
  const isProved = needed.every((channel) => verified.includes(channel))
  const isListed = body['methods'].length === verified.length
  if (isProved !== isListed) return undefined
  return { state: isProved && verified.length > 0 ? 'proved' : 'pending', verified }
}

function isId(value: unknown): value is Id {
  return typeof value === 'number' ? Number.isSafeInteger(value) : isTextId(value)
}

const isTextId = (value: unknown) => typeof value === 'string' && /^\S{1,200}$/.test(value)
