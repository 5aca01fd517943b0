import type { Connection } from '../../src/main/vault/store/database.ts'
import { parseJson } from '../../src/main/base/parse-json.ts'
import type { StationOnDisk } from '../doctor/read-station.ts'

/** Text that no bundle may hold; `where` names the place that it was found in, never what it is. */
export interface Needle {
  readonly kind: 'secret' | 'name' | 'phone number' | 'e-mail address' | 'birth date' | 'answer'
  readonly where: string
  readonly value: string
}

/** A text inside JSON, and the name of the field that holds it. */
interface Leaf {
  readonly field: string
  readonly text: string
}

function leavesOf(value: unknown, field = ''): Leaf[] {
  if (typeof value === 'string') return [{ field, text: value }]
  if (Array.isArray(value)) return value.flatMap((each) => leavesOf(each, field))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => leavesOf(each, name))
}

/** Tables of the vault with JSON that may hold what is a patient's. */
const ofPatients = {
  captures: 'about',
  capture_forms: 'about',
  offline_knowledge: 'value',
  outbox: 'row',
  arrivals: 'row',
  bus_queue: 'row',
  bus_failed: 'message',
  hub_notices: 'notice',
  webhook_deliveries: 'event',
} as const

/** Tables with texts or JSON that hold secrets. */
const ofSecrets = { security_settings: 'value', bus_pairing: 'value', members: 'row' } as const

/** Fields of JSON that hold secrets, whatever the table. */
const secretField = /secret|key|password|token|hash|salt|verifier/i
const nameField = /^(first|last|middle|preferred|given|family|full|patient)?-?name$/i
const birthField = /birth|^dob$/i
const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const phone = /^\+?\d[\d\s().-]{6,}$/
const isoDate = /^\d{4}-\d{2}-\d{2}$/
/** Longer texts are pictures and files; they would be found by nothing shorter. */
const longest = 200
const shortestSecret = 8
const shortestAnswer = 4

function rowsOf(connection: Connection, table: string, column: string): string[] {
  const found = connection.prepare<[], string | null>(`SELECT ${column} FROM ${table}`).pluck()
  return found.all().filter((each) => each !== null)
}

/** Lists what the vault of a station and this command's environment hold that must not leave the machine. */
export function findNeedles({ given, vault }: StationOnDisk): Needle[] {
  const needles = Object.entries(given).flatMap(([name, text]) => secretsIn(text, name))
  if (!vault?.ok) return needles
  const { connection, keys } = vault.value
  for (const [name, key] of Object.entries<Buffer>({ ...keys }))
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      needles.push({
        kind: 'secret',
        where: `key of the vault (${name})`,
        value: key.toString(encoding),
      })
  for (const table of ['credentials', 'previous_credentials'])
    for (const column of ['client_id', 'client_secret'])
      for (const value of rowsOf(connection, table, column))
        needles.push({ kind: 'secret', where: `vault, ${table}`, value })
  for (const [table, column] of Object.entries(ofSecrets))
    for (const text of rowsOf(connection, table, column))
      needles.push(...secretsIn(text, `vault, ${table}`))
  for (const [table, column] of Object.entries(ofPatients))
    for (const text of rowsOf(connection, table, column))
      needles.push(
        ...leavesOf(parseJson(text)).flatMap((leaf) => patientsIn(leaf, `vault, ${table}`)),
      )
  return [...needles, ...answersIn(connection)]
}

/** Secrets in a text: itself, its lines (a PEM key), or where it is JSON, the fields that hold some. */
function secretsIn(text: string, where: string): Needle[] {
  const json = parseJson(text)
  const isJson = typeof json === 'object' && json !== null
  const isOpen = where.startsWith('FOYER_')
  const texts = isJson
    ? leavesOf(json)
        .filter(({ field }) => isOpen || secretField.test(field))
        .map((leaf) => leaf.text)
    : text.split('\n')
  const shortest = isOpen ? shortestAnswer : shortestSecret
  return texts
    .filter((value) => value.length >= shortest && !value.startsWith('-----'))
    .map((value) => ({ kind: 'secret', where, value }))
}

function patientsIn({ field, text }: Leaf, where: string): Needle[] {
  const value = text.trim()
  if (value === '' || value.length > longest) return []
  if (email.test(value)) return [{ kind: 'e-mail address', where, value }]
  if (isoDate.test(value))
    return birthField.test(field) ? [{ kind: 'birth date', where, value }] : []
  if (phone.test(value)) return [{ kind: 'phone number', where, value }]
  if (!nameField.test(field) || /\d/.test(value)) return []
  return value
    .split(/\s+/)
    .flatMap((word) => (word.length > 1 ? [{ kind: 'name', where, value: word }] : []))
}

/** What patients typed into forms; a choice that a form offers tells nobody from others. */
function answersIn(connection: Connection): Needle[] {
  const templates = rowsOf(connection, 'capture_templates', 'template')
  const offered = new Set(
    templates.flatMap((text) => leavesOf(parseJson(text)).map((leaf) => leaf.text)),
  )
  const where = 'vault, answers'
  const lastYear = new Date(Date.now() - 365 * 24 * 60 * 60_000).toISOString()
  return rowsOf(connection, 'capture_forms', 'answers').flatMap((text) =>
    leavesOf(parseJson(text)).flatMap(({ field, text: value }): Needle[] => {
      if (value.length > longest || offered.has(value)) return []
      if (isoDate.test(value)) return value < lastYear ? [{ kind: 'birth date', where, value }] : []
      const facts = patientsIn({ field, text: value }, where)
      if (facts.length > 0 || value.trim().length < shortestAnswer) return facts
      return [{ kind: 'answer', where, value: value.trim() }]
    }),
  )
}
