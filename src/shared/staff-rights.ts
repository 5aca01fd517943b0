import type { MemberRole } from './desk/members.ts'
import { staffPage, type StaffCommand, type StaffPage } from './staff.ts'

/** A part of a kiosk's panel that has rights of its own. `patients`: who needs help, and intakes; `kiosk`: the rest. */
export type PanelPart = 'patients' | 'kiosk'

/** Roles that may use each part of a kiosk's panel: docs/adr/0031-members-of-staff.md gives the reasons. */
const partRoles: Readonly<Record<PanelPart, readonly MemberRole[]>> = {
  patients: ['reception', 'clinical'],
  kiosk: ['administrator'],
}

const pageParts: Readonly<Record<StaffPage, PanelPart>> = {
  home: 'patients',
  intakes: 'patients',
  desk: 'kiosk',
  connection: 'kiosk',
  credentials: 'kiosk',
  settings: 'kiosk',
  audit: 'kiosk',
  machine: 'kiosk',
}

/** Part that each command needs in the panel; null: open to anyone there. A page has a right of its own. */
const commandParts = {
  openStaff: null,
  closeStaff: null,
  chooseMember: null,
  submitMember: null,
  showMembers: null,
  askDesk: null,
  usePin: null,
  openStaffPage: null,
  helpPatient: 'patients',
  settleRequest: 'patients',
  takeOutOfService: 'patients',
  putInService: 'patients',
  openIntake: 'patients',
  readIntake: 'patients',
  chooseCandidate: 'patients',
  actOnIntake: 'patients',
  discardIntake: 'patients',
  saveIntakePdf: 'patients',
  saveSettledPdf: 'patients',
  submitPin: 'kiosk',
  choosePin: 'kiosk',
  changePin: 'kiosk',
  testConnection: 'kiosk',
  giveCredentials: 'kiosk',
  removeCredentials: 'kiosk',
  removePreviousCredentials: 'kiosk',
  changeSetting: 'kiosk',
  resetSetting: 'kiosk',
  confirmFormOrigin: 'kiosk',
  declineFormOrigin: 'kiosk',
  allowOrigin: 'kiosk',
  pairKiosk: 'kiosk',
  unpairKiosk: 'kiosk',
  declineWipe: 'kiosk',
  verifyAudit: 'kiosk',
  rotateKey: 'kiosk',
  leaveKiosk: 'kiosk',
  forgetKiosk: 'kiosk',
  forgetKioskAsMember: 'kiosk',
} as const satisfies Readonly<Record<StaffCommand['type'], PanelPart | null>>

/** Fields of a command that its right depends on. */
export type AskedCommand =
  | { readonly type: Exclude<StaffCommand['type'], 'openStaffPage'> }
  | { readonly type: 'openStaffPage'; readonly page: StaffPage }

/** True if a member with these roles may use that part of the panel. */
export function mayUse(roles: readonly MemberRole[], part: PanelPart): boolean {
  return partRoles[part].some((role) => roles.includes(role))
}

/** True if a member with these roles, who is in the panel, may give that command. */
export function mayAsk(roles: readonly MemberRole[], command: AskedCommand): boolean {
  const part =
    command.type === 'openStaffPage' ? pageParts[command.page] : commandParts[command.type]
  return part === null || mayUse(roles, part)
}

/** The pages that a member with these roles may open; none: there is nothing for them in the panel. */
export function pagesOf(roles: readonly MemberRole[]): StaffPage[] {
  return staffPage.options.filter((page) => mayUse(roles, pageParts[page]))
}
