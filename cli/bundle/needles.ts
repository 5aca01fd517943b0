import type { Connection } from '../../src/main/vault/store/database.ts'
import { isFields } from '../../src/contract/readers/fields.ts'
import { parseJson } from '../../src/main/base/parse-json.ts'
import type { StationOnDisk } from '../doctor/read-station.ts'

/** Text that no bundle may hold; `where` names the place that it was found in, never what it is. */
export interface Needle {
  readonly kind: 'secret' | 'name' | 'phone number' | 'e-mail address' | 'birth date' | 'answer'
  readonly where: string
  readonly value: string
}

interface Leaf {
  readonly field: string
  readonly text: string
}

function leavesOf(value: unknown, field = ''): Leaf[] {
  if (typeof value === 'string') return [{ field, text: value }]
  if (Array.isArray(value)) return value.flatMap((each) => leavesOf(each, field))
  if (!isFields(value)) return []
  const entries = Object.entries(value)
  // Forms and kiosks have a name, too.
  const isPerson = entries.some(([name, each]) => birthField.test(name) && each)
  return entries.flatMap(([name, each]) =>
    leavesOf(each, name === 'name' && !isPerson ? 'title' : name),
  )
}

/** Appointments are kept as hashes, and messages between stations name nobody. */
const ofPatients = { captures: 'about', outbox: 'row', arrivals: 'row' } as const

const ofSecrets = {
  security_settings: ['key', 'value'],
  bus_pairing: ['name', 'value'],
  members: ['id', 'row'],
} as const
const plainSecret = /^wireSecret\.|password/i

const secretField = /secret|key$|password|token|hash|salt|verifier/i
const nameField = /^(first|last|middle|preferred|given|family|full|patient)?-?name$/i
const birthField = /birth|^dob$/i
const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const phone = /^\+?\d[\d\s().-]{6,}$/
const isoDate = /^\d{4}-\d{2}-\d{2}$/
/** Longer texts are pictures and files; they would be found by nothing shorter. */
const longest = 200
/** Letters of a secret, or of an answer. */
const shortest = 4

function rowsOf(connection: Connection, table: string, column: string): string[] {
  const found = connection.prepare<[], string | null>(`SELECT ${column} FROM ${table}`).pluck()
  return found.all().filter((each) => each !== null)
}

/** Lists what the vault of a station and this command's environment hold that must not leave the machine. */
export function findNeedles({ given, vault }: StationOnDisk): Needle[] {
  const needles = Object.entries(given).flatMap(([name, text]) => secretsIn(text, name, true))
  if (!vault?.ok) return needles
  const { connection, keys } = vault.value
  const addSecret = (where: string, value: string) => needles.push({ kind: 'secret', where, value })
  for (const [name, key] of Object.entries<Buffer>({ ...keys }))
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      addSecret(`key of the vault (${name})`, key.toString(encoding))
  for (const column of ['client_id', 'client_secret'])
    for (const value of rowsOf(connection, 'credentials', column))
      addSecret('vault, credentials', value)
  for (const [table, [name, column]] of Object.entries(ofSecrets))
    for (const row of connection
      .prepare<[], Leaf>(`SELECT ${name} AS field, ${column} AS text FROM ${table}`)
      .all())
      needles.push(...secretsIn(row.text, `vault, ${table}`, plainSecret.test(row.field)))
  for (const [table, column] of Object.entries(ofPatients))
    for (const text of rowsOf(connection, table, column))
      needles.push(
        ...leavesOf(parseJson(text)).flatMap((leaf) => patientsIn(leaf, `vault, ${table}`)),
      )
  return [...needles, ...answersIn(connection)]
}

/** Secrets in JSON, by their fields; `isWhole`: all of it is secret, line by line (a PEM key). */
function secretsIn(text: string, where: string, isWhole = false): Needle[] {
  const json = parseJson(text)
  const texts =
    isFields(json) || Array.isArray(json)
      ? leavesOf(json).flatMap((leaf) => (isWhole || secretField.test(leaf.field) ? leaf.text : []))
      : isWhole
        ? text.split('\n')
        : []
  return texts
    .filter((value) => value.length >= shortest && !value.startsWith('-----'))
    .map((value) => ({ kind: 'secret', where, value }))
}

function patientsIn({ field, text }: Leaf, where: string): Needle[] {
  const value = text.trim()
  if (value === '' || value.length > longest) return []
  if (email.test(value)) return [{ kind: 'e-mail address', where, value }]
  if (birthField.test(field)) return [{ kind: 'birth date', where, value }]
  if (isoDate.test(value)) return []
  if (phone.test(value)) return [{ kind: 'phone number', where, value }]
  if (!nameField.test(field) || /\d/.test(value)) return []
  return value
    .split(/\s+/)
    .flatMap((word) => (word.length > 1 ? [{ kind: 'name', where, value: word }] : []))
}

/** Lists texts that patients typed into forms; a choice that a form offers tells nobody from others. */
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
      if (facts.length > 0 || value.trim().length < shortest) return facts
      return [{ kind: 'answer', where, value: value.trim() }]
    }),
  )
}
