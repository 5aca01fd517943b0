import type { z } from 'zod'
import { contract } from '../../src/contract/index.ts'
import type { newLocation } from '../../src/contract/developer-v1.ts'
import { ok } from '../../src/shared/result.ts'
import { iso } from '../clock.ts'
import { regionAndCity } from '../../src/shared/time-zone.ts'
import { notFound, unprocessable } from '../http/refusal.ts'
import { listRoute, recordRoute, type Resource } from '../http/resource.ts'
import { route } from '../http/route.ts'
import { findStateProvince, stateProvinces } from '../seeds/state-provinces.ts'
import { takeId } from '../state/lookup.ts'
import type { Account, Location } from '../state/types.ts'

const { locations, stateProvinces: provinces } = contract.developer

const listedOn = '2024-01-01T00:00:00.000Z'
const unchanged = { createdOn: listedOn, lastUpdatedOn: listedOn }

function present(location: Location, account: Account) {
  const { id, phoneNumber, address, branding, createdOn, lastUpdatedOn } = location
  const { address1, address2, city, postalCode, stateProvince } = address
  const street = address2 ? `${address1}, ${address2}` : address1
  const mail = `hello@${branding.logoName.toLowerCase().replace(/[^a-z]/g, '')}.example.com`
  return {
    ...location,
    phoneNumber: phoneNumber ?? undefined,
    staffIds: [...location.staffIds],
    address: {
      id: id + 1000,
      ...address,
      fullAddress: `${street}, ${city}, ${stateProvince.shortName} ${postalCode}`,
      stateProvince: { ...stateProvince, ...unchanged },
      createdOn,
      lastUpdatedOn,
    },
    branding: {
      id: id + 2000,
      ...branding,
      isUsingCustomLogoImage: false,
      fromEmailAddress: mail,
      fromEmailName: account.name,
      replyToEmailAddress: mail,
      isLocationBrandingActive: true,
      logoStorageUrl: null,
      locationId: id,
      createdOn,
      lastUpdatedOn,
    },
  }
}

function readFields(body: z.output<typeof newLocation>) {
  const { name, timeZone, active, phoneNumber = null, staffIds, address } = body
  const found = findStateProvince(address.stateProvince.id)
  if (!found) return unprocessable('unknown_state_province', 'There is no such state or province.')
  if (regionAndCity(timeZone) === undefined)
    return unprocessable('unknown_time_zone', 'There is no such time zone.')
  const { latitude, longitude, ...stateProvince } = found
  const { address2 } = address
  const place = { ...address, address2, stateProvince, latitude, longitude }
  return ok({ name, timeZone, active, phoneNumber, staffIds, address: place })
}

const locationResource: Resource<Location> = {
  name: 'location',
  table: ({ locations: table }) => table,
  isListed: ({ active }) => active,
}

/** Locations of the account (an inactive one is hidden, but from the answer to the very change), and the states. */
export const locationRoutes = [
  listRoute(locations.list, locationResource),

  recordRoute(locations.get, locationResource, (location, { account }) =>
    location.active ? ok(present(location, account)) : notFound('location'),
  ),

  route(
    locations.create,
    ({ state, account, body, now }) => {
      const fields = readFields(body)
      if (!fields.ok) return fields
      const location: Location = {
        id: takeId(state, 'location'),
        accountId: account.id,
        ...fields.value,
        branding: {
          logoName: body.name,
          logoLetterColor: '#ffffff',
          logoCircleColor: '#1f5f7a',
        },
        createdOn: iso(now),
        lastUpdatedOn: iso(now),
      }
      state.locations.set(location.id, location)
      return ok(present(location, account))
    },
    ({ name }) => `${name} was created.`,
  ),

  recordRoute(
    locations.update,
    locationResource,
    (location, { account, body, now }) => {
      const fields = readFields(body)
      if (!fields.ok) return fields
      Object.assign(location, fields.value, { lastUpdatedOn: iso(now) })
      return ok(present(location, account))
    },
    ({ name }) => `${name} was updated.`,
  ),

  route(provinces.list, () => ok(stateProvinces.map((each) => ({ ...each, ...unchanged })))),
]
