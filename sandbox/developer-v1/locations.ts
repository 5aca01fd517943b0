import type { z } from 'zod'
import { contract } from '../../src/contract/index.ts'
import type { newLocation } from '../../src/contract/developer-v1/location.ts'
import { ok } from '../../src/shared/result.ts'
import type { Result } from '../../src/shared/result.ts'
import { iso } from '../clock.ts'
import { notFound, unprocessable } from '../http/refusal.ts'
import type { Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { optional } from '../optional.ts'
import { middleOf, stateProvinces } from '../seeds/state-provinces.ts'
import { inAccount, ofAccount, takeId } from '../state/lookup.ts'
import type { Account, Location } from '../state/types.ts'
import { regionAndCity } from '../time-zone.ts'
import { since } from './state-provinces.ts'

const { locations } = contract.developer

function presentSummary({ id, name, active, timeZone, createdOn, lastUpdatedOn }: Location) {
  return { id, name, active, timeZone, createdOn, lastUpdatedOn }
}

function present(location: Location, account: Account) {
  const { id, address, branding, createdOn, lastUpdatedOn } = location
  const { address1, address2, city, postalCode, stateProvince } = address
  const street = address2 ? `${address1}, ${address2}` : address1
  const mail = `hello@${branding.logoName.toLowerCase().replace(/[^a-z]/g, '')}.example.com`
  return {
    ...presentSummary(location),
    ...optional({ phoneNumber: location.phoneNumber }),
    address: {
      id: id + 1000,
      ...address,
      fullAddress: `${street}, ${city}, ${stateProvince.shortName} ${postalCode}`,
      stateProvince: { ...stateProvince, ...since },
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

function presentSaved(location: Location, account: Account) {
  return { ...present(location, account), staffIds: [...location.staffIds] }
}

/** What a body says of a location; its time zone and its state must be known. */
function readFields(
  body: z.output<typeof newLocation>,
): Result<
  Pick<Location, 'name' | 'timeZone' | 'active' | 'phoneNumber' | 'staffIds' | 'address'>,
  Refusal
> {
  const { name, timeZone, active, phoneNumber, staffIds, address } = body
  const stateProvince = stateProvinces.find(({ id }) => id === address.stateProvince.id)
  const middle = middleOf(address.stateProvince.id)
  if (!stateProvince || !middle) {
    return unprocessable('unknown_state_province', 'There is no such state or province.')
  }
  if (regionAndCity(timeZone) === undefined) {
    return unprocessable('unknown_time_zone', 'There is no such time zone.')
  }
  return ok({
    name,
    timeZone,
    active,
    phoneNumber: phoneNumber ?? null,
    staffIds,
    address: { ...address, stateProvince, ...middle },
  })
}

/** Locations of the account; an inactive one is hidden, but from the answer to the very change. */
export const locationRoutes = [
  route(locations.list, ({ state, account }) =>
    ok(
      ofAccount(state.locations, account.id)
        .filter(({ active }) => active)
        .map(presentSummary),
    ),
  ),

  route(locations.get, ({ state, account, params }) => {
    const location = inAccount(state.locations, account.id, params.location_id)
    return location?.active ? ok(present(location, account)) : notFound('location')
  }),

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
      return ok(presentSaved(location, account))
    },
    ({ name }) => `${name} was created.`,
  ),

  route(
    locations.update,
    ({ state, account, body, now }) => {
      const location = inAccount(state.locations, account.id, body.id)
      if (!location) return notFound('location')
      const fields = readFields(body)
      if (!fields.ok) return fields
      Object.assign(location, fields.value, { lastUpdatedOn: iso(now) })
      return ok(presentSaved(location, account))
    },
    ({ name }) => `${name} was updated.`,
  ),
]
