import { sameId, type Id } from '../values.ts'
import { readMoment } from './dates.ts'
import { find, unwrap } from './layers.ts'
import { readPage } from './lists.ts'
import { readerOf } from './reading.ts'
import { isFields, pick, type Fields } from './record.ts'
import { readFlag, readId, readPatientId, readState, readText } from './values.ts'
import { names, recordFields } from './vocabulary.ts'

/** How an appointment stands. A word that nobody knows counts as one that is to come: `open`. */
export type AppointmentState = 'open' | 'arrived' | 'completed' | 'cancelled'

/** What an arrival needs of an appointment; undefined where the service does not say it. */
export interface ReadVisit {
  readonly id: Id
  readonly patientId: Id | undefined
  readonly locationId: Id | undefined
  /** ms since 1970. */
  readonly startsAt: number
  readonly state: AppointmentState
  readonly practitionerId: Id | undefined
  readonly practitioner: string | undefined
  readonly typeId: Id | undefined
  readonly type: string | undefined
  readonly isTelehealth: boolean | undefined
  readonly place: string | undefined
}

/** What an arrival needs of a type of appointments. */
export interface ReadVisitType {
  readonly id: Id
  readonly name: string | undefined
  readonly isTelehealth: boolean | undefined
}

/** A page of appointments. A row without an id or a time is none; a page of such rows alone cannot be read. */
export const visitsReader = readerOf(
  'a list of appointments with ids and times',
  ({ status, body, headers }) => {
    if (status === 204) return { items: [], nextCursor: null }
    const page = readPage(body, headers)
    const items = page?.items.filter(isFields).flatMap((row) => visitIn([row])) ?? []
    if (!page || (items.length === 0 && page.items.length > 0)) return undefined
    return { ...page, items }
  },
)

/** The appointment that was asked for. */
export const visitReader = (asked: Id) =>
  readerOf('the appointment that was asked for', ({ body }): ReadVisit | undefined => {
    const [visit] = visitIn(unwrap(body, recordFields.appointment).layers)
    return visit && sameId(visit.id, asked) ? visit : undefined
  })

/** How an appointment stands after it was changed; null where the answer does not say it of this one. */
export const changedStateReader = (asked: Id) =>
  readerOf('an appointment that was changed', ({ body }): AppointmentState | null => {
    const { layers } = unwrap(body, recordFields.appointment)
    const id = find(layers, names.id, readId)
    const isOther = id !== undefined && !sameId(id, asked)
    return isOther ? null : (stateOf(layers) ?? null)
  })

/** A page of types of appointments. */
export const visitTypesReader = readerOf('a list of appointment types', ({ body, headers }) => {
  const page = readPage(body, headers)
  return page && { ...page, items: page.items.filter(isFields).flatMap(typeIn) }
})

/** The name of a patient; null where the record has none. */
export const patientNameReader = readerOf('a patient', ({ body }): string | null | undefined => {
  const { layers } = unwrap(body, recordFields.patient)
  if (layers.length === 0) return undefined
  const parts = [names.firstName, names.lastName].map((part) => find(layers, part, readText))
  const joined = parts.filter((part) => part !== undefined).join(' ')
  return joined || (find(layers, names.personName, readText) ?? null)
})

function visitIn(layers: readonly Fields[]): ReadVisit[] {
  const id = find(layers, names.id, readId)
  const startsAt = find(layers, names.startsAt, readMoment)
  if (id === undefined || startsAt === undefined) return []
  return [
    {
      ...{ id, startsAt, state: stateOf(layers) ?? 'open' },
      patientId: find(layers, names.patientId, readPatientId),
      locationId: find(layers, names.locationId, readId),
      practitionerId: find(layers, names.practitionerId, readId),
      practitioner: find(layers, names.practitionerName, readName),
      typeId: find(layers, names.appointmentTypeId, readId),
      type: find(layers, names.appointmentTypeName, readTitle),
      isTelehealth: find(layers, names.isTelehealth, readFlag),
      place: find(layers, names.locationName, readTitle),
    },
  ]
}

/** What a person is called: in a field without `Name` in its own name an id may stand. */
function readName(value: unknown): string | undefined {
  const text = readText(value)
  return text !== undefined && /\p{L}/u.test(text) && !/\d/.test(text) ? text : undefined
}

/** What a thing is called: words, and no id such as `type_12`. */
function readTitle(value: unknown): string | undefined {
  const text = readText(value)
  const isTitle = text !== undefined && /\p{L}/u.test(text) && (/\s/.test(text) || !/\d/.test(text))
  return isTitle ? text : undefined
}

/** Undefined where nothing is said. */
function stateOf(layers: readonly Fields[]): AppointmentState | undefined {
  return find(layers, names.appointmentState, (value) => {
    if (readText(value) === undefined && !isFields(value)) return undefined
    const state = readState(value, ['arrived', 'completed', 'archived'])
    return state === 'archived' ? 'cancelled' : (state ?? 'open')
  })
}

function typeIn(row: Fields): ReadVisitType[] {
  const id = readId(pick(row, names.id))
  if (id === undefined) return []
  return [
    {
      id,
      name: find([row], ['name', 'title', 'label'], readText),
      isTelehealth: find([row], ['isTelehealth', 'telehealth', 'isVirtual', 'virtual'], readFlag),
    },
  ]
}
