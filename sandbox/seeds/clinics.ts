import seeds from './clinics.json' with { type: 'json' }
import { findStateProvince } from './state-provinces.ts'

export const { account, foreignAccount, practitioners, firstIds } = seeds

export const accounts = [account, foreignAccount]

/** Country of all locations (ISO 3166-1 alpha-2). */
export const country = 'US'

export const since = '2024-01-08T09:00:00.000Z'

/** The first three are ours; the third has a colour on which hardly anything can be read. */
export const locations = seeds.locations.map(({ state, street, colors, ...each }) => {
  const found = findStateProvince(state)
  if (!found) throw new Error(`no state ${state}`)
  const { latitude, longitude, ...stateProvince } = found
  return {
    ...each,
    active: true,
    phoneNumber: `+1206555${String(200 + (each.id % 100)).padStart(4, '0')}` as string | null,
    staffIds: [each.id + 100],
    address: { ...street, address2: street.address2, stateProvince, latitude, longitude },
    branding: { logoName: each.name, ...colors },
    createdOn: since,
    lastUpdatedOn: since,
  }
})

/** Visits that can be booked; the last of ours no longer. */
export const appointmentTypes = seeds.appointmentTypes.map((each) => ({
  isTelehealth: false,
  isActive: true,
  ...each,
}))
