import type { Component } from 'svelte'
import { m } from '../../../i18n/paraglide/messages.js'
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

/** A place that has a page of its own. */
export interface PlacePage {
  readonly name: typeof m.desk_place_today
  readonly page: Component<Record<string, never>>
}

/** The pages of the desk, in the order in which they are offered. */
export const placePages: { readonly [P in DeskPlace]?: PlacePage } = {
  today: { name: m.desk_place_today, page: Today },
  checkIn: { name: m.desk_place_check_in, page: CheckIn },
  help: { name: m.desk_place_help, page: Help },
  patients: { name: m.desk_place_patients, page: Patients },
  intakes: { name: m.desk_place_intakes, page: Intakes },
  kiosks: { name: m.desk_place_kiosks, page: Kiosks },
  clinic: { name: m.desk_place_clinic, page: Clinic },
  integrations: { name: m.desk_place_integrations, page: Integrations },
  members: { name: m.desk_place_members, page: Members },
  audit: { name: m.desk_place_audit, page: Audit },
}

/** Places open to the signed-in member; today is always among them: it explains a missing right itself. */
export const offeredPlaces = (desk: Desk): readonly DeskPlace[] =>
  (Object.keys(placePages) as DeskPlace[]).filter(
    (place) => place === 'today' || desk.may({ place, act: 'see' }),
  )
