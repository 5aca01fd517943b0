import type { Component } from 'svelte'
import type { DeskPlace } from '../../../shared/desk/rights.ts'
import type { Desk } from '../desk.svelte.ts'
import Audit from '../audit/audit.svelte'
import CheckIn from '../check-in/check-in.svelte'
import Help from '../help/help.svelte'
import Integrations from '../integrations/integrations.svelte'
import Intakes from '../intakes/intakes.svelte'
import Kiosks from '../kiosks/kiosks.svelte'
import Clinic from '../clinic/clinic.svelte'
import Members from '../members/members.svelte'
import Patients from '../patients/patients.svelte'
import Today from '../today/today.svelte'

export const placePages = {
  today: Today,
  checkIn: CheckIn,
  help: Help,
  patients: Patients,
  intakes: Intakes,
  kiosks: Kiosks,
  clinic: Clinic,
  integrations: Integrations,
  members: Members,
  audit: Audit,
} as const satisfies { readonly [P in DeskPlace]?: Component<Record<string, never>> }
type PagePlace = keyof typeof placePages

/** Places open to the signed-in member; today is always among them: it explains a missing right itself. */
export const offeredPlaces = (desk: Desk): readonly PagePlace[] =>
  (Object.keys(placePages) as PagePlace[]).filter(
    (place) => place === 'today' || desk.may({ place, act: 'see' }),
  )
