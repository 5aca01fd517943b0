import { and, assertEvent, assign, not, or, stateIn } from 'xstate'
import type { ProofStatus } from '../../../../contract/readers/proof.ts'
import type { Id } from '../../../../contract/values.ts'
import type { ArrivalEnding } from '../../../../shared/arrival.ts'
import { deskCodeDigits } from '../../../../shared/code.ts'
import { standardDisplay } from '../../../../shared/display.ts'
import type { QrCode } from '../../../../shared/qr-code.ts'
import type { Result } from '../../../../shared/result.ts'
import type { OpenFormError } from '../../../../shared/windows.ts'
import type { ServiceError, ServiceErrorKind } from '../../../intake/http/errors.ts'
import { isRefusal, retryAfterOf } from '../../../intake/http/refusal.ts'
import { sendWaitMs } from '../limits/attempts.ts'
import type { PacketProgress, Proof } from '../../../intake/check-in-service.ts'
import type { PacketSummary } from '../../../intake/resources/packets.ts'
import type { ArrivalAppointment, ArrivalFinding, DeskCodeMatch } from '../ports.ts'
import { deskCodeSubject, personOf } from './calls.ts'
import { isOfflineOffered, offlineOfferMs, patienceMs, untilWaited } from './patience.ts'
import { meaningOf, retryDelayMs } from './service-failure.ts'
import { assertPresent, cooldownEnd } from './visit-types.ts'
import type { Given, InContext, SentCode, VisitContext, VisitEvent } from './visit-types.ts'

const assigned = (change: (given: Given) => Partial<VisitContext>) =>
  assign<VisitContext, VisitEvent, undefined, VisitEvent, never>(change)

interface Answers {
  readonly packet: PacketSummary
  readonly packets: readonly PacketSummary[]
  readonly progress: PacketProgress
  readonly proofStatus: ProofStatus
  readonly finding: ArrivalFinding
  readonly deskCode: DeskCodeMatch
  readonly drawn: Result<QrCode, OpenFormError>
  readonly proof: Proof
  readonly patient: Id
  readonly url: string
  readonly capture: string
  readonly word: string
}

/** The caller knows which call the event ends, and names its value. */
const resultOf = <Name extends keyof Answers>(event: VisitEvent, _name?: Name) =>
  (event as unknown as { readonly output: Result<Answers[Name], ServiceError> }).output

function answerOf<Name extends keyof Answers>(event: VisitEvent, name: Name) {
  const result = resultOf(event, name)
  return result.ok ? result.value : undefined
}

function failureOf(event: VisitEvent): ServiceError | undefined {
  const result = resultOf(event)
  return result.ok ? undefined : result.error
}

/** Reads the error of a call; throws where it went well. */
export const errorOf = (event: VisitEvent): ServiceError =>
  assertPresent(failureOf(event), 'failed call')

/** Reads the value of a call; throws where it failed. */
export function valueOf<Name extends keyof Answers>(event: VisitEvent, name: Name): Answers[Name] {
  const result = resultOf(event, name)
  if (!result.ok) throw new Error('a call that failed is taken for a success')
  return result.value
}

/** Tells whether a comparison has just ended, and found the date of the record. */
export const isSameDate = (event: object): boolean =>
  'output' in event && answerOf(event as unknown as VisitEvent, 'word') === 'same'

/** Reads the contact of a `submitContact`. */
export const contactOf = (event: VisitEvent) => {
  assertEvent(event, 'submitContact')
  return event.contact
}

/** Finds the code that went to the typed contact so short a time ago that no other may follow it yet. */
export function codeOnItsWay(context: VisitContext, event: VisitEvent): SentCode | undefined {
  const contact = contactOf(event)
  const sent = contact.ok ? context.sent.get(contact.value) : undefined
  return context.ports.now() < cooldownEnd(sent) ? sent : undefined
}

/** Reads the date of a `submitDateOfBirth`. */
export const dateOf = (event: VisitEvent) => {
  assertEvent(event, 'submitDateOfBirth')
  return event.date
}

/** Names a choice in one view by its place in the list, from 1. */
export function choiceKey(index: number): string {
  return String(index + 1)
}

function chosenOf<T>(choices: readonly T[], key: string): T | undefined {
  return choices.find((_, index) => choiceKey(index) === key)
}

const mostUnclearCodes = 3

const isFirstOfTwo = ({ ports, proved }: VisitContext) =>
  ports.settings.identity.channels === 'both' && proved.length === 0
function meaningIn(event: VisitEvent) {
  const failure = failureOf(event)
  return failure && meaningOf(failure)
}
const isForGood = (event: VisitEvent) => meaningIn(event) === 'staff'
const proofState = (event: VisitEvent) => answerOf(event, 'proofStatus')?.state

const mayLag = ({ ports, lagsUntil }: VisitContext): boolean => ports.now() < lagsUntil

const packetsThatWait = (event: VisitEvent) => answerOf(event, 'packets')
const noneWaits = (event: VisitEvent) => packetsThatWait(event)?.length === 0

const packetOfDeskCode = ({ context, event }: Given) =>
  packetsThatWait(event)?.find(({ id }) => String(id) === String(context.deskCode.packetId))

const chosenPacket = ({ context, event }: Given) => {
  assertEvent(event, 'choosePacket')
  return chosenOf(context.packets, event.key)
}

const confirmable: ReadonlySet<ArrivalFinding['kind']> = new Set(['due', 'late', 'several'])

const isConfirmable = ({ arrival }: VisitContext) =>
  arrival !== null && confirmable.has(arrival.kind)

function chosenAppointment({ context, event }: Given): ArrivalAppointment | undefined {
  assertEvent(event, 'confirmArrival')
  return chosenOf(context.arrival?.appointments ?? [], event.key)
}

const arrivalEndings: Partial<Record<ArrivalFinding['kind'], ArrivalEnding['state']>> = {
  arrived: 'checkedIn',
  early: 'early',
  elsewhere: 'remote',
  telehealth: 'remote',
  none: 'none',
}

function arrivalEndingOf(context: VisitContext): ArrivalEnding['state'] | null {
  const { arrival, arriving, finished, ports } = context
  if (arriving) return ports.arrival?.state(arriving.id) === 'known' ? 'checkedIn' : 'desk'
  // Nothing that was booked since the network went can be seen.
  if (finished === 'kept' && arrival?.kind === 'none') return null
  // Confirmed or not, all else is for the desk until the clinic is known to know.
  return arrival && (arrivalEndings[arrival.kind] ?? 'desk')
}

/** Tells whether the patient before proved the contact of this one. */
export const isShared = ({ context }: InContext): boolean => context.shared !== null

/** Tells whether the contact that was proved is one of several people, who were told apart by their names. */
export const mayCheckInAnother = ({ name, proved, captureId }: VisitContext): boolean =>
  name !== null && proved.length > 0 && captureId === null

const asksTooLong = (context: VisitContext, event: VisitEvent): boolean =>
  retryAfterOf(failureOf(event)) > untilWaited(context, patienceMs.person)

const mostDeskCodes = 5

/** Tells whether a patient may begin with a code of the front desk: a desk can be asked, and nothing is proved yet. */
export const mayUseDeskCode = ({ ports, proved }: VisitContext): boolean =>
  proved.length === 0 && (ports.deskCode?.isOffered() ?? false)

/** Tells whether the front desk may begin the visit: a desk can be asked, and so can the service. */
export const deskMayBegin = ({ context }: InContext): boolean =>
  mayUseDeskCode(context) && !context.ports.offline?.isDown()

const isLastDeskCode = ({ deskCode }: VisitContext) => deskCode.tries + 1 >= mostDeskCodes

const deskCodeFailed = (error: VisitContext['deskCode']['error'], isTry: boolean) =>
  assigned(({ context: { deskCode, errorCount } }) => ({
    deskCode: { ...deskCode, error, tries: deskCode.tries + (isTry ? 1 : 0) },
    errorCount: errorCount + 1,
  }))

/** Tells whether the forms can be filled in on the patient's own phone: the clinic wants it, and the service is reached. */
export const mayUseOwnPhone = ({ context: { ports, packet } }: InContext): boolean =>
  packet !== null && ports.ownPhone !== undefined && !ports.ownPhone.isDown()

function codeRefusalOf(event: VisitEvent): OpenFormError | undefined {
  const drawn = answerOf(event, 'drawn')
  return drawn && !drawn.ok ? drawn.error : undefined
}

const ownPhoneMs = 60_000

const mostFormsLost = 3

const openFailureOf = (event: VisitEvent) => {
  assertEvent(event, 'form.failed')
  return event.failure
}

/** Request timeout, and too many requests. */
const temporary = [408, 429]

/** Tells a page that another try cannot open: it is not allowed, or a 4xx, except the temporary ones. */
function cannotOpen(failure: OpenFormError): boolean {
  if (failure.kind === 'notAllowed') return true
  const status = failure.kind === 'notLoaded' ? (failure.status ?? 0) : 0
  return status >= 400 && status < 500 && !temporary.includes(status)
}

const isClosing = (event: VisitEvent) => event.type === 'form.sign' && event.sign === 'closing'

export const staffAreHere = or([stateIn('#staffHold'), stateIn('#staffHelp')])

/** A last screen with nothing over it closes sooner; with help over it the time of help counts. */
const lastScreenAlone = and([stateIn('#last'), stateIn('#noOverlay'), not(stateIn('#staffHold'))])

const unlockedAt = (state: '#completing' | '#phoneCode') =>
  and([stateIn(state), not(stateIn('#locked')), not(stateIn('#help')), not(staffAreHere)])

const readingMail = and([
  stateIn('#code'),
  not(staffAreHere),
  ({ context }: InContext) => context.channel === 'email',
])

export const atRest = and([
  stateIn('#welcome'),
  stateIn('#noOverlay'),
  ({ context }: InContext) =>
    context.locale === context.ports.locales[0] &&
    context.display.textSize === standardDisplay.textSize &&
    context.display.theme === standardDisplay.theme &&
    !context.display.lowered,
])

export const guards = {
  succeeded: ({ event }: Given) => resultOf(event).ok,
  packetIs: ({ event }: Given, completed: PacketProgress['completed']) =>
    answerOf(event, 'progress')?.completed === completed,
  gave: ({ event }: Given, value: string) => answerOf(event, 'word') === value,
  failedAs: ({ event }: Given, kind: ServiceErrorKind) => failureOf(event)?.kind === kind,
  proofIs: ({ event }: Given, state: ProofStatus['state']) => proofState(event) === state,
  wasRefused: ({ event }: Given) => {
    const failure = failureOf(event)
    return failure !== undefined && isRefusal(failure) && meaningOf(failure) !== 'outOfService'
  },
  proofMayBeLate: ({ context, event }: Given) => proofState(event) === 'pending' && mayLag(context),
  completionMayBeLate: ({ context, event }: Given) =>
    answerOf(event, 'progress')?.completed === false && mayLag(context),
  proofIsGoneAndMayBeRenewed: ({ context, event }: Given) =>
    proofState(event) === 'gone' && !context.proofRenewed && context.proved.length === 0,
  // The channel of the last code, not the whole proof.
  firstOfTwoIsVerified: ({ context, event }: Given) =>
    isFirstOfTwo(context) &&
    (answerOf(event, 'proofStatus')?.verified ?? []).includes(context.channel),
  contactsAreRefused: ({ context }: Given) => {
    const { channels } = context.ports.settings.identity
    return context.refusedContacts >= (channels === 'either' ? 2 : 1)
  },
  codesStayUnclear: ({ context, event }: Given) =>
    proofState(event) === 'pending' && context.unclearCodes >= mostUnclearCodes - 1,
  failsForGood: ({ event }: Given) => isForGood(event),
  firstOfTwoFailsForGood: ({ context, event }: Given) => isFirstOfTwo(context) && isForGood(event),
  failedMeaning: ({ event }: Given, meaning: ReturnType<typeof meaningOf>) =>
    meaningIn(event) === meaning,
  isAskedToWait: ({ context, event }: Given) =>
    failureOf(event)?.kind === 'rateLimited' && !asksTooLong(context, event),
  asksTooLong: ({ context, event }: Given) => asksTooLong(context, event),
  // With the whole service gone the patient has a choice on the screen already.
  isWaitOver: ({ context }: Given) =>
    !(isOfflineOffered(context) && context.ports.offline?.isDown()),
  anotherChannelIsNeeded: ({ context, event }: Given) =>
    isFirstOfTwo(context) && resultOf(event).ok,
  unknownButPublicFormsAreOffered: ({ context, event }: Given) => {
    const { identity, packets } = context.ports.settings
    return (
      failureOf(event)?.kind === 'notFound' &&
      identity.noMatch === 'publicLink' &&
      packets.defaultTemplateGroupId !== null
    )
  },
  createdPacketIsMissing: ({ context, event }: Given) =>
    context.packetIsCreated && noneWaits(event),
  createdPacketMayBeLate: ({ context, event }: Given) =>
    context.packetIsCreated && noneWaits(event) && mayLag(context),
  newPacketIsNamed: ({ event }: Given) => Boolean(answerOf(event, 'packet')),
  noPacketWaits: ({ event }: Given) => noneWaits(event),
  noPacketWaitsForWhoArrived: ({ context, event }: Given) =>
    noneWaits(event) && context.arriving !== null,
  noPacketWaitsSoOneIsCreated: ({ context, event }: Given) => {
    const { createWhenNone, defaultTemplateGroupId } = context.ports.settings.packets
    return noneWaits(event) && createWhenNone && defaultTemplateGroupId !== null
  },
  onePacketWaits: ({ event }: Given) => packetsThatWait(event)?.length === 1,
  packetOfDeskCodeWaits: (given: Given) => packetOfDeskCode(given) !== undefined,
  packetExists: (given: Given) => chosenPacket(given) !== undefined,
  isSameDateAndArrivalIsAsked: ({ context, event }: Given) =>
    answerOf(event, 'word') === 'same' && context.ports.arrival !== undefined,
  appointmentIsTold: ({ event }: Given) => (answerOf(event, 'finding')?.kind ?? 'none') !== 'none',
  mayConfirmArrival: (given: Given) =>
    isConfirmable(given.context) && chosenAppointment(given) !== undefined,
  mayPassArrival: ({ context }: Given) => !isConfirmable(context),
  mayUseDeskCode: ({ context }: Given) => mayUseDeskCode(context),
  deskCodeIsComplete: ({ event }: Given) => {
    assertEvent(event, 'submitDeskCode')
    return event.code.length === deskCodeDigits
  },
  lastDeskCodeIsWrong: ({ context, event }: Given) =>
    answerOf(event, 'word') === 'wrong' && isLastDeskCode(context),
  mayUseOwnPhone,
  codeIsRefused: ({ event }: Given) => codeRefusalOf(event) !== undefined,
  codeIsNotConfirmed: ({ event }: Given) => codeRefusalOf(event)?.kind === 'notConfirmed',
  formIsNotConfirmed: ({ event }: Given) => openFailureOf(event).kind === 'notConfirmed',
  formCannotOpen: ({ event }: Given) => cannotOpen(openFailureOf(event)),
  pageIsOver: ({ context }: Given) => context.pageIsOver,
  pageAsksToBeClosed: ({ event }: Given) => isClosing(event),
  isAnonymousAndPageAsksToBeClosed: ({ context, event }: Given) =>
    context.packet === null && isClosing(event),
  formsKeepGettingLost: ({ context }: Given) => context.formsLost >= mostFormsLost,
  lastScreenAlone,
  fillingIn: unlockedAt('#completing'),
  readingMail,
  scanning: unlockedAt('#phoneCode'),
}

export const actions = {
  keepPackets: assigned(({ event }) => ({ packets: valueOf(event, 'packets') })),
  takeOnlyPacket: assigned(({ event }) => ({ packet: packetsThatWait(event)?.[0] ?? null })),
  takePacketOfDeskCode: assigned((given) => ({ packet: packetOfDeskCode(given) ?? null })),
  takeNewPacket: assigned(({ event }) => ({ packet: valueOf(event, 'packet') })),
  markPacketCreated: assigned(() => ({ packetIsCreated: true })),
  takeChosenPacket: assigned((given) => ({ packet: chosenPacket(given) ?? null })),
  keepArrival: assigned(({ event }) => ({ arrival: valueOf(event, 'finding') })),
  takeArrival: assigned((given) => ({ arriving: chosenAppointment(given) ?? null })),
  noteArrival: assigned(({ context }) => ({ arrivalEnding: arrivalEndingOf(context) })),
  noteDeskCodeWait: assigned(({ context }) => ({
    tryAt: context.ports.now() + context.ports.attempts.waitMs('wrongDeskCode', deskCodeSubject),
    lastTry: isLastDeskCode(context),
  })),
  forgetDeskCodeError: assigned(({ context: { deskCode } }) => ({
    deskCode: { ...deskCode, error: null },
  })),
  deskCodeIncomplete: deskCodeFailed('incomplete', false),
  deskCodeWrong: deskCodeFailed('wrong', true),
  deskCodeUnheard: deskCodeFailed('unheard', false),
  keepDeskCodeMatch: assigned(({ context: { deskCode }, event }) => {
    const { patientId, packetId } = valueOf(event, 'deskCode')
    return { patientId, deskCode: { ...deskCode, packetId } }
  }),
  logCodeRefused({ context, event }: Given) {
    const refusal = codeRefusalOf(event)
    if (refusal)
      context.ports.log.event('formFailed', { error: refusal.kind, detail: refusal.reason })
  },
  keepPhoneCode: assigned(({ context, event }) => {
    const drawn = valueOf(event, 'drawn')
    const endsAt = context.ports.now() + ownPhoneMs
    return { phoneCode: drawn.ok ? { code: drawn.value, endsAt } : null }
  }),
  keepCapture: assigned(({ context, event }) => ({
    captureId: valueOf(event, 'capture'),
    packet: null,
    expected: context.ports.offline?.expected(personOf(context)) ?? null,
  })),
  // Audited before anybody sees it.
  logExpected: ({ context: { expected, ports } }: Given) => {
    if (expected) ports.log.event('appointmentTold', {})
  },
  markPageOver: assigned(() => ({ pageIsOver: true })),
  forgetPageOver: assigned(() => ({ pageIsOver: false })),
  tellComplete: ({ context: { ports, packetIsComplete, patientId } }: Given) => {
    if (!packetIsComplete && patientId !== null) ports.desk?.formsCompleted(patientId)
  },
  markComplete: assigned(() => ({ packetIsComplete: true })),
  keepFormsLeft: assigned(({ event }) => ({ formsLeft: valueOf(event, 'progress').formsLeft })),
  countFormLost: assigned(({ context }) => ({ formsLost: context.formsLost + 1 })),
}

/** Time without a touch after which somebody who looks in their mailbox is asked whether they are there; ms. */
const mailIdleMs = 3 * 60_000

export const delays = {
  lagTime: 1_000,
  sendWait: ({ context }: InContext) =>
    sendWaitMs(context.ports.attempts, assertPresent(context.contact, 'contact')),
  backoff: ({ context }: InContext) => retryDelayMs(context.failures, context.retryAfterMs),
  noticeTime: ({ context }: InContext) => untilWaited(context, patienceMs.notice),
  offerTime: offlineOfferMs,
  personTime: ({ context }: InContext) => untilWaited(context, patienceMs.person),
  idleTime: ({ context }: InContext) => context.ports.settings.idle.afterMs,
  formIdleTime: ({ context: { ports } }: InContext) =>
    Math.max(ports.settings.idle.afterMs, ports.settings.idle.formAfterMs),
  mailIdleTime: ({ context: { ports } }: InContext) =>
    Math.max(ports.settings.idle.afterMs, mailIdleMs),
  ownPhoneTime: ownPhoneMs,
  // A patient who holds a phone before the screen does not touch it.
  scanIdleTime: ({ context: { ports } }: InContext) =>
    Math.max(ports.settings.idle.afterMs, ownPhoneMs + 1_000),
  visitTime: ({ context: { ports, timesExtended } }: InContext) =>
    timesExtended === 0 ? ports.settings.idle.visitMaxMs : ports.settings.idle.visitMaxMs / 2,
  // The page has so long to say that all is done, since it was touched last; and in all, however it is touched.
  lingerTime: 2_000,
  longestLingerTime: 15_000,
  warningTime: ({ context }: InContext) => context.ports.settings.idle.warningMs,
  lastScreenTime: ({ context }: InContext) => context.ports.settings.idle.lastScreenMs,
}
