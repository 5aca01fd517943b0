import { z } from 'zod'
import { id, timestamp } from '../values.ts'
import { stateProvince } from './state-provinces.ts'

const recorded = { createdOn: timestamp.nullish(), lastUpdatedOn: timestamp.nullish() }

/** A location as lists carry it. */
export const locationSummary = z.looseObject({
  id,
  name: z.string(),
  active: z.boolean().nullish(),
  /** Region and city; the deprecated style with a zone abbreviation may come too. */
  timeZone: z.string().nullish(),
  ...recorded,
})

/** What a location looks like to its patients. Colours are `#rrggbb`. */
export const branding = z.looseObject({
  id: id.nullish(),
  logoName: z.string().nullish(),
  logoLetterColor: z.string().nullish(),
  logoCircleColor: z.string().nullish(),
  isUsingCustomLogoImage: z.boolean().nullish(),
  fromEmailAddress: z.string().nullish(),
  fromEmailName: z.string().nullish(),
  replyToEmailAddress: z.string().nullish(),
  isLocationBrandingActive: z.boolean().nullish(),
  logoStorageUrl: z.string().nullish(),
  locationId: id.nullish(),
  ...recorded,
})

const address = z.looseObject({
  id: id.nullish(),
  address1: z.string().nullish(),
  address2: z.string().nullish(),
  city: z.string().nullish(),
  postalCode: z.string().nullish(),
  /** Composed by the service from the parts. */
  fullAddress: z.string().nullish(),
  latitude: z.number().nullish(),
  longitude: z.number().nullish(),
  stateProvince: stateProvince.nullish(),
  ...recorded,
})

/** One location with its address and branding. */
export const location = locationSummary.extend({
  /** Not used for SMS. */
  phoneNumber: z.string().nullish(),
  address: address.nullish(),
  branding: branding.nullish(),
})

/** A location that was created or updated: only then are its staff told. */
export const savedLocation = location.extend({ staffIds: z.array(z.int()).nullish() })

/** A new location. */
export const newLocation = z.strictObject({
  name: z.string().min(1),
  timeZone: z.string().min(1),
  active: z.boolean(),
  address: z.strictObject({
    address1: z.string(),
    address2: z.string().optional(),
    city: z.string(),
    postalCode: z.string(),
    stateProvince: z.strictObject({ id: z.int(), name: z.string(), shortName: z.string() }),
  }),
  phoneNumber: z.string().optional(),
  /** Who has access to the location. */
  staffIds: z.array(z.int()),
})

/** A location with everything that it is to have from now on. */
export const changedLocation = newLocation.extend({ id: z.int() })
