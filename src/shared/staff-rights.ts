import type { MemberRole } from './desk/members.ts'
import { staffPage, type StaffCommand, type StaffPage } from './staff.ts'

/** A part of a kiosk's panel that has rights of its own. `patients`: who needs help, and intakes; `kiosk`: the rest. */
export type PanelPart = 'patients' | 'kiosk'

/** Roles that may use each part of a kiosk's panel: docs/adr/0031-members-of-staff.md gives the reasons. */
const partRoles: Readonly<Record<PanelPart, readonly MemberRole[]>> = {
  patients: ['reception', 'clinical'],
  kiosk: ['administrator'],
}

const partOfPage = (page: StaffPage): PanelPart =>
  page === 'home' || page === 'intakes' ? 'patients' : 'kiosk'

type CommandType = StaffCommand['type']

const ofAnyone: readonly CommandType[] = [
  'openStaff',
  'closeStaff',
  'chooseMember',
  'submitMember',
  'showMembers',
  'askDesk',
  'usePin',
]

const aboutPatients: readonly CommandType[] = [
  'helpPatient',
  'settleRequest',
  'takeOutOfService',
  'putInService',
  'openIntake',
  'readIntake',
  'chooseCandidate',
  'actOnIntake',
  'discardIntake',
  'saveIntakePdf',
  'saveSettledPdf',
]

export type AskedCommand =
  | { readonly type: Exclude<CommandType, 'openStaffPage'> }
  | { readonly type: 'openStaffPage'; readonly page: StaffPage }

/** Tells whether a member with these roles may use that part of the panel. */
export function mayUse(roles: readonly MemberRole[], part: PanelPart): boolean {
  return partRoles[part].some((role) => roles.includes(role))
}

/** Tells whether a member with these roles, who is in the panel, may give that command. */
export function mayAsk(roles: readonly MemberRole[], command: AskedCommand): boolean {
  if (command.type === 'openStaffPage') return mayUse(roles, partOfPage(command.page))
  if (ofAnyone.includes(command.type)) return true
  return mayUse(roles, aboutPatients.includes(command.type) ? 'patients' : 'kiosk')
}

/** Lists the pages that a member with these roles may open; none: there is nothing for them in the panel. */
export function pagesOf(roles: readonly MemberRole[]): StaffPage[] {
  return staffPage.options.filter((page) => mayUse(roles, partOfPage(page)))
}
