import { z } from 'zod'
import { get, operations, post } from '../operation.ts'
import {
  changedLocation,
  location,
  locationSummary,
  newLocation,
  savedLocation,
} from './location.ts'

const base = '/service/api/developer/v1/locations'

/** Locations of the account whose credentials are used. */
export const locations = operations('developer.locations', 'Endpoints', {
  list: get(base, 'List active locations.', { answer: z.array(locationSummary) }),

  get: get(`${base}/{location_id}`, 'One location with address and branding.', {
    answer: location,
  }),

  /** Creates a location. */
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
