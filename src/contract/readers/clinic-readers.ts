import { find, isFields, readId, readInteger, readList, readText, type Fields } from './fields.ts'
import { at, listReader, oneReader, recordOf, type Found } from './records.ts'

/** A state or province, as an address names it; one name stands for the other where it is missing. */
function stateProvince(layers: readonly Fields[]) {
  const id = find(layers, 'id', readId)
  const whole = find(layers, 'name', readText)
  const short = find(layers, 'shortName', readText)
  if (id === undefined || (whole === undefined && short === undefined)) return undefined
  return { id, name: whole ?? short ?? '', shortName: short ?? whole ?? '' }
}
export type ReadStateProvince = Found<typeof stateProvince>

const row = { name: at('name', readText, ''), timeZone: at('timeZone', readText, null) }

const locationRow = recordOf(row)
export type ReadLocationRow = Found<typeof locationRow>

const location = recordOf({
  ...row,
  phoneNumber: at('phoneNumber', readText, null),
  address1: at('address.address1', readText, null),
  address2: at('address.address2', readText, null),
  city: at('address.city', readText, null),
  postalCode: at('address.postalCode', readText, null),
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

export const locationsReader = listReader('a list of locations', locationRow)

export const clinicLocationReader = oneReader(
  'the location that was asked for',
  'location',
  location,
)

/** The states and provinces of addresses (assumption `state-province-list`). */
export const statesReader = listReader('a list of states and provinces', stateProvince)
