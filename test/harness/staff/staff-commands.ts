import { staffCommand, type StaffCommand } from '../../../src/shared/staff.ts'
import { commandsOf } from '../commands-of.ts'
import { someIntakes, memberId, memberSecret } from './fake-staff-ports.ts'
import { otherPin, pair } from './staff-session-harness.ts'

const intake = someIntakes().one.id

/** One of each command, such as would be accepted where it fits. */
export const commands = commandsOf<StaffCommand>(staffCommand.def.options, {
  submitPin: { pin: otherPin },
  choosePin: { pin: otherPin },
  chooseMember: { member: memberId(1) },
  submitMember: { member: memberId(1), secret: memberSecret },
  openStaffPage: { page: 'home' },
  settleRequest: { key: '9' },
  giveCredentials: { interface: 'partner', ...pair },
  removeCredentials: { interface: 'partner' },
  changeSetting: { key: 'idle.afterMs', value: '60' },
  resetSetting: { key: 'idle.afterMs' },
  confirmFormOrigin: { key: '31' },
  declineFormOrigin: { key: '31' },
  allowOrigin: { origin: 'https://js.intake.example.com' },
  openIntake: { intake },
  readIntake: { intake },
  chooseCandidate: { intake, candidate: '1' },
  actOnIntake: { intake, act: 'tryNow' },
  discardIntake: { intake, reason: 'twice' },
  saveIntakePdf: { intake },
  pairKiosk: { address: 'desk.clinic.example', code: 'AAAA' },
  moveDesk: { address: 'desk.clinic.example' },
  forgetKiosk: { pin: otherPin },
  forgetKioskAsMember: { secret: otherPin },
})
