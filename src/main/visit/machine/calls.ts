import { type PromiseActorLogic, assertEvent, fromCallback, fromPromise } from 'xstate'
import type { Id } from '../../../contract/values.ts'
import { type CalendarDate, compareDates } from '../../../shared/calendar-date.ts'
import type { Channel } from '../../../shared/ipc.ts'
import { type Result, mapOk, ok } from '../../../shared/result.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import { orUnclear } from '../../service/http/refusal.ts'
import { sendWaitMs } from '../limits/attempts.ts'
import type {
  ArrivalAppointment,
  ArrivalFinding,
  ArrivalPort,
  CaptureStart,
  CodeVerdict,
  CodeWay,
  DeskCodeMatch,
  HelpAsked,
  HelpCall,
  OfflinePort,
  Proof,
} from '../ports.ts'
import { describeFailure } from './service-failure.ts'
import {
  type AskHelp,
  type HelpHeardEvent,
  type VisitContext,
  type VisitEvent,
  type VisitPorts,
  assertPresent,
} from './visit-types.ts'

type CallResult<T> = Result<T, ServiceError>

type Call<T, I> = PromiseActorLogic<CallResult<T>, I>

function call<T, I>(run: (input: I, signal: AbortSignal) => Promise<CallResult<T>>): Call<T, I> {
  return fromPromise(({ input, signal }) => run(input, signal))
}

type Ports = { readonly ports: VisitPorts }
type InProof = Ports & { readonly proof: Proof }
type ToContact = InProof & { readonly channel: Channel; readonly contact: string }
type CodeToSend = InProof & { readonly by: CodeWay; readonly contact: string }
type DeskCodeToCheck = Ports & { readonly code: string }
type OfPatient = Ports & { readonly patientId: Id }
type OfPacket = Ports & { readonly packetId: Id }

const createProof = call((input: Ports & Pick<VisitContext, 'channel'>, signal) => {
  const { channels } = input.ports.settings.identity
  return input.ports.service.createProof(channels === 'both' ? 'both' : input.channel, signal)
})

/** ms that a patient waits for a code, or for another try at one; after more than this a person helps sooner. */
export const longestWaitMs = 2 * 60_000

/** Counted before it is sent: a send whose outcome is unknown is a send. */
const sendCode = call<'sent' | 'wait' | 'limit', CodeToSend>(async ({ ports, ...to }, signal) => {
  const { attempts, service } = ports
  const waitMs = sendWaitMs(attempts, to.contact)
  if (waitMs > longestWaitMs || attempts.waitMs('wrongCode', to.contact) > longestWaitMs)
    return ok('limit')
  if (waitMs > 0) return ok('wait')
  attempts.count('codeSent', to.contact)
  attempts.count('unansweredCode', to.contact)
  if (attempts.isSlowed('unansweredCode')) ports.log.event('unusualCodes', {})
  const sent = await service.sendCode(to.proof, to.by, to.contact, signal)
  return sent.ok ? ok('sent') : sent
})

/** `unclear`: the service's answer does not tell, and the proof must be asked. */
type Verdict = CodeVerdict | 'wait' | 'unclear'

/** Counted before it is looked at: a wrong code whose answer never came is a wrong code. */
const verifyCode = call<Verdict, ToContact & { readonly code: string }>(
  async ({ ports, proof, channel, contact, code }, signal) => {
    const { attempts, service } = ports
    const mustWait = () => attempts.waitMs('wrongCode', contact)
    if (mustWait() > 0) return ok(mustWait() > longestWaitMs ? 'locked' : 'wait')
    const takeBack = attempts.count('wrongCode', contact)
    const answer = await service.verifyCode(proof, channel, code, signal)
    const result = orUnclear(answer)
    if (result.ok && !answer.ok) ports.log.event('callFailed', describeFailure(answer.error))
    if (result.ok && (result.value === 'verified' || result.value === 'expired')) takeBack()
    if (result.ok && result.value === 'verified')
      for (const kind of ['wrongCode', 'unansweredCode'] as const) attempts.forget(kind, contact)
    const isWrong = result.ok && result.value === 'incorrect'
    return isWrong && mustWait() > longestWaitMs ? ok('locked') : result
  },
)

const proofStatus = call(({ ports, proof }: InProof, signal) =>
  ports.service.proofStatus(proof, signal),
)

const matchPatient = call(({ ports, proof }: InProof, signal) =>
  ports.service.matchPatient(proof, signal),
)

/** By what attempts at the date of birth of a record are counted. */
export const recordSubject = (patientId: Id): string => `record ${patientId}`

type Comparison = 'same' | 'different' | 'noDate' | 'limit'

/**
 * Compares here, so that no date of birth on record enters the visit. Counts before the read; a try that compared
 * nothing is taken back.
 */
const compareDateOfBirth = call<Comparison, OfPatient & { readonly typed: CalendarDate }>(
  async ({ ports, patientId, typed }, signal) => {
    const subject = recordSubject(patientId)
    const mayTry = () => ports.attempts.waitMs('wrongDateOfBirth', subject) === 0
    if (!mayTry()) return ok('limit')
    const takeBack = ports.attempts.count('wrongDateOfBirth', subject)
    const recorded = await ports.service.dateOfBirth(patientId, signal)
    const isDifferent = recorded.ok && recorded.value && compareDates(recorded.value, typed) !== 0
    if (!isDifferent) takeBack()
    if (!recorded.ok) return recorded
    if (recorded.value === null) return ok('noDate')
    if (!isDifferent) return ok('same')
    return ok(mayTry() ? 'different' : 'limit')
  },
)

const openPackets = call(({ ports, patientId }: OfPatient, signal) =>
  ports.service.openPackets(patientId, signal),
)

const createPacket = call(({ ports, patientId }: OfPatient, signal) =>
  ports.service.createPacket(patientId, signal),
)

/** Asks for the address of the packet's forms, or the public link where there is no packet. */
const formUrl = call(({ ports, packetId }: Ports & { readonly packetId: Id | null }, signal) =>
  packetId === null
    ? ports.service.publicLink(signal)
    : ports.service.completionUrl(packetId, signal),
)

/** The packet's address, drawn as a code; the address itself does not enter the visit. */
const drawPhoneCode = call(async ({ ports, packetId }: OfPacket, signal) => {
  const url = await ports.service.completionUrl(packetId, signal)
  const ownPhone = assertPresent(ports.ownPhone ?? null, 'own phone')
  return mapOk(url, (address) => ownPhone.draw(address))
})

const packetProgress = call(({ ports, packetId }: OfPacket, signal) =>
  ports.service.packetProgress(packetId, signal),
)

/** By what wrong codes of the front desk are counted: nobody is known yet who types one. */
export const deskCodeSubject = 'desk code'

/**
 * Counts the code before the desk checks it. No desk, no try counted; leaving during the check still counts, though the
 * result stays hidden.
 */
const checkDeskCode = call<DeskCodeMatch | 'wait' | 'wrong' | 'unheard', DeskCodeToCheck>(
  async ({ ports: { attempts, deskCode }, code }, signal) => {
    if (attempts.waitMs('wrongDeskCode', deskCodeSubject) > 0) return ok('wait')
    const takeBack = attempts.count('wrongDeskCode', deskCodeSubject)
    const found = await assertPresent(deskCode ?? null, 'desk').check(code, signal)
    const isTry = found === 'wrong' || (found === 'unheard' && signal.aborted)
    if (!isTry) takeBack()
    return ok(found)
  },
)

/** Begins an intake without the network. */
const beginCapture = fromPromise<
  ReturnType<OfflinePort['begin']>,
  { readonly offline: OfflinePort; readonly start: CaptureStart }
>(({ input: { offline, start } }) => Promise.resolve(offline.begin(start)))

/** The calls of a visit, by name. Each resolves to a `Result`; one that throws is a bug. */
export const calls = {
  createProof,
  sendCode,
  verifyCode,
  proofStatus,
  matchPatient,
  compareDateOfBirth,
  openPackets,
  createPacket,
  formUrl,
  drawPhoneCode,
  packetProgress,
  checkDeskCode,
  beginCapture,
}

/** Inputs of the calls, from what the visit knows. */
export const inputs = {
  forProof: ({ context: { ports, channel } }: { context: VisitContext }) => ({ ports, channel }),
  inProof: ({ context }: { context: VisitContext }): InProof => ({
    ports: context.ports,
    proof: assertPresent(context.proof, 'proof'),
  }),
  toContact: ({ context }: { context: VisitContext }): ToContact => ({
    ports: context.ports,
    proof: assertPresent(context.proof, 'proof'),
    channel: context.channel,
    contact: assertPresent(context.contact, 'contact'),
  }),
  codeToSend: ({ context }: { context: VisitContext }): CodeToSend => {
    const { channel, ...to } = inputs.toContact({ context })
    return { ...to, by: context.byVoice ? 'voice' : channel }
  },
  codeToCheck: ({ context, event }: { context: VisitContext; event: VisitEvent }) => {
    assertEvent(event, 'submitCode')
    return { ...inputs.toContact({ context }), code: event.code }
  },
  deskCodeToCheck: ({ context, event }: { context: VisitContext; event: VisitEvent }) => {
    assertEvent(event, ['submitDeskCode', 'desk.begin'])
    return { ports: context.ports, code: event.code }
  },
  ofPatient: ({ context }: { context: VisitContext }): OfPatient => ({
    ports: context.ports,
    patientId: assertPresent(context.patientId, 'patient'),
  }),
  dateToCompare: ({ context }: { context: VisitContext }) => ({
    ...inputs.ofPatient({ context }),
    typed: assertPresent(context.typedDate, 'typed date'),
  }),
  ofForm: ({ context: { ports, packet } }: { context: VisitContext }) => ({
    ports,
    packetId: packet?.id ?? null,
  }),
  ofPacket: ({ context }: { context: VisitContext }): OfPacket => ({
    ports: context.ports,
    packetId: assertPresent(context.packet, 'packet').id,
  }),
}

interface ArrivalOfPatient {
  readonly port: ArrivalPort
  readonly patientId: Id
}
interface OfAppointment extends ArrivalOfPatient {
  readonly appointment: ArrivalAppointment
}

const lookUpArrival = fromPromise<Result<ArrivalFinding, ServiceError>, ArrivalOfPatient>(
  ({ input: { port, patientId }, signal }) => port.look(patientId, signal),
)

/** Rejects with what the vault throws. */
const confirmArrival = fromPromise<undefined, OfAppointment>(
  ({ input: { port, patientId, appointment } }) =>
    new Promise((resolve) => {
      port.confirm(appointment, patientId)
      resolve(undefined)
    }),
)

const settleArrival = fromPromise<undefined, OfAppointment>(
  ({ input: { port, appointment }, signal }) =>
    port.settled(appointment.id, signal).then(() => undefined),
)

/** The calls of an arrival, by name. One that throws is a bug, or a vault that cannot be written. */
export const arrivalCalls = { lookUpArrival, confirmArrival, settleArrival }

/** Inputs of these calls, from what the visit knows. */
export const arrivalInputs = {
  ofPatient: ({ context }: { context: VisitContext }): ArrivalOfPatient => ({
    port: assertPresent(context.ports.arrival ?? null, 'arrival'),
    patientId: assertPresent(context.patientId, 'patient'),
  }),
  ofAppointment: ({ context }: { context: VisitContext }): OfAppointment => ({
    ...arrivalInputs.ofPatient({ context }),
    appointment: assertPresent(context.arriving, 'confirmed appointment'),
  }),
}

/** Tells the visit of each change of the connection; of none where no port is given. */
export const connectionWatch = fromCallback<
  VisitEvent,
  Pick<OfflinePort, 'onConnectionChange'> | undefined
>(({ input, sendBack }) =>
  input?.onConnectionChange(() => sendBack({ type: 'connection.changed' })),
)

interface CallInput {
  readonly askHelp: AskHelp | undefined
  readonly asked: Omit<HelpAsked, 'screen'>
}

/** Tells the desk that a patient needs help, until it is stopped: then nobody needs to come any more. */
export const helpCall = fromCallback<HelpHeardEvent, CallInput>(
  ({ input: { askHelp, asked }, sendBack }) => {
    let call: HelpCall | undefined = undefined
    const tell = () => sendBack({ type: 'help.heard', heard: call?.heard() ?? null })
    call = askHelp?.(asked, tell)
    tell()
    return () => call?.end()
  },
)
