import * as z from 'zod/mini'
import { arrivalEnding, arrivalShape } from './arrival.ts'
import { shownClinic } from './clinic.ts'
import { display } from './display.ts'
import { focusedField } from './focused-field.ts'
import { barEntry } from './form-entry.ts'
import { formNotes } from './form-notes.ts'
import { locale } from './locale.ts'
import { helpHeard, overlay } from './overlay.ts'
import { patientCommand } from './patient-command.ts'
import { qrCode } from './qr-code.ts'
import { staffCommand, staffScreen } from './staff.ts'
import { screenOf } from './staff-pages.ts'

export { locale, type Locale } from './locale.ts'
export type { PatientCommand } from './patient-command.ts'

const channel = z.enum(['sms', 'email'])
export type Channel = z.infer<typeof channel>

export const command = z.discriminatedUnion('type', [patientCommand, staffCommand])
export type Command = z.infer<typeof command>

/** One packet that the patient may choose. `key` means something for this view only. */
const packetChoice = z.strictObject({
  key: z.string(),
  name: z.nullable(z.string()),
  /** ISO date (YYYY-MM-DD), or null where no date is set. */
  dueDate: z.nullable(z.string()),
  started: z.boolean(),
})

/** A repeated error makes a new view by it, so that the screen announces it again. */
const errorCount = z.int()

const lastTry = z.boolean()

/** Region (ISO 3166-1 alpha-2) by whose habit a phone number is grouped while it is typed. */
const phoneRegion = z.optional(z.string().check(z.regex(/^[A-Z]{2}$/)))

const canCheckInAnother = z.optional(z.boolean())

export const patientScreen = z.discriminatedUnion('name', [
  screenOf('welcome', { isResting: z.optional(z.literal(true)) }),
  screenOf('contact', {
    channel,
    step: z.nullable(z.strictObject({ current: z.int(), total: z.int() })),
    phoneRegion,
    canUseOtherChannel: z.boolean(),
    canUseDeskCode: z.boolean(),
    /** `notServed`: the number is whole, but no code is sent to such numbers; `notSent`: the service sent none. */
    error: z.nullable(z.enum(['empty', 'notValid', 'notServed', 'notSent'])),
    errorCount,
  }),
  screenOf('sending', { channel, waitMs: z.int() }),
  screenOf('code', {
    channel,
    length: z.int(),
    alphabet: z.enum(['digits', 'alphanumeric']),
    error: z.nullable(z.enum(['incomplete', 'wrong', 'expired'])),
    errorCount,
    /** Milliseconds until a code is taken again, after several wrong ones; 0 when it may be entered now. */
    waitMs: z.int(),
    /** Milliseconds until another code may be asked for; 0 when it may now. */
    resendInMs: z.int(),
    resent: z.boolean(),
    canCall: z.boolean(),
    called: z.boolean(),
    /** `masked`: the end of a number, or an address but for its name; `whole` after `showContact`. */
    sentTo: z.strictObject({
      masked: z.string(),
      whole: z.nullable(z.string()),
      canShow: z.boolean(),
    }),
    lastTry,
  }),
  screenOf('deskCode', {
    length: z.int(),
    error: z.nullable(z.enum(['incomplete', 'wrong', 'unheard'])),
    errorCount,
    waitMs: z.int(),
    lastTry,
  }),
  screenOf('checkingDeskCode', {}),
  screenOf('checking', { channel }),
  screenOf('matching', {}),
  screenOf('dateOfBirth', {
    isForAnother: z.boolean(),
    error: z.nullable(z.enum(['notADate', 'notMatched'])),
    errorCount,
    lastTry,
  }),
  /** Help locked the visit: the date of birth once more, and nothing of the visit. */
  screenOf('locked', {
    error: z.nullable(z.enum(['notADate', 'notMatched'])),
    errorCount,
    lastTry,
  }),
  /** Help locked a visit without a record: once more the phone number or address that was proved. */
  screenOf('lockedByContact', {
    channel,
    phoneRegion,
    error: z.nullable(z.enum(['empty', 'notValid', 'notMatched'])),
    errorCount,
    lastTry,
  }),
  screenOf('arrival', arrivalShape),
  screenOf('findingForms', {}),
  screenOf('choosePacket', { packets: z.array(packetChoice) }),
  screenOf('whereToFillIn', { canUseOwnPhone: z.boolean() }),
  /** The address of the forms as a code for the patient's phone. `closesInMs`: until the kiosk is free. */
  screenOf('ownPhone', { code: qrCode, closesInMs: z.int() }),
  screenOf('publicFormsOffer', {}),
  /** Asked where several share a contact, and without the network (`offline`), where nobody can be looked up. */
  screenOf('fullName', {
    offline: z.boolean(),
    error: z.nullable(z.enum(['firstMissing', 'lastMissing'])),
    errorCount,
  }),
  screenOf('opening', {}),
  screenOf('completing', {
    // `completion` unknown: the service reports nothing on a public link's forms; offline: this kiosk keeps them.
    packetName: z.nullable(z.string()),
    completion: z.enum(['open', 'complete', 'unknown', 'offline']),
    typing: z.optional(z.strictObject({ ...focusedField.shape, isHidden: z.boolean() })),
    /** A paper that the form's page opened (a privacy policy, a consent text) lies over the form. */
    paper: z.optional(z.boolean()),
    note: z.optional(z.enum(formNotes)),
    barEntry: z.optional(barEntry),
  }),
  screenOf('cutOff', { canGoOffline: z.optional(z.boolean()) }),
  screenOf('confirming', {}),
  screenOf('unfinished', { formsLeft: z.nullable(z.int()) }),
  /** Last screen. `closesInMs`: until the wipe. */
  screenOf('finished', {
    // `kind` saved: the patient leaves half way, the answers are kept; closed: a public link's forms, not reported;
    // kept: on this kiosk, until the network is back; ownPhone: they go on with their own.
    kind: z.enum(['complete', 'saved', 'closed', 'kept', 'ownPhone']),
    closesInMs: z.int(),
    canCheckInAnother,
    /** Of `kept`: the patient's appointment of today. `time`: HH:MM where the clinic is; `with`: null where nobody is named. */
    expected: z.optional(z.strictObject({ time: z.string(), with: z.nullable(z.string()) })),
    arrival: z.optional(arrivalEnding),
  }),
  /** A member of staff takes over; the reason is in the log under this number, never here. */
  screenOf('askStaff', { helpNumber: z.string(), closesInMs: z.int() }),
  screenOf('tooManyTries', { helpNumber: z.string(), closesInMs: z.int() }),
  screenOf('nothingWaiting', {
    closesInMs: z.int(),
    canCheckInAnother,
    arrival: z.optional(arrivalEnding),
  }),
  screenOf('unavailable', {
    retrying: z.boolean(),
    helpNumber: z.string(),
    canGoOffline: z.optional(z.boolean()),
  }),
  screenOf('outOfService', {}),
])
type PatientScreen = z.infer<typeof patientScreen>

const screen = z.discriminatedUnion('name', [patientScreen, staffScreen])
export type Screen = z.infer<typeof screen>
export type ScreenName = PatientScreen['name']

/** All that a renderer may know. Built by one function from the visit's snapshot. */
export const view = z.strictObject({
  // It holds no token, secret, patient id, completion URL, nor anything that a patient typed; but the words of a dialog
  // of the form's page are that page's, a patient who asks for it sees the address of their own forms as a code for
  // their phone (`ownPhone`), and staff behind their PIN see the intake that they opened (`staffIntake`).
  /** Rises with every view of one process; a renderer ignores a lower one than it has shown. */
  sequence: z.int(),
  locale,
  display,
  clinic: shownClinic,
  screen: screen,
  overlay: z.nullable(overlay),
  /** Staff help with the visit (`doneHelping` ends it). */
  assisted: z.optional(z.literal(true)),
  helpHeard: z.optional(helpHeard),
})
export type View = z.infer<typeof view>
