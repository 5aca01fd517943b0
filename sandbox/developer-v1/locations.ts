import { contract } from '../../src/contract/index.ts'
import { ok } from '../../src/shared/result.ts'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { inAccount, ofAccount } from '../state/lookup.ts'
import type { Account, Location } from '../state/types.ts'

/** When the account was set up; locations do not change but by `update`. */
const since = { createdOn: '2024-01-08T09:00:00.000Z', lastUpdatedOn: '2024-01-08T09:00:00.000Z' }

function presentSummary({ id, name, active, timeZone }: Location) {
  return { id, name, active, timeZone, ...since }
}

function present(location: Location, account: Account) {
  const { id, address, branding } = location
  const { address1, city, postalCode, stateProvince } = address
  const mail = `hello@${branding.logoName.toLowerCase().replace(/[^a-z]/g, '')}.example.com`
  return {
    ...presentSummary(location),
    phoneNumber: location.phoneNumber,
    address: {
      id: id + 1000,
      ...address,
      address2: '',
      fullAddress: `${address1}, ${city}, ${stateProvince.shortName} ${postalCode}`,
      stateProvince: { ...stateProvince, ...since },
      ...since,
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
      ...since,
    },
  }
}

/** Locations of the account; an inactive one is hidden. */
export const locationRoutes = [
  route(contract.developer.locations.list, ({ state, account }) =>
    ok(
      ofAccount(state.locations, account.id)
        .filter(({ active }) => active)
        .map(presentSummary),
    ),
  ),

  route(contract.developer.locations.get, ({ state, account, params }) => {
    const location = inAccount(state.locations, account.id, params.location_id)
    return location?.active ? ok(present(location, account)) : notFound('location')
  }),
]
