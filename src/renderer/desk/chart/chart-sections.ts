import type { Component } from 'svelte'
import { m } from '../../../i18n/paraglide/messages.js'
import type { DeskRight } from '../../../shared/desk/rights.ts'
import type { Reference } from '../../../shared/desk/references.ts'
import Looks from '../audit/looks.svelte'
import Appointments from '../appointments/appointments.svelte'
import Category from './category.svelte'
import Details from './details.svelte'
import HealthProfile from '../records/health-profile.svelte'
import Invoices from '../records/invoices.svelte'
import Labs from '../records/labs.svelte'
import RemoteCare from '../remote-care/remote-care.svelte'
import Packets from '../packets/packets.svelte'

export interface ChartProps {
  readonly chart: Reference
  readonly onclose: () => void
}

export interface ChartSection {
  readonly key: string
  readonly right: DeskRight
  readonly name: () => string
  readonly section: Component<ChartProps>
}

const part = (
  key: string,
  place: DeskRight['place'],
  name: ChartSection['name'],
  section: ChartSection['section'],
): ChartSection => ({ key, right: { place, act: 'see' }, name, section })

export const chartSections: readonly ChartSection[] = [
  part('details', 'patients', m.desk_chart_details, Details),
  part('packets', 'packets', m.desk_packets_title, Packets),
  part('appointments', 'appointments', m.desk_appointments_title, Appointments),
  part('invoices', 'invoices', m.desk_invoices_name, Invoices),
  part('labs', 'labs', m.desk_labs_name, Labs),
  part('healthProfile', 'healthProfile', m.desk_health_name, HealthProfile),
  part('category', 'patients', m.desk_category, Category),
  part('remoteCare', 'remoteCare', m.desk_remote_title, RemoteCare),
  part('looks', 'audit', m.desk_looks_title, Looks),
]
