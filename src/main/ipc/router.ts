import type { Refusal, Reply } from '../../shared/command-reply.ts'
import { type Command, type PatientCommand, command } from '../../shared/ipc.ts'
import type { StaffCommand } from '../../shared/staff.ts'
import type { CommandHandler } from '../shell/port.ts'
import { type Log, bugFields } from '../visit/log-port.ts'

/** Owners of the commands; `present`: whoever uses the kiosk now, patient or staff. */
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
  haveDeskCode: 'patient',
  submitDeskCode: 'patient',
  leaveDeskCode: 'patient',
  askWithoutContact: 'patient',
  sayForWhom: 'patient',
  submitDateOfBirth: 'patient',
  confirmArrival: 'patient',
  passArrival: 'patient',
  askAboutArrival: 'patient',
  openPublicForms: 'patient',
  goOffline: 'patient',
  submitName: 'patient',
  fillInHere: 'patient',
  useOwnPhone: 'patient',
  leaveOwnPhone: 'patient',
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
  chooseMember: 'staff',
  submitMember: 'staff',
  showMembers: 'staff',
  askDesk: 'staff',
  usePin: 'staff',
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
  forgetKioskAsMember: 'staff',
} as const satisfies {
  readonly [T in Command['type']]: T extends 'activity'
    ? 'present'
    : T extends StaffCommand['type']
      ? 'staff'
      : T extends PatientCommand['type']
        ? 'patient'
        : never
}

/** Tells whether a command is staff's. */
function isStaffCommand(command: Command): command is StaffCommand {
  return commandOwners[command.type] === 'staff'
}

/** A touch of the page, by patient or staff. */
interface Activity {
  readonly type: 'activity'
}

/** Carries out commands; each returns whether it was accepted. */
export interface CommandReceivers {
  /** Tells whether staff use the kiosk: then no command of a patient is carried out. Waits for staff who are just leaving. */
  isStaffPresent(): Promise<boolean> | boolean
  acceptStaff(command: StaffCommand | Activity): Promise<boolean> | boolean
  acceptPatient(command: PatientCommand): Promise<boolean> | boolean
}

/**
 * The one door from a page into main: only the kiosk's own page comes in, only with a well-formed command, and each
 * command goes to whom `commandOwners` says. Every refusal is made here, and logged in one line. Never throws: should a
 * receiver do so, it is logged as a bug and the command counts as not accepted. `receivers` gives nobody until the kiosk
 * is ready.
 */
export function createRouter(
  receivers: () => CommandReceivers | undefined,
  log: Log,
): CommandHandler {
  const refuse = (error: Refusal): Reply => {
    const type = error.kind === 'notAccepted' ? { command: error.type } : {}
    try {
      log.event('commandRefused', { reason: error.kind, ...type })
    } catch {
      // Refused even if the audit fails: the vault fault reporter reports that.
    }
    return { ok: false, error }
  }
  const accept = async (given: PatientCommand | StaffCommand): Promise<boolean> => {
    const to = receivers()
    if (!to) return false
    if (isStaffCommand(given)) return to.acceptStaff(given)
    if (!(await to.isStaffPresent())) return to.acceptPatient(given)
    return given.type === 'activity' && to.acceptStaff({ type: given.type })
  }
  return async (raw, sender) => {
    if (!sender.isKioskPage) return refuse({ kind: 'notAllowed' })
    const parsed = command.safeParse(raw)
    if (!parsed.success) return refuse({ kind: 'malformed' })
    const { type } = parsed.data
    try {
      if (await accept(parsed.data)) return { ok: true }
    } catch (error) {
      log.event('bug', { command: type, ...bugFields(error) })
    }
    return refuse({ kind: 'notAccepted', type })
  }
}
