import { expect, it } from 'vitest'
import type { DeskOperation } from '../../../shared/desk/operation.ts'
import { deskCommands, type CommandName } from '../../../shared/desk/operations.ts'

/**
 * Protection of each command against a slip. `undone`: by one key for five seconds; `asked`: confirmed first, not
 * undoable; else a reason for none.
 */
const kinds = {
  markArrived: 'undone',
  changeDueDate: 'undone',
  moveAppointment: 'undone',
  // Name and roles; ending a member's right to sign in also removes their secret, and is confirmed first.
  changeMember: 'undone',
  // On and off; what else is changed of one is a form.
  changeWebhook: 'undone',

  // With a reason.
  undoArrival: 'asked',
  cancelAppointment: 'asked',
  commandKiosk: 'asked',
  askKioskToForget: 'asked',
  setKioskSignIn: 'asked',
  seeAlarm: 'only says that somebody saw it',
  unpairKiosk: 'asked',
  removePatient: 'asked',
  archivePacket: 'asked',
  deleteWebhook: 'asked',
  deactivateGroup: 'asked',
  resetMember: 'asked',
  // A location that is put out of use; it is brought back on the same page.
  changeLocation: 'asked',

  bookAppointment: 'a form, which is moved by the same',
  changePatient: 'a form, which is changed by the same',
  changeGroup: 'a form, which is changed by the same',
  changeRemoteCare: 'a form, which is changed by the same',
  createPatient: 'a form, with who is similar beside it',
  createMember: 'a form; who was added is changed by the same',
  createLocation: 'a form, which is changed by the same',
  createGroup: 'a form, which is changed by the same',
  createWebhook: 'a form; what was made is deleted',
  createPacket: 'a form; what was given is put away',
  addForms: 'a form, before whose button all that is added stands; the packet can be put away',
  prefillPacket: 'a form, whose answers the patient sees and changes',
  startRemoteCare: 'a form, whose services are changed afterwards',

  beginAtKiosk:
    'a kiosk is chosen for who stands there, and asks for their birth date; it is ended there',
  beginHere: 'a choice with its explanation first; the visit is ended on the same screen',
  comeToHelp: 'the patient is told that somebody comes, and somebody does',
  takeCareOf: 'who presses it stands before the patient; it is forgotten after an hour anyway',
  makeDeskCode: 'withdrawn by a button, or after ten minutes',
  withdrawDeskCode: 'another one is made by a button',
  inviteKiosk: 'ended by a button, or after ten minutes',
  endInvitation: 'another one is made by a button',
  seeEmergency: 'a note for administrators; the audit keeps it',
  seePinUse: 'a note for administrators; the audit keeps it',
  exportAudit: 'a file more, and an entry of the audit',
  settleIntake: 'asked by the dialogs of the kiosk’s panel, or taken back for half a minute',
  verifyAudit: 'changes nothing',
  testWebhook: 'a ping, which says that it is one',
  showPacketAddress: 'shows something',
  openChart: 'opens something',
  openChartOfAppointment: 'opens something',
  openRemoteCare: 'opens something',
} as const satisfies Readonly<Record<CommandName, string>>

it('says of every command of the desk how a slip of the hand is mended', () => {
  expect(Object.keys(kinds).toSorted()).toEqual(Object.keys(deskCommands).toSorted())
})

const withReason = Object.entries<DeskOperation>(deskCommands).filter((each) => each[1].withReason)
it.each(withReason)('asks before what needs a reason: %s', (name) =>
  expect(kinds[name as CommandName]).toBe('asked'),
)
