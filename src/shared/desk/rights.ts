import type { MemberRole } from './members.ts'

/** To look, or to do something. */
export type DeskAct = 'see' | 'change'

type Roles = readonly MemberRole[]
const both = (roles: Roles): Readonly<Record<DeskAct, Roles>> => ({ see: roles, change: roles })

const frontDesk: Roles = ['reception', 'clinical']
const administrator: Roles = ['administrator']

/**
 * Rights to see and change: the minimum necessary for each role (45 CFR 164.502(b), 164.514(d)).
 * docs/adr/0031-members-of-staff.md gives the reasons.
 */
export const deskRights = {
  /** Patients of today, and those who have arrived. */
  today: both(frontDesk),
  /** Calls for help from kiosks. */
  help: both(frontDesk),
  /** A code with which a patient begins at a kiosk; forms opened for somebody. */
  checkIn: both(frontDesk),
  /** Patients' identities and contact details. */
  patients: { see: [...frontDesk, 'billing'], change: frontDesk },
  /** Taking a patient out of the account. */
  removal: both(administrator),
  packets: both(frontDesk),
  appointments: both(frontDesk),
  invoices: both(['reception', 'billing']),
  labs: both(['clinical']),
  healthProfile: both(['clinical']),
  /** Intakes that were taken without the network and need a person. */
  intakes: both(frontDesk),
  remoteCare: both(frontDesk),
  /** Locations, template groups and what else says how the clinic works. */
  clinic: both(administrator),
  /** Webhooks and all other messages to other programs. */
  integrations: both(administrator),
  /** Kiosks: their state; taking them out of service, locking and starting them again. */
  kiosks: both([...frontDesk, 'administrator']),
  /** Pairing and unpairing stations, and asking one to forget everything. */
  pairing: both(administrator),
  members: both(administrator),
  audit: both(administrator),
} satisfies Readonly<Record<string, Readonly<Record<DeskAct, Roles>>>>

/** A part of the desk that has rights of its own. */
export type DeskPlace = keyof typeof deskRights

export interface DeskRight {
  readonly place: DeskPlace
  readonly act: DeskAct
}

/** True if one of the roles has the right. */
export function hasRight(roles: readonly MemberRole[], { place, act }: DeskRight): boolean {
  const allowed: Roles = deskRights[place][act]
  return allowed.some((role) => roles.includes(role))
}
