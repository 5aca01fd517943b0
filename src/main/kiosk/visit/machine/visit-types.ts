import type { Id } from '../../../../contract/values.ts'
import type { CodeRules } from '../../../../contract/wire-profile.ts'
import type { ArrivalEnding } from '../../../../shared/arrival.ts'
import type { CalendarDate } from '../../../../shared/calendar-date.ts'
import { type Display, standardDisplay } from '../../../../shared/display.ts'
import type { FocusedField } from '../../../../shared/focused-field.ts'
import type { BarEntry, FormEntry, Way } from '../../../../shared/form-entry.ts'
import type { HelpHeard } from '../../../../shared/overlay.ts'
import type { Channel, Locale } from '../../../../shared/ipc.ts'
import type { KeyInput } from '../../../../shared/key-input.ts'
import type { QrCode } from '../../../../shared/qr-code.ts'
import type { VisitOutcome } from '../../../../shared/staff.ts'
import type { FormNote } from '../../../../shared/form-notes.ts'
import type { FormSign, OpenFormError, PageRequest } from '../../../../shared/windows.ts'
import type { Settings } from '../../../settings/schema.ts'
import type { Attempts } from '../limits/attempts.ts'
import type { Log } from '../log-port.ts'
import type { CheckInService, Proof } from '../../../intake/check-in-service.ts'
import type { PacketSummary } from '../../../intake/resources/packets.ts'
import type {
  ArrivalAppointment,
  ArrivalFinding,
  ArrivalPort,
  DeskCodePort,
  DeskPort,
  ExpectedAppointment,
  HelpAsked,
  HelpCall,
  OfflinePort,
  OpenForm,
  OwnPhonePort,
} from '../ports.ts'
import type { ContactError, NameError, PersonName, VisitCommand } from './typed-values.ts'

/** The field of the form that the patient types into, and whether they put the keys away. */
type Typing = Readonly<typeof noTyping>

/** `field`: null while none has the focus by the patient's choice. */
export const noTyping = { field: null as FocusedField | null, isHidden: false }

/** Tells whether Foyer's keys are wanted beside the form. */
export const wantsKeys = ({ field, isHidden }: Typing): boolean => field !== null && !isHidden

/** Commands to the form view about keys, Foyer's and those of a real keyboard. */
export type FormKeysEvent =
  | { readonly type: 'keys'; readonly shown: boolean }
  | { readonly type: 'press'; readonly token: string; readonly key: KeyInput }
  | { readonly type: 'enter'; readonly at: FormEntry }

export type VisitSettings = Pick<Settings, 'identity' | 'packets' | 'idle'>

/** Calls for help from the screen that is shown. */
export type AskHelp = (asked: Omit<HelpAsked, 'screen'>, onChange: () => void) => HelpCall

/** A request of the form's page for an answer, numbered so that a late answer meets no other one. */
export type OpenDialog = PageRequest & { readonly number: number }

/** All that a visit needs of the world. */
export interface VisitPorts {
  readonly service: CheckInService
  readonly openForm: OpenForm
  /** Undefined where the clinic takes nobody in without the network. */
  readonly offline?: OfflinePort | undefined
  /** Undefined where the clinic lets nobody fill in forms on their own phone. */
  readonly ownPhone?: OwnPhonePort | undefined
  /** Undefined where the clinic does not ask patients whether they are here for an appointment. */
  readonly arrival?: ArrivalPort | undefined
  /** Undefined where no desk could give a code. */
  readonly deskCode?: DeskCodePort | undefined
  readonly attempts: Attempts
  /** Undefined if no desk could receive it. */
  readonly askHelp?: AskHelp | undefined
  /** Listens from elsewhere; undefined where nobody does. */
  readonly desk?: DeskPort | undefined
  /** Adds the visit's help number by itself. */
  readonly log: Log
  readonly settings: VisitSettings
  /** Form of the service's codes. */
  readonly code: CodeRules
  /** Languages on offer; the first is the clinic's. */
  readonly locales: readonly Locale[]
  /** Monotonic milliseconds. */
  readonly now: () => number
  readonly today: () => CalendarDate
}

export interface VisitInput {
  readonly ports: VisitPorts
  /** The number by which the front desk finds this visit in the log. */
  readonly helpNumber: string
  /** Contact that the patient before proved and shares with this one; null: nobody has proved anything yet. */
  readonly shared: SharedContact | null
}

export interface SharedContact {
  readonly channel: Channel
  readonly contact: string | null
  readonly lockContact: string | null
  readonly proved: readonly Channel[]
  readonly locale: Locale
  readonly display: Display
}

/** A code on its way to a contact. */
export interface SentCode {
  /** The proof that takes the code. */
  readonly proof: Proof
  /** Begin of the call that sends it, on the monotonic clock. */
  readonly sentAt: number
  /** True if the service said that it sent it. */
  readonly arrived: boolean
}

const firstChannel = ({ ports }: VisitInput): Channel =>
  ports.settings.identity.channels === 'email' ? 'email' : 'sms'

/** Makes the knowledge of a visit that begins; it lives in its machine alone, and dies with it. */
export const firstContext = (input: VisitInput) => ({
  ...input,
  locale: input.ports.locales[0] ?? 'en',
  display: standardDisplay,
  channel: firstChannel(input),
  /** Channels that the service called verified. */
  proved: [] as readonly Channel[],
  /** E.164 or an address, once one was given. */
  contact: null as string | null,
  contactError: null as ContactError | null,
  proof: null as Proof | null,
  /** By contact: the newest code that this visit sent to it. */
  sent: new Map() as ReadonlyMap<string, SentCode>,
  resent: false,
  /** True if the newest code is read aloud by a call. */
  byVoice: false,
  /** True if the proof was lost on the service, and another one was asked for, since the contact was given. */
  proofRenewed: false,
  /** Number of contacts to which the service sent no code, and of codes with an unclear answer. */
  refusedContacts: 0,
  unclearCodes: 0,
  /** Times from which the limits let a code be tried, and another one be sent, on the monotonic clock. */
  tryAt: 0,
  sendAt: 0,
  codeError: null as 'incomplete' | 'wrong' | 'expired' | null,
  /** Code of the front desk: its fault, the wrong tries of this visit, and its packet. */
  deskCode: {
    error: null as 'incomplete' | 'wrong' | 'unheard' | null,
    tries: 0,
    packetId: null as Id | null,
  },
  /** True if the contact is shown in whole; it is once. */
  contactShown: 'never' as 'never' | 'now' | 'before',
  /** True if the next wrong answer is the last one allowed. */
  lastTry: false,
  /** True if the patient came for somebody else: a child, or another person in their care. */
  isForAnother: false,
  /** Only until it was compared; until then it opens a visit that help locked. */
  typedDate: null as CalendarDate | null,
  dateError: null as 'notADate' | 'notMatched' | null,
  /**
   * Date of birth that the service's record confirms, or that an intake without the network has; it reopens a visit
   * that help locked.
   */
  provenDate: null as CalendarDate | null,
  /** The contact of a visit that has no record, or none yet; by it such a visit that help locked is opened again. */
  lockContact: null as string | null,
  lockError: null as 'empty' | 'notADate' | 'notValid' | 'notMatched' | null,
  lockTries: 0,
  /** Number of errors of contact, code and date of birth shown to the patient so far. */
  errorCount: 0,
  patientId: null as Id | null,
  /** The patient's appointments of today; null where nobody looked, or nothing could be had. */
  arrival: null as ArrivalFinding | null,
  /** The one that they said they are here for. */
  arriving: null as ArrivalAppointment | null,
  /** State that the last screen shows; null before that, and where it shows none. */
  arrivalEnding: null as ArrivalEnding['state'] | null,
  packets: [] as readonly PacketSummary[],
  /** True if the service created a packet in this visit without naming it. */
  packetIsCreated: false,
  /** The packet being filled in; null on the public link. */
  packet: null as PacketSummary | null,
  url: null as string | null,
  /** The packet's address as a code for the patient's phone, while it is shown, and its end on the monotonic clock. */
  phoneCode: null as { readonly code: QrCode; readonly endsAt: number } | null,
  /** Failed tries of the present step in a row, and how long the service asked us to wait. */
  failures: 0,
  retryAfterMs: 0,
  /** Begin of the patient's wait for the service, on the monotonic clock; null while the visit waits for the patient. */
  waitsSince: null as number | null,
  /**
   * Until when the service may lag behind the patient's last act, on the monotonic clock: before that a no of it is asked
   * again.
   */
  lagsUntil: 0,
  /** Operation that the visit asked last. */
  waitsFor: null as string | null,
  /** The patient's name, typed for an intake without the network. */
  name: null as PersonName | null,
  nameError: null as NameError | null,
  captureId: null as string | null,
  /** The appointment of today that agrees with all that its patient gave. */
  expected: null as ExpectedAppointment | null,
  formsLost: 0,
  /** True if the page that is open asked to be closed: then there is no way back to it but opening it again. */
  pageIsOver: false,
  /** True if the service called the packet complete; the desk gets this once. */
  packetIsComplete: false,
  /** Forms of the packet that were left when the service was asked; null where it does not tell. */
  formsLeft: null as number | null,
  /** A form of this visit showed nothing, and the patient tried again. */
  formWasUseless: false,
  /** Begin of the present idle time or warning, on the monotonic clock. */
  since: input.ports.now(),
  /** True if a paper that the form's page opened lies over it. */
  paper: false,
  dialog: null as OpenDialog | null,
  /** Time at which the visit became too long, on the monotonic clock, and the times that the patient extended it. */
  overSince: 0,
  timesExtended: 0,
  finished: 'complete' as 'complete' | 'saved' | 'closed' | 'kept' | 'ownPhone',
  ending: 'done' as VisitOutcome,
  anotherIsNext: false,
  typing: noTyping,
  /**
   * Temporary note in the bar beneath the form: `files`, for a file that the form asked for; `handout`, for a print or
   * download it would give.
   */
  note: null as FormNote | null,
  /** Null until somebody leaves the form that is open by the keyboard. */
  barEntry: null as BarEntry | null,
  /** Reach of the current call for help; null without one, or if nobody is known to have received it. */
  helpHeard: null as HelpHeard | null,
})

export type VisitContext = Readonly<ReturnType<typeof firstContext>>

/** Picks from a visit what the next person with its contact need not give again. */
export function sharedContact(context: VisitContext): SharedContact {
  const { channel, contact, proved, locale, display } = context
  return { channel, contact, lockContact: contact, proved, locale, display }
}

export type FormEvent =
  | { readonly type: 'activity'; readonly inForm: true }
  | { readonly type: 'form.opened' }
  | { readonly type: 'form.failed'; readonly failure: OpenFormError }
  | { readonly type: 'form.gone' }
  | { readonly type: 'form.sign'; readonly sign: FormSign }
  | { readonly type: 'form.field'; readonly field: FocusedField | undefined }
  | { readonly type: 'form.realKey' }
  | { readonly type: 'form.left'; readonly way: Way }
  | { readonly type: 'form.useless' }
  | { readonly type: 'form.finished' }
  | { readonly type: 'form.paper'; readonly open: boolean }
  | { readonly type: 'form.bug'; readonly error: unknown }
  | { readonly type: 'dialog.asked'; readonly dialog: OpenDialog }

/** Reports if somebody received the call for help. */
export interface HelpHeardEvent {
  readonly type: 'help.heard'
  readonly heard: HelpHeard | null
}

/** Everything that moves a visit: the patient's commands, the form view, and what nobody outside may send. */
export type VisitEvent =
  | VisitCommand
  | FormEvent
  | HelpHeardEvent
  | { readonly type: 'restartIdle' }
  /** The service calls the packet complete; sent once while a form is open. */
  | { readonly type: 'packet.completed' }
  /** The state of the connection to the service has changed; sent while the service's own page is open. */
  | { readonly type: 'connection.changed' }
  /** The form behind an open dialog is no longer visible. */
  | { readonly type: 'dialog.over' }
  /** The contact was shown in whole for long enough. */
  | { readonly type: 'contact.hidden' }
  /** The note in the bar beneath the form has stood long enough. */
  | { readonly type: 'note.over' }
  /** The overlay gives way to a warning. */
  | { readonly type: 'uncover' }
  /** The service turned out not to want us; only a visit that has not begun ends by it. */
  | { readonly type: 'notServed' }
  /** Staff are in their panel, and the visit waits for them; they help with it; they leave it as it is. */
  | { readonly type: 'staff.hold' }
  | { readonly type: 'staff.help' }
  | { readonly type: 'staff.release' }
  /** The front desk sends the patient to whom it gave `code`. */
  | { readonly type: 'desk.begin'; readonly code: string }
  | { readonly type: 'desk.lock' }
  /** Staff do not help any more. */
  | { readonly type: 'staff.left' }
  /** Someone else needs the kiosk: the visit ends where it stands. */
  | { readonly type: 'endNow'; readonly ending: VisitOutcome }

export interface VisitOutput {
  readonly ending: VisitOutcome
  /** For the next visit; null unless another person with this contact begins it. */
  readonly shared: SharedContact | null
}

const resendCooldownMs = 30_000

/** Computes until when no other code may follow a sent one, on the monotonic clock; 0 for one in doubt. */
export function cooldownEnd(sent: SentCode | undefined): number {
  return sent?.arrived ? sent.sentAt + resendCooldownMs : 0
}

/** The newest code that was sent to the present contact. */
export function newestCode({ sent, contact }: VisitContext): SentCode | undefined {
  return contact === null ? undefined : sent.get(contact)
}

/** Computes from when another code may be sent to the present contact, on the monotonic clock. */
export function resendAt(context: VisitContext): number {
  return Math.max(context.sendAt, cooldownEnd(newestCode(context)))
}

/** Tells whether the service can read a code aloud to the present contact. */
export function mayCall({ channel, ports }: VisitContext): boolean {
  return channel === 'sms' && ports.code.voice
}

/** A value that this state cannot be without; a missing one is a bug. */
export function assertPresent<T>(value: T | null, name: string): T {
  if (value === null) throw new Error(`the visit has no ${name} here`)
  return value
}
