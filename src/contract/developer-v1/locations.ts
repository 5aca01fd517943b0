import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { integerId } from '../values.ts'
import {
  changedLocation,
  location,
  locationSummary,
  newLocation,
  savedLocation,
} from './location.ts'

const base = '/service/api/developer/v1/locations'
const section = 'Endpoints'

/** Locations of the account whose credentials are used. */
export const locations = {
  /** Every active location. Developer API v1, “Endpoints”. */
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

  /** One active location. Developer API v1, “Endpoints”. */
  get: defineOperation({
    id: 'developer.locations.get',
    interface: 'developer',
    method: 'GET',
    path: `${base}/{location_id}`,
    section,
    summary: 'One location with address and branding.',
    params: z.strictObject({ location_id: integerId }),
    answer: location,
    status: 200,
    assumes: ['developer-unauthorized'],
  }),

  /** Creates a location. Developer API v1, “Endpoints”. */
  create: defineOperation({
    id: 'developer.locations.create',
    interface: 'developer',
    method: 'POST',
    path: `${base}/create`,
    section,
    summary: 'Create a location.',
    body: newLocation,
    answer: savedLocation,
    status: 200,
    assumes: ['developer-unauthorized', 'location-time-zone'],
  }),

  /**
   * Replaces a location's data; `active` hides it from every answer, or brings it back.
   * Developer API v1, “Endpoints”.
   */
  update: defineOperation({
    id: 'developer.locations.update',
    interface: 'developer',
    method: 'POST',
    path: `${base}/update`,
    section,
    summary: 'Update a location; an inactive one is hidden from answers.',
    body: changedLocation,
    answer: savedLocation,
    status: 200,
    assumes: [
      'developer-unauthorized',
      'location-update',
      'location-time-zone',
      'inactive-location-access',
    ],
  }),
}
