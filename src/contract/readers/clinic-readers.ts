import { sameId, type Id } from '../values.ts'
import { address as linkOf } from './address.ts'
import { find, unwrap } from './layers.ts'
import { readPage } from './lists.ts'
import { readerOf } from './reading.ts'
import { isFields, pick, type Fields } from './record.ts'
import { readFlag, readId, readText } from './values.ts'
import { names, recordFields } from './vocabulary.ts'

/** A state or province, as an address names it. */
export interface ReadStateProvince {
  readonly id: Id
  readonly name: string
  readonly shortName: string
}

/** A location as lists carry it. */
export interface ReadLocationRow {
  readonly id: Id
  readonly name: string
  readonly timeZone: string | undefined
}

/** What can be changed of a location; undefined where the service does not say it. */
export interface ReadClinicLocation extends ReadLocationRow {
  readonly phoneNumber: string | undefined
  readonly address1: string | undefined
  readonly address2: string | undefined
  readonly city: string | undefined
  readonly postalCode: string | undefined
  readonly state: ReadStateProvince | undefined
  readonly staffIds: readonly number[] | undefined
}

/** A form template as lists and groups carry it. */
export interface ReadTemplateRow {
  readonly id: Id
  readonly name: string
  readonly isActive: boolean
  readonly isStaffOnly: boolean
  readonly version: number | undefined
}

/** A template group as lists carry it. */
export interface ReadGroupRow {
  readonly id: Id
  readonly name: string
  readonly isActive: boolean
  readonly locationId: Id | undefined
  readonly practitionerId: Id | undefined
}

/** One template group with its templates and its public link. */
export interface ReadGroup extends ReadGroupRow {
  readonly templates: readonly ReadTemplateRow[]
  readonly link: string | undefined
}

const named = ['name', 'title', 'displayName', 'label']

/** A list of rows: a row without an id is none, and a list of such rows alone cannot be read. */
const listOf = <T>(expected: string, rowIn: (row: Fields) => T | undefined) =>
  readerOf(expected, ({ status, body, headers }): readonly T[] | undefined => {
    if (status === 204) return []
    const page = readPage(body, headers)
    const rows = page?.items.filter(isFields).flatMap((row) => rowIn(row) ?? [])
    return !rows || (rows.length === 0 && page && page.items.length > 0) ? undefined : rows
  })

/** The locations of the account. */
export const locationsReader = listOf('a list of locations', locationRow)

/** The location that was asked for. */
export const clinicLocationReader = (asked: Id) =>
  readerOf('the location that was asked for', ({ body }): ReadClinicLocation | undefined => {
    const fields = unwrap(body, recordFields.location).layers[0]
    const row = fields && locationRow(fields)
    if (!fields || !row || !sameId(row.id, asked)) return undefined
    const address = pick(fields, ['address'])
    const text = (...at: string[]) => (isFields(address) ? readText(pick(address, at)) : undefined)
    const state = isFields(address) ? pick(address, ['stateProvince', 'state', 'province']) : null
    const staff = pick(fields, ['staffIds', 'staff'])
    return {
      ...row,
      phoneNumber: readText(pick(fields, ['phoneNumber', 'phone'])),
      address1: text('address1', 'line1', 'street'),
      address2: text('address2', 'line2'),
      city: text('city', 'town'),
      postalCode: text('postalCode', 'zip', 'zipCode', 'postcode'),
      state: isFields(state) ? stateRow(state) : undefined,
      staffIds: Array.isArray(staff)
        ? staff.flatMap((each) => numberOf(readId(each))).filter((id) => id > 0)
        : undefined,
    }
  })

/** The states and provinces of addresses (assumption `state-province-list`). */
export const statesReader = listOf('a list of states and provinces', stateRow)

/** The template groups of the account, or of one practitioner. */
export const groupsReader = listOf('a list of template groups', groupRow)

/** The template group that was asked for. */
export const clinicGroupReader = (asked: Id) =>
  readerOf('the template group that was asked for', (answer): ReadGroup | undefined => {
    const fields = unwrap(answer.body, recordFields.group).layers[0]
    const row = fields && groupRow(fields)
    if (!fields || !row || !sameId(row.id, asked)) return undefined
    const listed = pick(fields, ['formTemplates', 'templates', 'forms'])
    if (!Array.isArray(listed)) return undefined
    return {
      ...row,
      templates: listed.filter(isFields).flatMap((each) => templateRow(each) ?? []),
      link: linkOf({ ...answer, body: fields }, names.staticLink),
    }
  })

/** The form templates of the account. */
export const templateRowsReader = listOf('a list of form templates', templateRow)

function locationRow(row: Fields): ReadLocationRow | undefined {
  const id = readId(pick(row, ['id', 'locationId']))
  if (id === undefined) return undefined
  const timeZone = readText(pick(row, ['timeZone', 'timezone', 'tz']))
  return { id, name: readText(pick(row, named)) ?? '', timeZone }
}

function stateRow(row: Fields): ReadStateProvince | undefined {
  const id = readId(pick(row, ['id', 'stateProvinceId']))
  const name = readText(pick(row, named))
  const shortName = readText(pick(row, ['shortName', 'code', 'abbreviation']))
  if (id === undefined || (name === undefined && shortName === undefined)) return undefined
  return { id, name: name ?? shortName ?? '', shortName: shortName ?? name ?? '' }
}

function groupRow(row: Fields): ReadGroupRow | undefined {
  const id = readId(pick(row, ['id', 'formTemplateGroupId', 'groupId']))
  if (id === undefined) return undefined
  return {
    ...{ id, name: readText(pick(row, named)) ?? '' },
    isActive: find([row], names.isActive, readFlag) ?? true,
    locationId: readId(pick(row, names.locationId)),
    practitionerId: readId(pick(row, names.practitionerId)),
  }
}

function templateRow(row: Fields): ReadTemplateRow | undefined {
  const id = readId(pick(row, ['id', 'formTemplateId']))
  if (id === undefined) return undefined
  const [version] = numberOf(readId(pick(row, ['version', 'versionNumber'])))
  return {
    ...{ id, name: readText(pick(row, named)) ?? '', version },
    isActive: find([row], names.isActive, readFlag) ?? true,
    isStaffOnly: find([row], ['isStaffOnly', 'staffOnly'], readFlag) ?? false,
  }
}

/** An id as the whole number that the developer document states; none where it is no such number. */
function numberOf(id: Id | undefined): readonly number[] {
  const number = Number(id)
  return id !== undefined && Number.isSafeInteger(number) ? [number] : []
}
