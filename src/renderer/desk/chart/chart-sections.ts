import type { Component } from 'svelte'
import { m } from '../../../i18n/paraglide/messages.js'
import type { DeskRight } from '../../../shared/desk/rights.ts'
import type { Reference } from '../../../shared/desk/references.ts'
import Appointments from '../appointments/appointments.svelte'
import Category from './category.svelte'
import Details from './details.svelte'
import HealthProfile from '../records/health-profile.svelte'
import Invoices from '../records/invoices.svelte'
import Labs from '../records/labs.svelte'
import RemoteCare from '../remote-care/remote-care.svelte'
import Packets from '../packets/packets.svelte'

/** Properties of each part of a patient's chart. */
interface ChartProps {
  readonly chart: Reference
  /** Another chart was opened, such as that of a child. */
  readonly onopen: (chart: Reference) => void
  /** Closes the chart: its patient is not in the account any more. */
  readonly onclose: () => void
}

/** A part of a patient's chart, and the right that shows it. */
export interface ChartSection {
  /** Unique among the sections. */
  readonly key: string
  readonly right: DeskRight
  readonly name: typeof m.desk_place_today
  readonly section: Component<ChartProps>
}

const sees = (place: DeskRight['place']): DeskRight => ({ place, act: 'see' })

/** The parts of a patient's chart, in the order in which they are offered. */
export const chartSections: readonly ChartSection[] = [
  { key: 'details', right: sees('patients'), name: m.desk_chart_details, section: Details },
  { key: 'packets', right: sees('packets'), name: m.desk_packets_title, section: Packets },
  {
    key: 'appointments',
    right: sees('appointments'),
    name: m.desk_appointments_title,
    section: Appointments,
  },
  { key: 'invoices', right: sees('invoices'), name: m.desk_invoices_name, section: Invoices },
  { key: 'labs', right: sees('labs'), name: m.desk_labs_name, section: Labs },
  {
    key: 'healthProfile',
    right: sees('healthProfile'),
    name: m.desk_health_name,
    section: HealthProfile,
  },
  { key: 'category', right: sees('patients'), name: m.desk_category, section: Category },
  {
    key: 'remoteCare',
    right: sees('remoteCare'),
    name: m.desk_remote_title,
    section: RemoteCare,
  },
]
