import { mapOk } from '../../shared/result.ts'
import { sameId, type Id } from '../values.ts'
import { address as linkOf } from './address.ts'
import {
  find,
  isFields,
  readFlag,
  readId,
  readInteger,
  readList,
  readText,
  unwrap,
  type Fields,
} from './fields.ts'
import { readerOf, type Reader } from './reading.ts'
import { at, oneReader, recordOf, rowsReader, type Found, type Value } from './records.ts'

const name = at('name', readText, '')

/** A state or province, as an address names it; one name stands for the other where it is missing. */
function stateProvince(layers: readonly Fields[]) {
  const id = find(layers, 'id', readId)
  const whole = find(layers, 'name', readText)
  const short = find(layers, 'shortName', readText)
  if (id === undefined || (whole === undefined && short === undefined)) return undefined
  return { id, name: whole ?? short ?? '', shortName: short ?? whole ?? '' }
}
export type ReadStateProvince = Found<typeof stateProvince>

const row = { name, timeZone: at('timeZone', readText) }

/** A location as lists carry it. */
const locationRow = recordOf(row)
export type ReadLocationRow = Found<typeof locationRow>

/** A location with what can be changed of it; undefined if the service does not give one. */
const location = recordOf({
  ...row,
  phoneNumber: at('phoneNumber', readText),
  address1: at('address.address1', readText),
  address2: at('address.address2', readText),
  city: at('address.city', readText),
  postalCode: at('address.postalCode', readText),
  state: at('address.stateProvince', (value) =>
    isFields(value) ? stateProvince([value]) : undefined,
  ),
  staffIds: at('staffIds', (value): readonly number[] | undefined =>
    readList(value)
      ?.flatMap((each) => readInteger(each) ?? [])
      .filter((id) => id > 0),
  ),
})
export type ReadClinicLocation = Found<typeof location>

/** A form template as lists and groups carry it. */
export const templateRow = recordOf({
  name,
  version: at('version', readInteger),
  isActive: at('isActive', readFlag, true),
  isStaffOnly: at('isStaffOnly', readFlag, false),
})
export type ReadTemplateRow = Found<typeof templateRow>

/** A template group as lists carry it. */
export const groupRow = recordOf({
  name,
  isActive: at('active', readFlag, true),
  locationId: at('locationId', readId),
  practitionerId: at('practitionerId', readId),
})
export type ReadGroupRow = Found<typeof groupRow>

/** One template group with its templates and its public link. */
export interface ReadGroup extends ReadGroupRow {
  readonly templates: readonly ReadTemplateRow[]
  readonly link: string | undefined
}

/** Reads the templates of a group, in its order; undefined where it does not list them. */
export const templatesOf: Value<readonly ReadTemplateRow[] | undefined> = (layers) =>
  find(layers, 'formTemplates', readList)
    ?.filter(isFields)
    .flatMap((each) => templateRow([each]) ?? [])

/** Reads a whole list; one of nothing but rows without an id cannot be read. */
const listReader = <T>(expected: string, recordIn: Value<T | undefined>): Reader<readonly T[]> => {
  const page = rowsReader(expected, 'some', recordIn)
  return (answer) => mapOk(page(answer), ({ items }) => items)
}

/** The locations of the account. */
export const locationsReader = listReader('a list of locations', locationRow)

/** Reads the location that was asked for. */
export const clinicLocationReader = oneReader(
  'the location that was asked for',
  'location',
  location,
)

/** The states and provinces of addresses (assumption `state-province-list`). */
export const statesReader = listReader('a list of states and provinces', stateProvince)

/** The template groups of the account, or of one practitioner. */
export const groupsReader = listReader('a list of template groups', groupRow)

/** Reads the template group that was asked for. */
export const clinicGroupReader = (asked: Id) =>
  readerOf('the template group that was asked for', (answer): ReadGroup | undefined => {
    const { layers } = unwrap(answer.body, 'formTemplateGroup')
    const group = groupRow(layers)
    const templates = templatesOf(layers)
    if (!group || !templates || !sameId(group.id, asked)) return undefined
    return { ...group, templates, link: linkOf({ ...answer, body: layers[0] }, 'staticLink') }
  })

/** The form templates of the account. */
export const templateRowsReader = listReader('a list of form templates', templateRow)
