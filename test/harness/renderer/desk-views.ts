import type { StaffScreen } from '../../../src/shared/staff.ts'
import { pairFault } from '../../../src/shared/staff-desk.ts'
import { minutesBefore } from './sample-moment.ts'

type Desk = Extract<StaffScreen, { name: 'staffDesk' }>

const paired = {
  ...{ name: 'Front desk', address: 'desk.harbour-clinic.example:8883', at: minutesBefore(9_000) },
  ...{ connection: 'connected', connectionSince: minutesBefore(300) },
  ...{ lastHeard: minutesBefore(1), waiting: 0 },
  stations: [
    { name: 'Front desk', kind: 'desk', state: 'free', since: minutesBefore(300) },
    { name: 'hub-1', kind: 'hub', state: 'gone', since: minutesBefore(4) },
  ],
} as const satisfies NonNullable<Desk['desk']['paired']>

const none: Desk = {
  name: 'staffDesk',
  desk: { paired: null, wipeAsked: null },
  ...{ canPair: true, isPairing: false, error: null, errorCount: 0 },
}
const withDesk = (
  change: Partial<NonNullable<Desk['desk']['paired']>>,
  wipeAsked: Desk['desk']['wipeAsked'] = null,
): Desk => ({
  ...none,
  desk: { paired: { ...paired, stations: [...paired.stations], ...change }, wipeAsked },
})

/** Each state of the page of the desk. */
export const deskScreens: Readonly<Record<string, StaffScreen>> = {
  'staff-desk': none,
  'staff-desk-pairing': { ...none, isPairing: true },
  'staff-desk-no-pairing': { ...none, canPair: false },
  ...Object.fromEntries(
    pairFault.options.map((error) => [
      `staff-desk-error-${error}`,
      { ...none, error, errorCount: 1 } satisfies StaffScreen,
    ]),
  ),
  'staff-desk-paired': withDesk({}),
  'staff-desk-connecting': withDesk({ connection: 'connecting', waiting: 3, stations: [] }),
  'staff-desk-refused': withDesk({ connection: 'refused', lastHeard: null, waiting: 1 }),
  'staff-desk-wipe': withDesk(
    {},
    { by: 'Maria Hernandez', reason: 'This kiosk goes back to the lender.', at: minutesBefore(3) },
  ),
}
