import type * as z from 'zod/mini'
import { chartRecordOperations } from './chart-records.ts'
import { auditOperations } from './audit.ts'
import { integrationOperations } from './webhooks.ts'
import { draftOperations } from './drafts.ts'
import { kioskOperations } from './kiosks.ts'
import { categoryOperations } from './categories.ts'
import { clinicOperations } from './clinic.ts'
import { memberOperations } from './member-operations.ts'
import { patientOperations } from './patients.ts'
import { appointmentOperations } from './appointments.ts'
import { packetOperations } from './packets.ts'
import { remoteCareOperations } from './remote-care.ts'
import type { DeskOperation } from './operation.ts'
import type { DeskPlace, DeskRight } from './rights.ts'
import { todayOperations } from './today.ts'

export const deskQueries = {
  ...todayOperations.queries,
  ...kioskOperations.queries,
  ...chartRecordOperations.queries,
  ...memberOperations.queries,
  ...patientOperations.queries,
  ...integrationOperations.queries,
  ...auditOperations.queries,
  ...clinicOperations.queries,
  ...categoryOperations.queries,
  ...remoteCareOperations.queries,
  ...packetOperations.queries,
  ...appointmentOperations.queries,
  ...draftOperations.queries,
}

export const deskCommands = {
  ...todayOperations.commands,
  ...kioskOperations.commands,
  ...memberOperations.commands,
  ...patientOperations.commands,
  ...integrationOperations.commands,
  ...auditOperations.commands,
  ...remoteCareOperations.commands,
  ...clinicOperations.commands,
  ...packetOperations.commands,
  ...appointmentOperations.commands,
}

export type QueryName = keyof typeof deskQueries
export type CommandName = keyof typeof deskCommands
export type QueryInput<N extends QueryName> = z.input<(typeof deskQueries)[N]['input']>
export type QueryOutput<N extends QueryName> = z.output<(typeof deskQueries)[N]['output']>
export type CommandInput<N extends CommandName> = z.input<(typeof deskCommands)[N]['input']>
export type CommandOutput<N extends CommandName> = z.output<(typeof deskCommands)[N]['output']>

export type AllowedCommands = Readonly<Partial<Record<CommandName, DeskPlace>>>

/** Lists the commands whose right `may` grants. */
export function allowedCommands(may: (right: DeskRight) => boolean): AllowedCommands {
  const allowed = Object.entries<DeskOperation>(deskCommands).filter(([, { right }]) => may(right))
  return Object.fromEntries(allowed.map(([name, { right }]) => [name, right.place]))
}
