import type { Account, AppointmentType, Location, Practitioner } from '../state/types.ts'
import { findStateProvince } from './state-provinces.ts'

/** The account that our integration may act on. */
export const account: Account = { id: 101, name: 'Harbor Family Health', granted: true }

/** Account that grants us nothing. */
export const foreignAccount: Account = { id: 202, name: 'Summit Wellness Group', granted: false }

export const accounts = [account, foreignAccount]

/** Country of all locations (ISO 3166-1 alpha-2). */
export const country = 'US'

/** Time at which the accounts were set up. */
export const since = '2024-01-08T09:00:00.000Z'

type Street = Pick<Location['address'], 'address1' | 'address2' | 'city' | 'postalCode'>

function location(
  id: number,
  accountId: number,
  name: string,
  timeZone: string,
  state: string,
  street: Street,
  [logoLetterColor, logoCircleColor]: readonly [letter: string, circle: string],
): Location {
  const found = findStateProvince(state)
  if (!found) throw new Error(`no state ${state}`)
  const { latitude, longitude, ...stateProvince } = found
  return {
    id,
    accountId,
    name,
    active: true,
    timeZone,
    phoneNumber: `+1206555${String(200 + (id % 100)).padStart(4, '0')}`,
    staffIds: [id + 100],
    address: { ...street, stateProvince, latitude, longitude },
    branding: { logoName: name, logoLetterColor, logoCircleColor },
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
    'WA',
    { address1: '12 Dock Street', address2: 'Suite 200', city: 'Seattle', postalCode: '98101' },
    ['#ffffff', '#0b6e6e'],
  ),
  location(
    302,
    account.id,
    'Lakeside Pediatrics',
    'America/New_York',
    'NY',
    { address1: '480 Shore Road', city: 'Rochester', postalCode: '14604' },
    ['#ffffff', '#7a2e8e'],
  ),
  location(
    303,
    account.id,
    'Sunrise Physical Therapy',
    'America/Phoenix',
    'AZ',
    { address1: '7 Saguaro Lane', city: 'Tucson', postalCode: '85701' },
    ['#ffffff', '#fff3b0'],
  ),
  location(
    901,
    foreignAccount.id,
    'Summit Wellness Center',
    'America/New_York',
    'NY',
    { address1: '1 Peak Avenue', city: 'Albany', postalCode: '12207' },
    ['#111111', '#88aaff'],
  ),
]

export const practitioners: readonly Practitioner[] = [
  { id: 401, accountId: account.id, name: 'Dr. Amelia Stone' },
  { id: 402, accountId: account.id, name: 'Dr. Ravi Menon' },
  { id: 403, accountId: account.id, name: 'Joan Whitaker, NP' },
  { id: 902, accountId: foreignAccount.id, name: 'Dr. Victor Lang' },
]

const appointmentTypeRows = [
  [501, 'New patient visit', 45, '#0b6e6e', 'Your first visit with us. Please bring your card.'],
  [502, 'Follow-up', 20, '#2f6fb2', 'A short visit to see how you are doing.'],
  [503, 'Physical therapy', 30, '#7a2e8e', 'Wear clothes that you can move in.'],
  [504, 'Video follow-up', 15, '#b25f2f', 'A short visit by video. We send you a link.'],
  [505, 'Travel vaccination', 20, '#6b6b6b', 'Shots before a journey.'],
  [911, 'Wellness check', 30, '#446688', 'A yearly check.'],
] as const

/** Visits that can be booked; the last of ours no longer. */
export const appointmentTypes: readonly AppointmentType[] = appointmentTypeRows.map(
  ([id, name, durationMinutes, color, description]) => ({
    id,
    accountId: id === 911 ? foreignAccount.id : account.id,
    name,
    durationMinutes,
    color,
    description,
    isTelehealth: id === 504,
    isActive: id !== 505,
  }),
)
