import { z } from 'zod'
import { id, timestamp } from '../values.ts'
import { stateProvince } from './state-provinces.ts'

const recorded = { createdOn: timestamp.nullish(), lastUpdatedOn: timestamp.nullish() }

/** A location as lists carry it. */
export const locationSummary = z
  .looseObject({
    id,
    name: z.string(),
    active: z.boolean().nullish(),
    timeZone: z
      .string()
      .nullish()
      .describe('Region and city; the deprecated style with a zone abbreviation may come too.'),
    ...recorded,
  })
  .meta({ id: 'LocationSummary' })

/** What a location looks like to its patients. Colours are `#rrggbb`. */
export const branding = z
  .looseObject({
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
  .meta({ id: 'Branding' })

const address = z
  .looseObject({
    id: id.nullish(),
    address1: z.string().nullish(),
    address2: z.string().nullish(),
    city: z.string().nullish(),
    postalCode: z.string().nullish(),
    fullAddress: z.string().nullish().describe('Composed by the service from the parts.'),
    latitude: z.number().nullish(),
    longitude: z.number().nullish(),
    stateProvince: stateProvince.nullish(),
    ...recorded,
  })
  .meta({ id: 'LocationAddress' })

/** One location with its address and branding. */
export const location = locationSummary
  .extend({
    phoneNumber: z.string().nullish().describe('Not used for SMS.'),
    address: address.nullish(),
    branding: branding.nullish(),
  })
  .meta({ id: 'Location' })

/** A location that was created or updated: only then are its staff told. */
export const savedLocation = location
  .extend({ staffIds: z.array(z.int()).nullish() })
  .meta({ id: 'SavedLocation' })

const exampleLocation = {
  name: 'Hillside Clinic',
  timeZone: 'America/Denver',
  active: true,
  address: {
    address1: '9 Ridge Road',
    city: 'Boulder',
    postalCode: '80301',
    stateProvince: { id: 6, name: 'Colorado', shortName: 'CO' },
  },
  staffIds: [11, 12],
}

/** A new location. */
export const newLocation = z
  .strictObject({
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
    staffIds: z.array(z.int()).describe('Who has access to the location.'),
  })
  .meta({ id: 'NewLocation', examples: [exampleLocation] })

/** A location with everything that it is to have from now on. */
export const changedLocation = newLocation
  .extend({ id: z.int() })
  .meta({ id: 'ChangedLocation', examples: [{ id: 301, ...exampleLocation }] })
