import type { Command, PatientCommand } from '../../shared/ipc.ts'
import type { StaffCommand } from '../../shared/staff.ts'

/** Who may send each command; `present`: whoever uses the kiosk now, patient or staff. */
const commandOwners = {
  chooseLanguage: 'patient',
  openDisplay: 'patient',
  chooseTextSize: 'patient',
  chooseTheme: 'patient',
  closeDisplay: 'patient',
  begin: 'patient',
  submitContact: 'patient',
  useOtherChannel: 'patient',
  submitCode: 'patient',
  resendCode: 'patient',
  callCode: 'patient',
  changeContact: 'patient',
  showContact: 'patient',
  askWithoutContact: 'patient',
  sayForWhom: 'patient',
  submitDateOfBirth: 'patient',
  confirmArrival: 'patient',
  passArrival: 'patient',
  askAboutArrival: 'patient',
  openPublicForms: 'patient',
  goOffline: 'patient',
  submitName: 'patient',
  choosePacket: 'patient',
  pressKey: 'patient',
  hideKeyboard: 'patient',
  showKeyboard: 'patient',
  closePaper: 'patient',
  enterForm: 'patient',
  finish: 'patient',
  answerDialog: 'patient',
  givePicture: 'patient',
  backToForms: 'patient',
  leaveUnfinished: 'patient',
  retry: 'patient',
  done: 'patient',
  help: 'patient',
  closeHelp: 'patient',
  cancelHelp: 'patient',
  doneHelping: 'patient',
  startOver: 'patient',
  cancelStartOver: 'patient',
  confirmStartOver: 'patient',
  stillHere: 'patient',
  activity: 'present',
  openStaff: 'staff',
  submitPin: 'staff',
  choosePin: 'staff',
  closeStaff: 'staff',
  helpPatient: 'staff',
  openStaffPage: 'staff',
  settleRequest: 'staff',
  testConnection: 'staff',
  giveCredentials: 'staff',
  removeCredentials: 'staff',
  removePreviousCredentials: 'staff',
  changeSetting: 'staff',
  resetSetting: 'staff',
  confirmFormOrigin: 'staff',
  declineFormOrigin: 'staff',
  allowOrigin: 'staff',
  openIntake: 'staff',
  readIntake: 'staff',
  chooseCandidate: 'staff',
  createIntakePatient: 'staff',
  tryIntakeNow: 'staff',
  takeOverIntake: 'staff',
  discardIntake: 'staff',
  saveIntakePdf: 'staff',
  pairKiosk: 'staff',
  unpairKiosk: 'staff',
  declineWipe: 'staff',
  verifyAudit: 'staff',
  takeOutOfService: 'staff',
  putInService: 'staff',
  changePin: 'staff',
  rotateKey: 'staff',
  leaveKiosk: 'staff',
  forgetKiosk: 'staff',
} as const satisfies {
  readonly [T in Command['type']]: T extends 'activity'
    ? 'present'
    : T extends StaffCommand['type']
      ? 'staff'
      : T extends PatientCommand['type']
        ? 'patient'
        : never
}

/** Whether a command is staff's. */
export function isStaffCommand(command: Command): command is StaffCommand {
  return commandOwners[command.type] === 'staff'
}
