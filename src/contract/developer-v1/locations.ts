import { z } from 'zod'
import { lenient, optional } from '../mark.ts'
import { get, operations, post } from '../operation.ts'
import { colour, integerId, link, utcTimestamp } from '../values.ts'
import { stateProvince } from './state-provinces.ts'

const recorded = { createdOn: lenient(utcTimestamp), lastUpdatedOn: lenient(utcTimestamp) }

/** A location as lists carry it. */
const locationSummary = z
  .looseObject({
    id: integerId,
    name: z.string(),
    active: lenient(z.boolean()),
    timeZone: lenient(z.string()).describe(
      'Region and city; the deprecated style with a zone abbreviation may come too.',
    ),
    ...recorded,
  })
  .meta({ id: 'LocationSummary' })

/** Look of a location as its patients see it. */
const branding = z
  .looseObject({
    id: lenient(integerId),
    logoName: lenient(z.string()),
    logoLetterColor: lenient(colour),
    logoCircleColor: lenient(colour),
    isUsingCustomLogoImage: lenient(z.boolean()),
    fromEmailAddress: lenient(z.string()),
    fromEmailName: lenient(z.string()),
    replyToEmailAddress: lenient(z.string()),
    isLocationBrandingActive: lenient(z.boolean()),
    logoStorageUrl: lenient(link.nullable()),
    locationId: lenient(integerId.nullable()),
    ...recorded,
  })
  .meta({ id: 'Branding' })

const address = z
  .looseObject({
    id: lenient(integerId),
    address1: lenient(z.string()),
    address2: optional(z.string()),
    city: lenient(z.string()),
    postalCode: lenient(z.string()),
    fullAddress: lenient(z.string()).describe('Composed by the service from the parts.'),
    latitude: lenient(z.number()),
    longitude: lenient(z.number()),
    stateProvince: lenient(stateProvince),
    ...recorded,
  })
  .meta({ id: 'LocationAddress' })

/** One location with its address and branding. */
const location = locationSummary
  .extend({
    phoneNumber: optional(z.string()).describe('Not used for SMS.'),
    address: lenient(address),
    branding: lenient(branding),
  })
  .meta({ id: 'Location' })

/** Location that was created or updated: only then does the service list its staff. */
const savedLocation = location
  .extend({ staffIds: lenient(z.array(z.int())) })
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
    name: z.string(),
    timeZone: z.string(),
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
const changedLocation = newLocation
  .extend({ id: z.int() })
  .meta({ id: 'ChangedLocation', examples: [{ id: 301, ...exampleLocation }] })

const base = '/service/api/developer/v1/locations'

/** Locations of the account whose credentials are used. */
export const locations = operations('developer.locations', 'Endpoints', {
  list: get(base, 'List active locations.', { answer: z.array(locationSummary) }),

  get: get(`${base}/{location_id}`, 'One location with address and branding.', {
    answer: location,
  }),

  create: post(`${base}/create`, 'Create a location.', {
    body: newLocation,
    answer: savedLocation,
    assumes: ['location-time-zone'],
  }),

  /** Replaces a location's data; `active` hides it from every answer, or brings it back. */
  update: post(`${base}/update`, 'Update a location; an inactive one is hidden from answers.', {
    body: changedLocation,
    answer: savedLocation,
    assumes: ['location-update', 'location-time-zone', 'inactive-location-access'],
  }),
})
