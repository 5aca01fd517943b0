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

export { locale, type Locale } from './locale.ts'
export type { PatientCommand } from './patient-command.ts'

/** Channel by which a code reaches the patient. */
const channel = z.enum(['sms', 'email'])
export type Channel = z.infer<typeof channel>

/** Everything that a page can ask of main. */
export const command = z.discriminatedUnion('type', [patientCommand, staffCommand])
export type Command = z.infer<typeof command>

const screenOf = <N extends string, S extends z.core.$ZodShape>(name: N, shape: S) =>
  z.strictObject({ name: z.literal(name), ...shape })

/** One packet that the patient may choose. `key` means something for this view only. */
const packetChoice = z.strictObject({
  key: z.string(),
  /** Null where the service gives none. */
  name: z.nullable(z.string()),
  /** ISO date (YYYY-MM-DD), or null where no date is set. */
  dueDate: z.nullable(z.string()),
  started: z.boolean(),
})

/**
 * Number of errors in the visit so far. A repeated error makes a new view by it, so that the screen announces it again.
 */
const errorCount = z.int()

/** True if the next wrong answer is the last one allowed. */
const lastTry = z.boolean()

/** Region (ISO 3166-1 alpha-2) by whose habit a phone number is grouped while it is typed. */
const phoneRegion = z.optional(z.string().check(z.regex(/^[A-Z]{2}$/)))

/** True if others share the contact (`checkInAnother`). */
const canCheckInAnother = z.optional(z.boolean())

/** The screens of a visit: one question, or one piece of news, each. */
export const patientScreen = z.discriminatedUnion('name', [
  screenOf('welcome', {
    /** Set while nobody can check in here: the service is down, and nothing can be kept. */
    isResting: z.optional(z.literal(true)),
  }),
  screenOf('contact', {
    channel,
    /** Set when both channels must be proved: which of the two this is. */
    step: z.nullable(z.strictObject({ current: z.int(), total: z.int() })),
    phoneRegion,
    canUseOtherChannel: z.boolean(),
    /** True if the patient may type a code that the front desk gave them (`haveDeskCode`). */
    canUseDeskCode: z.boolean(),
    /** `notServed`: the number is whole, but no code is sent to such numbers; `notSent`: the service sent none. */
    error: z.nullable(z.enum(['empty', 'notValid', 'notServed', 'notSent'])),
    errorCount,
  }),
  screenOf('sending', {
    channel,
    /** Milliseconds until it is this code's turn: the kiosk sends more slowly now; 0 when it is being sent. */
    waitMs: z.int(),
  }),
  screenOf('code', {
    channel,
    /** Number of a code's characters, and their kind. */
    length: z.int(),
    alphabet: z.enum(['digits', 'alphanumeric']),
    error: z.nullable(z.enum(['incomplete', 'wrong', 'expired'])),
    errorCount,
    /** Milliseconds until a code is taken again, after several wrong ones; 0 when it may be entered now. */
    waitMs: z.int(),
    /** Milliseconds until another code may be asked for; 0 when it may now. */
    resendInMs: z.int(),
    /** True just after another code was sent. */
    resent: z.boolean(),
    /** Availability of a call that reads a code aloud, and if the newest code comes by one. */
    canCall: z.boolean(),
    called: z.boolean(),
    /**
     * Contact that the code went to. `masked`: the end of a number, or an address but for its name; `whole` after
     * `showContact`.
     */
    sentTo: z.strictObject({
      masked: z.string(),
      whole: z.nullable(z.string()),
      canShow: z.boolean(),
    }),
    lastTry,
  }),
  /** A code that the front desk gave the patient. `length`: its digits. */
  screenOf('deskCode', {
    length: z.int(),
    /** `unheard`: no desk answered. */
    error: z.nullable(z.enum(['incomplete', 'wrong', 'unheard'])),
    errorCount,
    /** Milliseconds until a code is taken again, after several wrong ones; 0 when it may be entered now. */
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
  /** The appointment of today, after the date of birth matched. */
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
  /** Form on the screen. */
  screenOf('completing', {
    // `completion` complete: the service has all of it, and the page has a moment to say so; unknown: forms of the
    // public link, for which the service reports nothing; offline: forms that this kiosk keeps until the network is
    // back.
    packetName: z.nullable(z.string()),
    completion: z.enum(['open', 'complete', 'unknown', 'offline']),
    /** The field of the form that the patient chose, and whether they put Foyer's keys away. */
    typing: z.optional(z.strictObject({ ...focusedField.shape, isHidden: z.boolean() })),
    /** A paper that the form's page opened (a privacy policy, a consent text) lies over the form. */
    paper: z.optional(z.boolean()),
    /** Note in the bar for a while: the form asked for a file, and none is here; or had a file or paper to give. */
    note: z.optional(z.enum(formNotes)),
    /** Set once somebody left the form by the keyboard, which the bar has from then on. */
    barEntry: z.optional(barEntry),
  }),
  /** The service cannot be reached while its form is open, which opens again by itself once it can. */
  screenOf('cutOff', {
    /** The patient may go on without the network (`goOffline`), and fills the forms in from their start. */
    canGoOffline: z.optional(z.boolean()),
  }),
  /** The patient wants to stop, or the page asked to be closed; main asks the service. */
  screenOf('confirming', {}),
  /** The service says that forms are still open; `formsLeft` where it tells how many. */
  screenOf('unfinished', { formsLeft: z.nullable(z.int()) }),
  /** Last screen. `closesInMs`: until the wipe. */
  screenOf('finished', {
    // `kind` ownPhone: they go on with their own phone; saved: the patient leaves half way, the answers are kept;
    // closed: forms of the public link, which the service does not report as sent; kept: on this kiosk, until the
    // network is back.
    kind: z.enum(['complete', 'saved', 'closed', 'kept', 'ownPhone']),
    closesInMs: z.int(),
    canCheckInAnother,
    /** Of `kept`: the patient's appointment of today. `time`: HH:MM where the clinic is; `with`: null where nobody is named. */
    expected: z.optional(z.strictObject({ time: z.string(), with: z.nullable(z.string()) })),
    arrival: z.optional(arrivalEnding),
  }),
  /** A member of staff takes over; the reason is in the log under this number, never here. */
  screenOf('askStaff', { helpNumber: z.string(), closesInMs: z.int() }),
  /** Too many codes or wrong codes. */
  screenOf('tooManyTries', { helpNumber: z.string(), closesInMs: z.int() }),
  screenOf('nothingWaiting', {
    closesInMs: z.int(),
    canCheckInAnother,
    arrival: z.optional(arrivalEnding),
  }),
  /** The service cannot be reached or does not work now; the visit waits where it was. */
  screenOf('unavailable', {
    retrying: z.boolean(),
    helpNumber: z.string(),
    /** The patient may go on without the network (`goOffline`). */
    canGoOffline: z.optional(z.boolean()),
  }),
  /** The kiosk cannot serve anyone (no credentials, no grant): nothing technical here. */
  screenOf('outOfService', {}),
])
type PatientScreen = z.infer<typeof patientScreen>

/** Every screen. */
const screen = z.discriminatedUnion('name', [patientScreen, staffScreen])
export type Screen = z.infer<typeof screen>
/** Name of a patient's screen. */
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
  /** State of the patient's current call for help. */
  helpHeard: z.optional(helpHeard),
})
export type View = z.infer<typeof view>
