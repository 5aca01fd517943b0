import * as z from 'zod/mini'
import { isCardPicture } from './card-picture.ts'
import { display, textSize, theme } from './display.ts'
import { focusedField } from './focused-field.ts'
import { barEntry, formEntry } from './form-entry.ts'
import { keyInput } from './key-input.ts'
import { staffCommand, staffScreen } from './staff.ts'

/** Languages that the message catalogue speaks. */
export const locale = z.enum(['en', 'es'])
export type Locale = z.infer<typeof locale>

/** How a code reaches the patient. */
const channel = z.enum(['sms', 'email'])
export type Channel = z.infer<typeof channel>

// The mark lets a page that only reads views leave the commands out of its script.
const commandOf = /* @__NO_SIDE_EFFECTS__ */ <T extends string, S extends z.core.$ZodShape>(
  type: T,
  shape: S,
) => z.strictObject({ type: z.literal(type), ...shape })

/**
 * Everything that a patient's tap can ask of main. A command that the visit's present state does not
 * accept is refused with a `Refusal`; nothing here can name a screen to go to.
 */
const patientCommand = z.discriminatedUnion('type', [
  commandOf('chooseLanguage', { locale }),
  commandOf('openDisplay', {}),
  commandOf('chooseTextSize', { textSize }),
  commandOf('chooseTheme', { theme }),
  commandOf('closeDisplay', {}),
  commandOf('begin', {}),
  commandOf('submitContact', { value: z.string().check(z.maxLength(254)) }),
  commandOf('useOtherChannel', {}),
  commandOf('submitCode', { code: z.string().check(z.maxLength(12)) }),
  commandOf('resendCode', {}),
  commandOf('changeContact', {}),
  /** Shows in whole, once and for a while, where the code went. */
  commandOf('showContact', {}),
  /** The patient has neither a phone nor an address here. */
  commandOf('askWithoutContact', {}),
  /** Whether the visit is somebody else's than of the person in front of the kiosk. */
  commandOf('sayForWhom', { isForAnother: z.boolean() }),
  commandOf('submitDateOfBirth', {
    /** As typed: digits only, `year` with four. Main decides whether they make a date. */
    year: z.string().check(z.maxLength(4)),
    month: z.string().check(z.maxLength(2)),
    day: z.string().check(z.maxLength(2)),
  }),
  commandOf('openPublicForms', {}),
  commandOf('choosePacket', { key: z.string().check(z.maxLength(8)) }),
  /** A key for the field that `field` names (`completing.typing.token`). What it types is neither kept nor logged. */
  commandOf('pressKey', { field: focusedField.shape.token, key: keyInput }),
  commandOf('hideKeyboard', {}),
  commandOf('showKeyboard', {}),
  /** Back from the paper that the form's page opened. */
  commandOf('closePaper', {}),
  /** Somebody goes by the keyboard from the bar to the form. */
  commandOf('enterForm', { at: formEntry }),
  commandOf('finish', {}),
  commandOf('backToForms', {}),
  commandOf('leaveUnfinished', {}),
  /** Answers the dialog of the form's page that is shown; `text` is what was typed into a `prompt`. */
  commandOf('answerDialog', {
    number: z.int(),
    accepted: z.boolean(),
    text: z.string().check(z.maxLength(200)),
  }),
  /** The picture that the patient took for the form's page (`camera`), a JPEG in base64. It is neither kept nor logged. */
  commandOf('givePicture', {
    number: z.int(),
    picture: z.string().check(z.refine(isCardPicture)),
  }),
  commandOf('retry', {}),
  commandOf('done', {}),
  commandOf('help', {}),
  commandOf('closeHelp', {}),
  /** Staff, or the patient they helped, say that they are done. */
  commandOf('doneHelping', {}),
  commandOf('startOver', {}),
  commandOf('cancelStartOver', {}),
  commandOf('confirmStartOver', {}),
  commandOf('stillHere', {}),
  /** The patient touched or typed; sent at most once a second. Only restarts the idle time. */
  commandOf('activity', {}),
])

export type PatientCommand = z.infer<typeof patientCommand>

/** Everything that a page can ask of main. */
export const command = z.discriminatedUnion('type', [patientCommand, staffCommand])
export type Command = z.infer<typeof command>

/** Why a command was not carried out. */
const refusal = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('malformed') }),
  z.strictObject({ kind: z.literal('notAccepted'), type: z.string() }),
  z.strictObject({ kind: z.literal('notAllowed') }),
])
export type Refusal = z.infer<typeof refusal>

/** Main's answer to a command. What changed arrives as a `View`, not here. */
export const reply = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true) }),
  z.strictObject({ ok: z.literal(false), error: refusal }),
])
export type Reply = z.infer<typeof reply>

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
 * How many errors the visit has met until now. It makes a view of an error that is made again, so that the
 * screen says it again.
 */
const errorCount = z.int()

/** Whether a wrong answer now is the last that is taken. */
const lastTry = z.boolean()

/** The screens of a visit: one question, or one piece of news, each. */
export const patientScreen = z.discriminatedUnion('name', [
  screenOf('welcome', {}),
  screenOf('contact', {
    channel,
    /** Set when both channels must be proved: which of the two this is. */
    step: z.nullable(z.strictObject({ current: z.int(), total: z.int() })),
    /** Region (ISO 3166-1 alpha-2) by whose habit a phone number is grouped while it is typed. */
    phoneRegion: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
    canUseOtherChannel: z.boolean(),
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
    /** Characters of a code, and what they are. */
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
    /** Where the code went. `masked`: the end of a number, or an address but for its name; `whole` after `showContact`. */
    sentTo: z.strictObject({
      masked: z.string(),
      whole: z.nullable(z.string()),
      canShow: z.boolean(),
    }),
    lastTry,
  }),
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
  screenOf('findingForms', {}),
  screenOf('choosePacket', { packets: z.array(packetChoice) }),
  screenOf('publicFormsOffer', {}),
  screenOf('opening', {}),
  /**
   * `completion` complete: the service has all of it, and the page has a moment to say so; unknown: forms of the public
   * link, of which the service tells nothing.
   */
  screenOf('completing', {
    packetName: z.nullable(z.string()),
    completion: z.enum(['open', 'complete', 'unknown']),
    /** The field of the form that the patient chose, and whether they put Foyer's keys away. */
    typing: z.optional(z.strictObject({ ...focusedField.shape, isHidden: z.boolean() })),
    /** A paper that the form's page opened (a privacy policy, a consent text) lies over the form. */
    paper: z.optional(z.boolean()),
    /** What the bar says for a while: the form asked for a file, and here is none; or it had one, or a paper, to give. */
    note: z.optional(z.enum(['files', 'handout'])),
    /** Set once somebody left the form by the keyboard, which the bar has from then on. */
    barEntry: z.optional(barEntry),
  }),
  /** The patient wants to stop, or the page asked to be closed; main asks the service. */
  screenOf('confirming', {}),
  /** The service says that forms are still open; `formsLeft` where it tells how many. */
  screenOf('unfinished', { formsLeft: z.nullable(z.int()) }),
  /**
   * `kind` saved: the patient leaves half way, the answers are kept; closed: forms of the public link, of
   * which the service does not tell whether they were sent. `closesInMs`: until the wipe.
   */
  screenOf('finished', { kind: z.enum(['complete', 'saved', 'closed']), closesInMs: z.int() }),
  /** A member of staff takes over; the reason is in the log under this number, never here. */
  screenOf('askStaff', { helpNumber: z.string(), closesInMs: z.int() }),
  /** Too many codes or wrong codes. */
  screenOf('tooManyTries', { helpNumber: z.string(), closesInMs: z.int() }),
  screenOf('nothingWaiting', { closesInMs: z.int() }),
  /** The service cannot be reached or does not work now; the visit waits where it was. */
  screenOf('unavailable', { retrying: z.boolean(), helpNumber: z.string() }),
  /** The kiosk cannot serve anyone (no credentials, no grant): nothing technical here. */
  screenOf('outOfService', {}),
])
type PatientScreen = z.infer<typeof patientScreen>

/** Every screen. */
const screen = z.discriminatedUnion('name', [patientScreen, staffScreen])
export type Screen = z.infer<typeof screen>
/** Name of a patient's screen. */
export type ScreenName = PatientScreen['name']

/** What lies over the screen, if anything. */
const overlay = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('help'), helpNumber: z.string() }),
  z.strictObject({ name: z.literal('idleWarning'), closesInMs: z.int() }),
  z.strictObject({ name: z.literal('startOver') }),
  /** Size of text, colours and language. */
  z.strictObject({ name: z.literal('display') }),
  /** The form's page asks, in its own words: plain text, of bounded length, that nobody but the page answers for. */
  z.strictObject({
    name: z.literal('formAsks'),
    /** Tells one dialog from the next. */
    number: z.int(),
    kind: z.enum(['alert', 'confirm', 'prompt', 'leave']),
    text: z.string(),
    /** What stands in the field of a `prompt` at first. */
    typed: z.string(),
  }),
  /** The form's page takes a picture, and the patient takes one with Foyer's camera (`givePicture`), or none. */
  z.strictObject({ name: z.literal('camera'), number: z.int() }),
  /** The visit lasts too long: it ends unless the patient takes more time, where they still can (`stillHere`). */
  z.strictObject({
    name: z.literal('visitEnds'),
    closesInMs: z.int(),
    canExtend: z.boolean(),
    helpNumber: z.string(),
  }),
  /**
   * Over the staff panel alone, and takes no tap. `staysByTouch`: nobody has touched it for long, and any touch ends
   * it; else the panel has been open as long as it may be.
   */
  z.strictObject({
    name: z.literal('staffLocks'),
    locksInMs: z.int(),
    staysByTouch: z.boolean(),
  }),
])
export type Overlay = z.infer<typeof overlay>

/** The clinic as a screen knows it: from the location's branding, or the clinic's settings. */
export const clinic = z.strictObject({
  name: z.string(),
  /** `#rrggbb`; contrast is the renderer's duty. */
  color: z.string().check(z.regex(/^#[0-9a-f]{6}$/i)),
  logoLetter: z.string().check(z.maxLength(2)),
  logoLetterColor: z.string().check(z.regex(/^#[0-9a-f]{6}$/i)),
  /** Languages on offer, in order; the first is the clinic's own. */
  locales: z.array(locale).check(z.minLength(1)),
})
export type Clinic = z.infer<typeof clinic>

/**
 * All that a renderer may know. Built by one function from the visit's snapshot. It holds no token,
 * secret, patient id, completion URL, nor anything that a patient typed; but the words of a dialog of the form's page
 * are that page's.
 */
export const view = z.strictObject({
  /** Rises with every view of one process; a renderer ignores a lower one than it has shown. */
  sequence: z.int(),
  locale,
  display,
  clinic,
  screen: screen,
  overlay: z.nullable(overlay),
  /** Staff help with the visit (`doneHelping` ends it). */
  assisted: z.optional(z.literal(true)),
})
export type View = z.infer<typeof view>
