import type { Id } from '../../../../contract/values.ts'
import type { CodeRules } from '../../../../contract/wire-profile.ts'
import type { ArrivalEnding } from '../../../../shared/arrival.ts'
import type { CalendarDate } from '../../../../shared/calendar-date.ts'
import { type Display, standardDisplay } from '../../../../shared/display.ts'
import type { FocusedField } from '../../../../shared/focused-field.ts'
import type { BarEntry, Way } from '../../../../shared/form-entry.ts'
import type { HelpHeard } from '../../../../shared/overlay.ts'
import type { Channel, Locale } from '../../../../shared/ipc.ts'
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

/** `field`: null while none has the focus by the patient's choice. */
export const noTyping = { field: null as FocusedField | null, isHidden: false }

/** Tells whether Foyer's keys are wanted beside the form. */
export const wantsKeys = ({ field, isHidden }: Readonly<typeof noTyping>): boolean =>
  field !== null && !isHidden

export type VisitSettings = Pick<Settings, 'identity' | 'packets' | 'idle'>

export type AskHelp = (asked: Omit<HelpAsked, 'screen'>, onChange: () => void) => HelpCall

/** A request of the form's page for an answer, numbered so that a late answer meets no other one. */
export type OpenDialog = PageRequest & { readonly number: number }

export interface VisitPorts {
  readonly service: CheckInService
  readonly openForm: OpenForm
  /** Undefined, as the next ones: the clinic does not want it, or no desk can be reached. */
  readonly offline?: OfflinePort | undefined
  readonly ownPhone?: OwnPhonePort | undefined
  readonly arrival?: ArrivalPort | undefined
  readonly deskCode?: DeskCodePort | undefined
  readonly attempts: Attempts
  readonly askHelp?: AskHelp | undefined
  readonly desk?: DeskPort | undefined
  /** Adds the visit's help number by itself. */
  readonly log: Log
  readonly settings: VisitSettings
  readonly code: CodeRules
  /** The first is the clinic's. */
  readonly locales: readonly Locale[]
  readonly now: () => number
  readonly today: () => CalendarDate
}

export interface VisitInput {
  readonly ports: VisitPorts
  readonly helpNumber: string
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

export interface SentCode {
  readonly proof: Proof
  readonly sentAt: number
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
  proved: [] as readonly Channel[],
  contact: null as string | null,
  contactError: null as ContactError | null,
  proof: null as Proof | null,
  sent: new Map() as ReadonlyMap<string, SentCode>,
  resent: false,
  byVoice: false,
  /** True if the proof was lost on the service, and another one was asked for, since the contact was given. */
  proofRenewed: false,
  refusedContacts: 0,
  unclearCodes: 0,
  /** Times from which the limits let a code be tried, and another one be sent, on the monotonic clock. */
  tryAt: 0,
  sendAt: 0,
  codeError: null as 'incomplete' | 'wrong' | 'expired' | null,
  deskCode: {
    error: null as 'incomplete' | 'wrong' | 'unheard' | null,
    tries: 0,
    packetId: null as Id | null,
  },
  /** True if the contact is shown in whole; it is once. */
  contactShown: 'never' as 'never' | 'now' | 'before',
  lastTry: false,
  isForAnother: false,
  /** Only until it was compared; until then it opens a visit that help locked. */
  typedDate: null as CalendarDate | null,
  dateError: null as 'notADate' | 'notMatched' | null,
  /** Of the record, or given for an intake without the network; it opens a visit that help locked. */
  provenDate: null as CalendarDate | null,
  /** The contact of a visit that has no record, or none yet; by it such a visit that help locked is opened again. */
  lockContact: null as string | null,
  lockError: null as 'empty' | 'notADate' | 'notValid' | 'notMatched' | null,
  lockTries: 0,
  errorCount: 0,
  patientId: null as Id | null,
  arrival: null as ArrivalFinding | null,
  arriving: null as ArrivalAppointment | null,
  arrivalEnding: null as ArrivalEnding['state'] | null,
  packets: [] as readonly PacketSummary[],
  packetIsCreated: false,
  packet: null as PacketSummary | null,
  url: null as string | null,
  phoneCode: null as { readonly code: QrCode; readonly endsAt: number } | null,
  failures: 0,
  retryAfterMs: 0,
  /** Begin of the patient's wait for the service, on the monotonic clock; null while the visit waits for the patient. */
  waitsSince: null as number | null,
  /** On the monotonic clock: until then the service may lag behind the patient, and a no of it is asked again. */
  lagsUntil: 0,
  waitsFor: null as string | null,
  name: null as PersonName | null,
  nameError: null as NameError | null,
  captureId: null as string | null,
  expected: null as ExpectedAppointment | null,
  formsLost: 0,
  /** True if the page that is open asked to be closed: then there is no way back to it but opening it again. */
  pageIsOver: false,
  packetIsComplete: false,
  formsLeft: null as number | null,
  formWasUseless: false,
  since: input.ports.now(),
  paper: false,
  dialog: null as OpenDialog | null,
  overSince: 0,
  timesExtended: 0,
  finished: 'complete' as 'complete' | 'saved' | 'closed' | 'kept' | 'ownPhone',
  ending: 'done' as VisitOutcome,
  anotherIsNext: false,
  typing: noTyping,
  /** `files`: for a file that the form asked for; `handout`: for a print or download that it would give. */
  note: null as FormNote | null,
  barEntry: null as BarEntry | null,
  /** Null without a call for help, or if nobody is known to have received it. */
  helpHeard: null as HelpHeard | null,
})

export type VisitContext = Readonly<ReturnType<typeof firstContext>>

export interface InContext {
  readonly context: VisitContext
}
export interface Given extends InContext {
  readonly event: VisitEvent
}

/** Picks from a visit what the next person with its contact need not give again. */
export function sharedContact(context: VisitContext): SharedContact {
  const { channel, contact, proved, locale, display } = context
  return { channel, contact, lockContact: contact, proved, locale, display }
}

export type FormEvent =
  | { readonly type: 'activity'; readonly inForm: true }
  | { readonly type: 'form.opened' | 'form.gone' | 'form.realKey' | 'form.useless' }
  | { readonly type: 'form.failed'; readonly failure: OpenFormError }
  | { readonly type: 'form.sign'; readonly sign: FormSign }
  | { readonly type: 'form.field'; readonly field: FocusedField | undefined }
  | { readonly type: 'form.left'; readonly way: Way }
  | { readonly type: 'form.finished' }
  | { readonly type: 'form.paper'; readonly open: boolean }
  | { readonly type: 'form.bug'; readonly error: unknown }
  | { readonly type: 'dialog.asked'; readonly dialog: OpenDialog }

export interface HelpHeardEvent {
  readonly type: 'help.heard'
  readonly heard: HelpHeard | null
}

export type VisitEvent =
  | VisitCommand
  | FormEvent
  | HelpHeardEvent
  | { readonly type: 'restartIdle' | 'uncover' | 'dialog.over' | 'contact.hidden' | 'note.over' }
  | { readonly type: 'packet.completed' | 'connection.changed' }
  /** The service turned out not to want us; only a visit that has not begun ends by it. */
  | { readonly type: 'notServed' }
  | { readonly type: 'staff.hold' | 'staff.help' | 'staff.release' | 'staff.left' | 'desk.lock' }
  | { readonly type: 'desk.begin'; readonly code: string }
  | { readonly type: 'endNow'; readonly ending: VisitOutcome }

const resendCooldownMs = 30_000

/** Computes until when no other code may follow a sent one, on the monotonic clock; 0 for one in doubt. */
export function cooldownEnd(sent: SentCode | undefined): number {
  return sent?.arrived ? sent.sentAt + resendCooldownMs : 0
}

/** Finds the newest code that was sent to the present contact. */
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

/** Returns a value that this state cannot be without; throws for a missing one (a bug). */
export function assertPresent<T>(value: T | null | undefined, name: string): T {
  if (value === null || value === undefined) throw new Error(`the visit has no ${name} here`)
  return value
}
