import type {
  Account,
  Branding,
  Location,
  LocationAddress,
  Practitioner,
  StateProvince,
} from '../state/types.ts'
import { stateProvinces } from './state-provinces.ts'

/** The account that our integration may act on. */
export const account: Account = { id: 101, name: 'Harbor Family Health', granted: true }

/** An account that grants us nothing. */
export const foreignAccount: Account = { id: 202, name: 'Summit Wellness Group', granted: false }

export const accounts = [account, foreignAccount]

/** Where all locations are (ISO 3166-1 alpha-2). */
export const country = 'US'

/** When the accounts were set up. */
export const since = '2024-01-08T09:00:00.000Z'

function stateNamed(shortName: string): StateProvince {
  const found = stateProvinces.find((state) => state.shortName === shortName)
  if (!found) throw new Error(`no state ${shortName}`)
  return found
}

function location(
  id: number,
  accountId: number,
  name: string,
  timeZone: string,
  address: LocationAddress,
  branding: Branding,
): Location {
  const phoneNumber = `+1206555${String(200 + (id % 100)).padStart(4, '0')}`
  return {
    id,
    accountId,
    name,
    active: true,
    timeZone,
    phoneNumber,
    staffIds: [id + 100],
    address,
    branding,
    createdOn: since,
    lastUpdatedOn: since,
  }
}

/** The first three are ours; the third has a colour on which hardly anything can be read. */
export const locations: readonly Location[] = [
  location(
    301,
    account.id,
    'Harbor Family Clinic',
    'America/Los_Angeles',
    {
      address1: '12 Dock Street',
      address2: 'Suite 200',
      city: 'Seattle',
      postalCode: '98101',
      latitude: 47.6062,
      longitude: -122.3321,
      stateProvince: stateNamed('WA'),
    },
    {
      logoName: 'Harbor Family Clinic',
      logoLetterColor: '#ffffff',
      logoCircleColor: '#0b6e6e',
    },
  ),
  location(
    302,
    account.id,
    'Lakeside Pediatrics',
    'America/New_York',
    {
      address1: '480 Shore Road',
      city: 'Rochester',
      postalCode: '14604',
      latitude: 43.1566,
      longitude: -77.6088,
      stateProvince: stateNamed('NY'),
    },
    {
      logoName: 'Lakeside Pediatrics',
      logoLetterColor: '#ffffff',
      logoCircleColor: '#7a2e8e',
    },
  ),
  location(
    303,
    account.id,
    'Sunrise Physical Therapy',
    'America/Phoenix',
    {
      address1: '7 Saguaro Lane',
      city: 'Tucson',
      postalCode: '85701',
      latitude: 32.2226,
      longitude: -110.9747,
      stateProvince: stateNamed('AZ'),
    },
    {
      logoName: 'Sunrise Physical Therapy',
      logoLetterColor: '#ffffff',
      logoCircleColor: '#fff3b0',
    },
  ),
  location(
    901,
    foreignAccount.id,
    'Summit Wellness Center',
    'America/New_York',
    {
      address1: '1 Peak Avenue',
      city: 'Albany',
      postalCode: '12207',
      latitude: 42.6526,
      longitude: -73.7562,
      stateProvince: stateNamed('NY'),
    },
    {
      logoName: 'Summit Wellness Center',
      logoLetterColor: '#111111',
      logoCircleColor: '#88aaff',
    },
  ),
]

export const practitioners: readonly Practitioner[] = [
  { id: 401, accountId: account.id, name: 'Dr. Amelia Stone' },
  { id: 402, accountId: account.id, name: 'Dr. Ravi Menon' },
  { id: 403, accountId: account.id, name: 'Joan Whitaker, NP' },
  { id: 902, accountId: foreignAccount.id, name: 'Dr. Victor Lang' },
]
