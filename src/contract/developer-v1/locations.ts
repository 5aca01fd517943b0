import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { id } from '../values.ts'

const base = '/service/api/developer/v1/locations'
const section = 'Endpoints'

/** A location as lists carry it. */
export const locationSummary = z.looseObject({
  id,
  name: z.string(),
  active: z.boolean().nullish(),
  timeZone: z.string().nullish(),
})

/** What a location looks like to its patients. Colours are `#rrggbb`. */
export const branding = z.looseObject({
  logoName: z.string().nullish(),
  logoLetterColor: z.string().nullish(),
  logoCircleColor: z.string().nullish(),
  isLocationBrandingActive: z.boolean().nullish(),
})

/** One location with its address and branding. */
export const location = locationSummary.extend({
  phoneNumber: z.string().nullish(),
  address: z.looseObject({ fullAddress: z.string().nullish() }).nullish(),
  branding: branding.nullish(),
})

/** Locations of the account whose credentials are used. */
export const locations = {
  /** Every active location. */
  list: defineOperation({
    id: 'developer.locations.list',
    interface: 'developer',
    method: 'GET',
    path: base,
    section,
    summary: 'List active locations.',
    answer: z.array(locationSummary),
    status: 200,
    assumes: ['developer-unauthorized'],
  }),

  /** One active location. */
  get: defineOperation({
    id: 'developer.locations.get',
    interface: 'developer',
    method: 'GET',
    path: `${base}/{location_id}`,
    section,
    summary: 'One location with address and branding.',
    params: z.strictObject({ location_id: id }),
    answer: location,
    status: 200,
    assumes: ['developer-unauthorized'],
  }),
}
