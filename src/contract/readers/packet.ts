import type { ReadPacket } from './read-types.ts'
import type { Id } from '../values.ts'
import { assumedPacket } from './assumed-form.ts'
import { readDate } from './dates.ts'
import { find, isEmptyField, present, unwrap } from './layers.ts'
import type { ServiceAnswer } from './reading.ts'
import { isFields, type Fields } from './record.ts'
import {
  isMoment,
  readFlag,
  readId,
  readPatientId,
  readState,
  readText,
  readWord,
} from './values.ts'
import { names, recordFields } from './vocabulary.ts'

/** A packet out of an answer, or a row of a list; `asked` is its id where the request named it. */
export function packet(value: unknown, asked?: Id): ReadPacket | undefined {
  const assumed = assumedPacket(value)
  if (assumed) return assumed
  const { layers } = unwrap(value, recordFields.packet)
  const id = find(layers, names.packetId, readId) ?? (layers.length > 0 ? asked : undefined)
  if (id === undefined) return undefined
  const completed = isCompleted(layers)
  return {
    id,
    name: nameOf(layers),
    patientId: find(layers, names.patientId, readPatientId),
    locationId: find(layers, names.locationId, readId),
    dueDate: readDate(present(layers, names.dueDate)) ?? null,
    started: completed === true || isStarted(layers),
    completed,
    archived: isArchived(layers),
  }
}

/** The packet that was made: its id may come in the answer's address alone. */
export function createdPacket({ body, headers }: ServiceAnswer): ReadPacket | undefined {
  const read = packet(body)
  if (read) return read
  const location = headers['location']
  const id =
    typeof location === 'string' ? /([^/?#]+)\/?(?:[?#].*)?$/.exec(location)?.[1] : undefined
  const bare = readId(unwrap(body).core)
  const known = bare ?? id
  return known === undefined ? undefined : packet({}, known)
}

/** How many forms of the packet in an answer are not complete; null where it does not tell that of each of them. */
export function formsLeft(value: unknown): number | null {
  const { layers } = unwrap(value, recordFields.packet)
  const forms = formsOf(layers).map((form) => isCompleted([form]))
  if (forms.length === 0 || forms.includes(null)) return null
  return forms.filter((completed) => completed === false).length
}

function nameOf(layers: readonly Fields[]): string | null {
  const own = find(layers, names.packetName, readText)
  if (own !== undefined) return own
  const forms = formsOf(layers).flatMap((form) => find([form], names.packetName, readText) ?? [])
  return forms.length > 0 ? forms.join(', ') : null
}

function formsOf(layers: readonly Fields[]): readonly Fields[] {
  const forms = find(layers, names.packetForms, (value) =>
    Array.isArray(value) ? (value as unknown[]) : undefined,
  )
  return (forms ?? []).filter(isFields)
}

/** By its word, by a flag, a date or a percentage, or because all of its forms are complete. */
function isCompleted(layers: readonly Fields[]): boolean | null {
  const word = stateOf(layers)
  if (word === 'started' && present(layers, names.completedAt) === undefined) return false
  const ended = word === 'completed' || hasEnded(layers)
  return ended === null && (word === 'started' || word === 'notStarted') ? false : ended
}

function hasEnded(layers: readonly Fields[]): boolean | null {
  const flag = find(layers, names.isCompleted, readFlag)
  if (flag !== undefined) return flag
  if (find(layers, names.completedAt, (value) => isMoment(value) || undefined)) return true
  const percent = find(layers, names.percent, readPercent)
  if (percent !== undefined) return percent === 100
  const forms = formsOf(layers).map((form) => isCompleted([form]))
  if (forms.length > 0 && !forms.includes(null)) return !forms.includes(false)
  return isEmptyField(layers, names.completedAt) ? false : null
}

function readPercent(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number.parseFloat(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

function isStarted(layers: readonly Fields[]): boolean {
  const word = stateOf(layers)
  if (word === 'notStarted') return false
  if (word === 'started') return true
  const percent = find(layers, names.percent, readPercent)
  if (percent !== undefined) return percent > 0
  if (find(layers, names.packetState, readWord) !== undefined) return true
  return formsOf(layers).some(
    (form) => isCompleted([form]) === true || stateOf([form]) === 'started',
  )
}

function stateOf(layers: readonly Fields[]) {
  return find(layers, names.packetState, (value) =>
    readState(value, ['completed', 'archived', 'started', 'notStarted']),
  )
}

function isArchived(layers: readonly Fields[]): boolean {
  if (stateOf(layers) === 'archived') return true
  return find(layers, names.isArchived, readFlag) ?? hasArchiveDate(layers)
}

function hasArchiveDate(layers: readonly Fields[]): boolean {
  return find(layers, names.archivedAt, (value) => isMoment(value) || undefined) ?? false
}
