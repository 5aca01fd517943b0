import type { StaffCommand } from '../../../src/shared/staff.ts'
import { someIntakes, memberId, memberSecret } from './fake-staff-ports.ts'
import { otherPin, pair } from './staff-session-harness.ts'

const intake = someIntakes().one.id

/** One of each command, such as would be accepted where it fits. */
export const commands: Readonly<Record<StaffCommand['type'], StaffCommand>> = {
  openStaff: { type: 'openStaff' },
  submitPin: { type: 'submitPin', pin: otherPin },
  choosePin: { type: 'choosePin', pin: otherPin },
  chooseMember: { type: 'chooseMember', member: memberId(1) },
  submitMember: { type: 'submitMember', member: memberId(1), secret: memberSecret },
  showMembers: { type: 'showMembers' },
  askDesk: { type: 'askDesk' },
  usePin: { type: 'usePin' },
  closeStaff: { type: 'closeStaff' },
  openStaffPage: { type: 'openStaffPage', page: 'home' },
  helpPatient: { type: 'helpPatient' },
  settleRequest: { type: 'settleRequest', key: '9' },
  testConnection: { type: 'testConnection' },
  giveCredentials: { type: 'giveCredentials', interface: 'partner', ...pair },
  removeCredentials: { type: 'removeCredentials', interface: 'partner' },
  removePreviousCredentials: { type: 'removePreviousCredentials', interface: 'partner' },
  changeSetting: { type: 'changeSetting', key: 'idle.afterMs', value: '60' },
  resetSetting: { type: 'resetSetting', key: 'idle.afterMs' },
  confirmFormOrigin: { type: 'confirmFormOrigin', key: '31' },
  declineFormOrigin: { type: 'declineFormOrigin', key: '31' },
  allowOrigin: { type: 'allowOrigin', origin: 'https://js.intake.example.com' },
  openIntake: { type: 'openIntake', intake },
  readIntake: { type: 'readIntake', intake },
  chooseCandidate: { type: 'chooseCandidate', intake, candidate: '1' },
  createIntakePatient: { type: 'createIntakePatient', intake },
  tryIntakeNow: { type: 'tryIntakeNow', intake },
  takeOverIntake: { type: 'takeOverIntake', intake },
  discardIntake: { type: 'discardIntake', intake, reason: 'twice' },
  saveIntakePdf: { type: 'saveIntakePdf', intake },
  verifyAudit: { type: 'verifyAudit' },
  pairKiosk: { type: 'pairKiosk', address: 'desk.clinic.example', code: 'AAAA' },
  unpairKiosk: { type: 'unpairKiosk' },
  declineWipe: { type: 'declineWipe' },
  takeOutOfService: { type: 'takeOutOfService' },
  putInService: { type: 'putInService' },
  changePin: { type: 'changePin' },
  rotateKey: { type: 'rotateKey' },
  leaveKiosk: { type: 'leaveKiosk' },
  forgetKiosk: { type: 'forgetKiosk', pin: otherPin },
  forgetKioskAsMember: { type: 'forgetKioskAsMember', secret: otherPin },
}
