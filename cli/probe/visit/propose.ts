import type { Operation } from '../../../src/contract/operation.ts'
import { isPaginated } from '../../../src/contract/operation.ts'
import { readDate } from '../../../src/contract/readers/dates.ts'
import { readState } from '../../../src/contract/readers/values.ts'
import { recordOf, type RecordName } from '../../../src/contract/wire/answer-fields.ts'
import { getAt, parsePath } from '../../../src/contract/wire/json-path.ts'
import { parseWireProfile, type WireProfile } from '../../../src/contract/wire-profile.ts'
import { sameId, type Id } from '../../../src/contract/values.ts'
import { isEntry } from '../../output/cells.ts'
import { onlyPlace, placesIn, recordPlace, sharedRoot, written, type Place } from './places.ts'

/** What is known beforehand of the record that an answer should hold. */
export interface Known {
  readonly patientId?: Id | undefined
  readonly packetId?: Id | undefined
}

type Test = (place: Place & { readonly name: string }) => boolean

const isId = (value: unknown) =>
  Number.isSafeInteger(value) || (typeof value === 'string' && /^\S{1,80}$/.test(value))
const isAddress = (value: unknown) => typeof value === 'string' && /^https?:\/\/\S+$/i.test(value)
const isLong = (value: unknown) => typeof value === 'string' && /^\S{12,}$/.test(value)
const isDateInNumbers = (value: unknown) =>
  typeof value === 'string' && /^\d{1,2}([-/.])\d{1,2}\1\d{4}(?!\d)/.test(value)
const isText = (value: unknown) => typeof value === 'string' && value !== ''

/** How the place of each field that a visit reads is told, by its name, its type and what is known of it. */
const tests = ({
  patientId,
  packetId,
}: Known): Partial<Record<RecordName, Readonly<Record<string, Test>>>> => ({
  proof: {
    id: ({ name, value }) =>
      isId(value) && /^(?!.*(token|secret|key)).*(^|[._])\w*(id|number|ref)$/.test(name),
    token: ({ name, value }) => isLong(value) && /token|secret|key|nonce|jwt|ticket/.test(name),
    methods: ({ value }) => Array.isArray(value) && value.every(isEntry),
  },
  verification: {
    result: ({ value }) =>
      readState(value, ['verified', 'incorrect', 'expired', 'locked', 'pending']) !== undefined,
  },
  match: { patientId: ({ name, value }) => isId(value) && /patient|person|member|id$/.test(name) },
  patient: {
    dateOfBirth: ({ name, value }) =>
      /^(?!.*(sex|gender|place|country|state)).*(birth|dob|born)/.test(name) &&
      (readDate(value) !== undefined || isDateInNumbers(value)),
  },
  packet: {
    id: ({ name, value }) =>
      isId(value) &&
      (packetId === undefined
        ? /^(?!.*(patient|location|form|template)).*(id|key|number|identifier\.value)$/.test(name)
        : sameId(value as Id, packetId)),
    status: ({ name, value }) =>
      /^(?!.*forms).*(stat|state|progress|phase)/.test(name) && isText(value) && isState(value),
    patientId: ({ name, value }) =>
      isId(value) &&
      /patient|person|subject|member/.test(name) &&
      (patientId === undefined || sameId(value as Id, patientId)),
  },
  address: { url: ({ value }) => isAddress(value) },
  group: { staticLink: ({ value }) => isAddress(value) },
})

const isState = (value: unknown) =>
  readState(value, ['completed', 'archived', 'started', 'notStarted']) !== undefined

/**
 * Profiles by which an answer that a visit could not read may be readable, the likeliest first: fields found elsewhere,
 * dates that begin with their day. What stands in the profile already stays.
 */
export function proposalsFor(
  profile: WireProfile,
  operation: Operation,
  body: unknown,
  known: Known,
): WireProfile[] {
  const record = recordOf(operation)
  const fieldsIn = (inner: unknown) =>
    record && inner !== undefined ? fieldsOf(record.name, inner, known) : {}
  if (isPaginated(operation)) {
    const list = listFields(body)
    return variants(profile, { fields: { ...list?.fields, ...fieldsIn(list?.row) } })
  }
  const own = parsePath(profile.read.root) ?? []
  if (operation.interface !== 'partner')
    return variants(profile, { fields: fieldsIn(getAt(body, own)) })
  // One root holds for every operation: what an answer before this one was read by goes first.
  const whole = recordPlace(body)
  const roots = own.length > 0 ? [own, sharedRoot(whole), whole] : [sharedRoot(whole), whole, own]
  const candidates = [...new Map(roots.map((root) => [written(root), root])).values()]
  return candidates.flatMap((root) =>
    variants(profile, { root: written(root), fields: fieldsIn(getAt(body, root)) }),
  )
}

/** The profile with these places, and the same with the other order of dates. */
function variants(
  profile: WireProfile,
  { root, fields }: { readonly root?: string; readonly fields: Record<string, string> },
): WireProfile[] {
  const read = {
    ...(root !== undefined && { root }),
    fields: { ...profile.read.fields, ...fields },
  }
  return [
    extend(profile, read) ?? profile,
    extend(profile, { ...read, dateOrder: 'dayFirst' }) ?? profile,
  ].filter((each) => each !== profile)
}

function fieldsOf(name: RecordName, record: unknown, known: Known): Record<string, string> {
  const places = placesIn(record)
  return Object.fromEntries(
    Object.entries(tests(known)[name] ?? {}).flatMap(([field, fits]) => {
      const place = onlyPlace(places, fits)
      return place && written(place.path) !== field
        ? [[`${name}.${field}`, written(place.path)] as const]
        : []
    }),
  )
}

/** Where the rows of a list stand, its cursor, and the first row. */
function listFields(body: unknown): { fields: Record<string, string>; row: unknown } | undefined {
  const places = placesIn(body)
  const lists = places.filter(({ value }) => Array.isArray(value) && value.every(isEntry))
  const [rows] = lists.toSorted((a, b) => a.path.length - b.path.length)
  if (!rows) return undefined
  const cursor = onlyPlace(
    places.filter(({ path }) => !path.includes(0)),
    ({ name, value }) => isText(value) && /cursor|next|after|token/.test(name),
  )
  const items = written(rows.path)
  return {
    fields: {
      ...(items !== 'items' && { 'list.items': items }),
      ...(cursor &&
        written(cursor.path) !== 'nextCursor' && { 'list.nextCursor': written(cursor.path) }),
    },
    row: (rows.value as unknown[])[0],
  }
}

/** The profile with more of `read`; undefined where that contradicts itself. */
function extend(profile: WireProfile, read: Partial<WireProfile['read']>): WireProfile | undefined {
  const parsed = parseWireProfile({ ...profile, read: { ...profile.read, ...read } })
  return parsed.ok ? parsed.value : undefined
}
