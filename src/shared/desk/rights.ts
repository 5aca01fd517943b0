import type { MemberRole } from './members.ts'

export type DeskAct = 'see' | 'change'

type Roles = readonly MemberRole[]
const both = (roles: Roles): Readonly<Record<DeskAct, Roles>> => ({ see: roles, change: roles })

const frontDesk: Roles = ['reception', 'clinical']
const administrator: Roles = ['administrator']

/** Minimum necessary for each role (45 CFR 164.502(b), 164.514(d)): see docs/adr/0031-members-of-staff.md. */
export const deskRights = {
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
} satisfies Readonly<Record<string, Readonly<Record<DeskAct, Roles>>>>

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
