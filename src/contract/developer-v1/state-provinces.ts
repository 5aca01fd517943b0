import { z } from 'zod'
import { assumed, lenient } from '../mark.ts'
import { get, operations } from '../operation.ts'
import { integerId, utcTimestamp } from '../values.ts'

/** A state or province, as addresses of locations name it. */
export const stateProvince = z
  .looseObject({
    id: integerId,
    name: lenient(z.string()),
    shortName: lenient(z.string()),
    createdOn: lenient(utcTimestamp),
    lastUpdatedOn: lenient(utcTimestamp),
  })
  .meta({ id: 'StateProvince' })

/** States and provinces that an address can lie in. */
export const stateProvinces = operations('developer.stateProvinces', 'Endpoints', {
  list: get(
    '/service/api/developer/v1/state_provinces',
    'List states and provinces, to look up the id for an address.',
    { answer: assumed(z.array(stateProvince), 'state-province-list') },
  ),
})
