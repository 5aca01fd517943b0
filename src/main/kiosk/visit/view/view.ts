import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { deskCodeDigits } from '../../../../shared/code.ts'
import { standardDisplay } from '../../../../shared/display.ts'
import type { Channel, Screen } from '../../../../shared/ipc.ts'
import type { Overlay } from '../../../../shared/overlay.ts'
import {
  isDownForEverybody,
  isOfflineOffered,
  isOfflineOfferedInForm,
  isWaitTold,
} from '../machine/patience.ts'
import { isLastLockTry } from '../machine/regions.ts'
import { choiceKey, mayCheckInAnother, mayUseDeskCode, mayUseOwnPhone } from '../machine/rules.ts'
import { type VisitSnapshot, isLocked } from '../machine/visit-machine.ts'
import { mostExtensions } from '../machine/visit-setup.ts'
import { type VisitContext, assertPresent, mayCall, resendAt } from '../machine/visit-types.ts'
import { msUntil, type ViewContent, type ViewFrame } from './view-frame.ts'

/** Masks a contact for all but its owner: a number's last two digits, or an address's first letter and domain. */
export function maskedContact(channel: Channel, contact: string): string {
  if (channel === 'sms') return contact.slice(-2)
  const at = contact.lastIndexOf('@')
  return `${contact.slice(0, 1)}…${contact.slice(at)}`
}

/** Writes a contact as people do: a number (E.164) in groups, an address as it is. */
export function wholeContact(contact: string): string {
  return parsePhoneNumberFromString(contact)?.formatInternational() ?? contact
}

function overlayOf(snapshot: VisitSnapshot, now: number): Overlay | null {
  const { context } = snapshot
  const { warningMs } = context.ports.settings.idle
  const closesInMs = (since: number) => msUntil(since + warningMs, now)
  const isOpen = (open: 'help' | 'startOver' | 'display') =>
    snapshot.matches({ running: { overlay: { open } } })
  const { helpNumber, helpHeard: heard } = context
  if (isOpen('help')) return { name: 'help', helpNumber, ...(heard && { heard }) }
  if (isOpen('startOver')) return { name: 'startOver' }
  if (isOpen('display')) return { name: 'display' }
  if (snapshot.matches({ running: { length: 'over' } }))
    return {
      name: 'visitEnds',
      closesInMs: closesInMs(context.overSince),
      canExtend: context.timesExtended < mostExtensions,
      helpNumber,
    }
  if (snapshot.matches({ running: { overlay: 'idleWarning' } }))
    return { name: 'idleWarning', closesInMs: closesInMs(context.since) }
  const { dialog } = context
  if (!dialog || isLocked(snapshot)) return null
  return dialog.kind === 'picture'
    ? { name: 'camera', number: dialog.number }
    : { name: 'formAsks', ...dialog }
}

type Flow = Extract<VisitSnapshot['value'], { running: unknown }>['running']['flow']
type StepName<V> = V extends string ? V : V extends object ? keyof V & string : never
export type Step = Exclude<StepName<Flow>, 'forms' | 'last'> | FormStep | LastStep
type FormStep = StepName<Extract<Flow, { forms: unknown }>['forms']>
type LastStep = StepName<Extract<Flow, { last: unknown }>['last']>

function keyOf(value: string | object): string {
  return typeof value === 'string' ? value : (Object.keys(value)[0] as string)
}

function stepOf(flow: Flow): Step {
  if (typeof flow === 'object' && 'forms' in flow) return keyOf(flow.forms) as Step
  if (typeof flow === 'object' && 'last' in flow) return keyOf(flow.last) as Step
  return keyOf(flow) as Step
}

function contactStep({ ports, proved }: VisitContext) {
  return ports.settings.identity.channels === 'both'
    ? { current: proved.length + 1, total: 2 }
    : null
}

const phoneRegion = (channel: Channel, { ports }: VisitContext) =>
  channel === 'sms' ? { phoneRegion: ports.settings.identity.phoneRegion } : {}

function sentTo({ channel, contact: known, contactShown }: VisitContext) {
  const contact = assertPresent(known, 'contact')
  return {
    masked: maskedContact(channel, contact),
    whole: contactShown === 'now' ? wholeContact(contact) : null,
    canShow: contactShown === 'never',
  }
}

type ScreenOf = (context: VisitContext, now: number) => Screen

const closesInMs = ({ since, ports }: VisitContext, now: number) =>
  msUntil(since + ports.settings.idle.lastScreenMs, now)

const nameScreen = ({ nameError, errorCount }: VisitContext, offline: boolean): Screen => ({
  name: 'fullName',
  offline,
  error: nameError,
  errorCount,
})

const contactScreen = (
  context: VisitContext,
  step: ReturnType<typeof contactStep>,
  canUseDeskCode: boolean,
): Screen => ({
  name: 'contact',
  channel: context.channel,
  step,
  ...phoneRegion(context.channel, context),
  canUseOtherChannel: context.ports.settings.identity.channels === 'either',
  canUseDeskCode,
  error: context.contactError,
  errorCount: context.errorCount,
})

const dateOfBirth = ({ isForAnother, dateError, errorCount, lastTry }: VisitContext): Screen => ({
  name: 'dateOfBirth',
  isForAnother,
  error: dateError,
  errorCount,
  lastTry,
})

function arrivalIn({ arrival, arrivalEnding: state, locale, ports }: VisitContext) {
  if (state === null) return {}
  const time = state === 'early' ? (arrival?.appointments[0]?.time ?? null) : null
  return { arrival: { state, time, directions: ports.arrival?.directions(locale) ?? null } }
}

const leadsToDesk =
  (name: 'askStaff' | 'tooManyTries'): ScreenOf =>
  (context, now) => ({
    name,
    helpNumber: context.helpNumber,
    closesInMs: closesInMs(context, now),
  })

const screens: Readonly<Record<Step, ScreenOf>> = {
  welcome: (context) => ({
    name: 'welcome',
    ...(isDownForEverybody({ context }) && { isResting: true }),
  }),
  contact: (context) => contactScreen(context, contactStep(context), mayUseDeskCode(context)),
  sending: ({ channel, sendAt }, now) => ({
    name: 'sending',
    channel,
    waitMs: msUntil(sendAt, now),
  }),
  code: (context, now) => ({
    name: 'code',
    channel: context.channel,
    length: context.ports.code.length,
    alphabet: context.ports.code.alphabet,
    error: context.codeError,
    errorCount: context.errorCount,
    waitMs: msUntil(context.tryAt, now),
    resendInMs: msUntil(resendAt(context), now),
    resent: context.resent,
    canCall: mayCall(context),
    called: context.byVoice,
    sentTo: sentTo(context),
    lastTry: context.lastTry,
  }),
  deskCode: ({ deskCode: { error }, errorCount, tryAt, lastTry }, now) => ({
    name: 'deskCode',
    length: deskCodeDigits,
    error,
    errorCount,
    lastTry,
    waitMs: msUntil(tryAt, now),
  }),
  checkingDeskCode: () => ({ name: 'checkingDeskCode' }),
  checking: ({ channel }) => ({ name: 'checking', channel }),
  matching: () => ({ name: 'matching' }),
  dateOfBirth: (context) => dateOfBirth(context),
  comparing: () => ({ name: 'matching' }),
  findingArrival: () => ({ name: 'matching' }),
  arrival: (context) => {
    const { kind, appointments } = assertPresent(context.arrival, 'arrival')
    if (kind === 'none') throw new Error('there is no arrival to tell of')
    const visits = appointments.map(({ time, with: who, what, place }, index) => ({
      key: choiceKey(index),
      time,
      with: who,
      what,
      place,
    }))
    return { name: 'arrival', kind, visits }
  },
  confirmingArrival: () => ({ name: 'findingForms' }),
  settlingArrival: () => ({ name: 'findingForms' }),
  findingForms: () => ({ name: 'findingForms' }),
  choosePacket: ({ packets }) => ({
    name: 'choosePacket',
    packets: packets.map(({ name, dueDate, started }, index) => ({
      key: choiceKey(index),
      name,
      dueDate,
      started,
    })),
  }),
  whereToFillIn: (context) => ({
    name: 'whereToFillIn',
    canUseOwnPhone: mayUseOwnPhone({ context }),
  }),
  ownPhone: ({ phoneCode }, now) =>
    phoneCode
      ? { name: 'ownPhone', code: phoneCode.code, closesInMs: msUntil(phoneCode.endsAt, now) }
      : { name: 'opening' },
  publicFormsOffer: () => ({ name: 'publicFormsOffer' }),
  fullName: (context) => nameScreen(context, false),
  matchingByName: () => ({ name: 'matching' }),
  offlineName: (context) => nameScreen(context, true),
  offlineBirthDate: (context) => dateOfBirth(context),
  offlineContact: (context) => contactScreen(context, null, false),
  offlineBeginning: () => ({ name: 'opening' }),
  opening: () => ({ name: 'opening' }),
  loading: () => ({ name: 'opening' }),
  completing: ({ packet, captureId, packetIsComplete, typing, paper, note, barEntry }) => ({
    name: 'completing',
    packetName: packet?.name ?? null,
    completion: captureId ? 'offline' : packetIsComplete ? 'complete' : packet ? 'open' : 'unknown',
    ...(typing.field && !paper && { typing: { ...typing.field, isHidden: typing.isHidden } }),
    ...(paper && { paper }),
    ...(note && { note }),
    ...(barEntry && { barEntry }),
  }),
  cutOff: (context) => ({
    name: 'cutOff',
    ...(isOfflineOfferedInForm(context) && { canGoOffline: true }),
  }),
  confirming: () => ({ name: 'confirming' }),
  unfinished: ({ formsLeft }) => ({ name: 'unfinished', formsLeft }),
  lost: () => ({ name: 'opening' }),
  finished: (context, now) => ({
    name: 'finished',
    kind: context.finished,
    ...(mayCheckInAnother(context) && { canCheckInAnother: true }),
    ...(context.finished === 'kept' && context.expected && { expected: context.expected }),
    ...arrivalIn(context),
    closesInMs: closesInMs(context, now),
  }),
  askStaff: leadsToDesk('askStaff'),
  tooManyTries: leadsToDesk('tooManyTries'),
  nothingWaiting: (context, now) => ({
    name: 'nothingWaiting',
    closesInMs: closesInMs(context, now),
    ...(mayCheckInAnother(context) && { canCheckInAnother: true }),
    ...arrivalIn(context),
  }),
}

function lockScreen(context: VisitContext): Screen {
  const { channel, lockError: error, errorCount } = context
  const told = { errorCount, lastTry: isLastLockTry(context) }
  if (context.lockContact === null)
    return { name: 'locked', error: error === 'notMatched' ? error : error && 'notADate', ...told }
  const region = phoneRegion(channel, context)
  const byContact = { name: 'lockedByContact', channel, ...region, ...told } as const
  return { ...byContact, error: error === 'notADate' ? null : error }
}

function screenOf(snapshot: VisitSnapshot, flow: Flow, now: number): Screen {
  const { context } = snapshot
  if (isLocked(snapshot)) return lockScreen(context)
  const trying = snapshot.hasTag('calling')
  // The first failure is retried within seconds: the patient sees no outage that may be none.
  const isDown = (trying || snapshot.hasTag('waiting')) && isWaitTold(context)
  return isDown
    ? {
        name: 'unavailable',
        retrying: trying,
        helpNumber: context.helpNumber,
        ...(isOfflineOffered(context) && { canGoOffline: true }),
      }
    : screens[stepOf(flow)](context, now)
}

/** Names the screen that a visit shows; of one that is locked, that beneath. */
export function screenNameOf({ value, context }: VisitSnapshot): string {
  return typeof value === 'string'
    ? 'welcome'
    : screens[stepOf(value.running.flow)](context, 0).name
}

/** Builds the view of a kiosk that is between two visits, or that cannot serve anyone. */
export function idleView(screen: 'welcome' | 'outOfService', frame: ViewFrame): ViewContent {
  return {
    locale: frame.clinic.locales[0] ?? 'en',
    display: standardDisplay,
    clinic: frame.clinic,
    screen: { name: screen },
    overlay: null,
  }
}

/** Builds a screen's view of a visit, the renderer's only access to it; one that has ended looks like the welcome. */
export function viewOf(snapshot: VisitSnapshot, frame: ViewFrame): ViewContent {
  const { value, context } = snapshot
  if (typeof value === 'string') return idleView('welcome', frame)
  return {
    locale: context.locale,
    display: context.display,
    clinic: frame.clinic,
    screen: screenOf(snapshot, value.running.flow, frame.now),
    overlay: overlayOf(snapshot, frame.now),
    ...(snapshot.matches({ running: { staff: 'helping' } }) && { assisted: true as const }),
    ...(context.helpHeard && { helpHeard: context.helpHeard }),
  }
}
