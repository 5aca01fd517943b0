import type { MemberRole } from './members.ts'

/** A part of the desk that has rights of its own. */
export type DeskPlace =
  /** Patients of today, and those who have arrived. */
  | 'today'
  /** Calls for help from kiosks. */
  | 'help'
  /** A code with which a patient begins at a kiosk; forms opened for somebody. */
  | 'checkIn'
  /** Patients' identities and contact details. */
  | 'patients'
  /** Taking a patient out of the account. */
  | 'removal'
  | 'packets'
  | 'appointments'
  | 'invoices'
  | 'labs'
  | 'healthProfile'
  /** Intakes that were taken without the network and need a person. */
  | 'intakes'
  | 'remoteCare'
  /** Locations, template groups and what else says how the clinic works. */
  | 'clinic'
  /** Webhooks and all other messages to other programs. */
  | 'integrations'
  /** Kiosks: their state; taking them out of service, locking and starting them again. */
  | 'kiosks'
  /** Pairing and unpairing stations, and asking one to forget everything. */
  | 'pairing'
  | 'members'
  | 'audit'

/** To look, or to do something. */
export type DeskAct = 'see' | 'change'

/** Right that a query or a command of the desk needs. */
export interface DeskRight {
  readonly place: DeskPlace
  readonly act: DeskAct
}

type Roles = readonly MemberRole[]
const both = (roles: Roles): Readonly<Record<DeskAct, Roles>> => ({ see: roles, change: roles })

const frontDesk: Roles = ['reception', 'clinical']
const administrator: Roles = ['administrator']

/**
 * Rights to see and change: the minimum necessary for each role (45 CFR 164.502(b), 164.514(d)).
 * docs/adr/0031-members-of-staff.md gives the reasons.
 */
export const deskRights: Readonly<Record<DeskPlace, Readonly<Record<DeskAct, Roles>>>> = {
  today: both(frontDesk),
  help: both(frontDesk),
  checkIn: both(frontDesk),
  patients: { see: [...frontDesk, 'billing'], change: frontDesk },
  removal: both(administrator),
  packets: both(frontDesk),
  appointments: both(frontDesk),
  invoices: both(['reception', 'billing']),
  labs: both(['clinical']),
  healthProfile: both(['clinical']),
  intakes: both(frontDesk),
  remoteCare: both(frontDesk),
  clinic: both(administrator),
  integrations: both(administrator),
  kiosks: both([...frontDesk, 'administrator']),
  pairing: both(administrator),
  members: both(administrator),
  audit: both(administrator),
}

/** True if one of the roles has the right. */
export function hasRight(roles: readonly MemberRole[], { place, act }: DeskRight): boolean {
  return deskRights[place][act].some((role) => roles.includes(role))
}
