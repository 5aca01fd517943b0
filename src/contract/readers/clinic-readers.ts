import { sameId, type Id } from '../values.ts'
import { address as linkOf } from './address.ts'
import {
  isFields,
  pick,
  readFlag,
  readId,
  readInteger,
  readList,
  readText,
  unwrap,
  type Fields,
} from './fields.ts'
import { pageReader } from './lists.ts'
import { readerOf, type Reader } from './reading.ts'

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

/** Fields of a location that can be changed; undefined if the service does not give one. */
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

/** Reads a whole list; one of nothing but rows without an id cannot be read. */
const listReader = <T>(
  expected: string,
  rowIn: (row: Fields) => T | undefined,
): Reader<readonly T[]> => {
  const page = pageReader(expected, 'some', rowIn)
  return (answer) => {
    const read = page(answer)
    return read.ok ? { ok: true, value: read.value.items } : read
  }
}

/** The locations of the account. */
export const locationsReader = listReader('a list of locations', locationRow)

/** Reads the location that was asked for. */
export const clinicLocationReader = (asked: Id) =>
  readerOf('the location that was asked for', ({ body }): ReadClinicLocation | undefined => {
    const [fields] = unwrap(body, 'location').layers
    const row = fields && locationRow(fields)
    if (!row || !sameId(row.id, asked)) return undefined
    const text = (path: string) => readText(pick(fields, path))
    const state = pick(fields, 'address.stateProvince')
    return {
      ...row,
      phoneNumber: text('phoneNumber'),
      address1: text('address.address1'),
      address2: text('address.address2'),
      city: text('address.city'),
      postalCode: text('address.postalCode'),
      state: isFields(state) ? stateRow(state) : undefined,
      staffIds: readList(pick(fields, 'staffIds'))
        ?.flatMap((each) => readInteger(each) ?? [])
        .filter((id) => id > 0),
    }
  })

/** The states and provinces of addresses (assumption `state-province-list`). */
export const statesReader = listReader('a list of states and provinces', stateRow)

/** The template groups of the account, or of one practitioner. */
export const groupsReader = listReader('a list of template groups', groupRow)

/** Reads the template group that was asked for. */
export const clinicGroupReader = (asked: Id) =>
  readerOf('the template group that was asked for', (answer): ReadGroup | undefined => {
    const [fields] = unwrap(answer.body, 'formTemplateGroup').layers
    const row = fields && groupRow(fields)
    const listed = fields && readList(pick(fields, 'formTemplates'))
    if (!row || !listed || !sameId(row.id, asked)) return undefined
    return {
      ...row,
      templates: listed.filter(isFields).flatMap((each) => templateRow(each) ?? []),
      link: linkOf({ ...answer, body: fields }, 'staticLink'),
    }
  })

/** The form templates of the account. */
export const templateRowsReader = listReader('a list of form templates', templateRow)

function locationRow(row: Fields): ReadLocationRow | undefined {
  const id = readId(pick(row, 'id'))
  if (id === undefined) return undefined
  return { id, name: readText(pick(row, 'name')) ?? '', timeZone: readText(pick(row, 'timeZone')) }
}

function stateRow(row: Fields): ReadStateProvince | undefined {
  const id = readId(pick(row, 'id'))
  const name = readText(pick(row, 'name'))
  const shortName = readText(pick(row, 'shortName'))
  if (id === undefined || (name === undefined && shortName === undefined)) return undefined
  return { id, name: name ?? shortName ?? '', shortName: shortName ?? name ?? '' }
}

function groupRow(row: Fields): ReadGroupRow | undefined {
  const id = readId(pick(row, 'id'))
  if (id === undefined) return undefined
  return {
    id,
    name: readText(pick(row, 'name')) ?? '',
    isActive: readFlag(pick(row, 'active')) ?? true,
    locationId: readId(pick(row, 'locationId')),
    practitionerId: readId(pick(row, 'practitionerId')),
  }
}

function templateRow(row: Fields): ReadTemplateRow | undefined {
  const id = readId(pick(row, 'id'))
  if (id === undefined) return undefined
  return {
    id,
    name: readText(pick(row, 'name')) ?? '',
    version: readInteger(pick(row, 'version')),
    isActive: readFlag(pick(row, 'isActive')) ?? true,
    isStaffOnly: readFlag(pick(row, 'isStaffOnly')) ?? false,
  }
}
