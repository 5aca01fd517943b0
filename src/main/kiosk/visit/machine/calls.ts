import { assertEvent, fromCallback, fromPromise } from 'xstate'
import type { Id } from '../../../../contract/values.ts'
import { compareDates, isoDate } from '../../../../shared/calendar-date.ts'
import type { IntakePerson } from '../../../../shared/intake-person.ts'
import { type Result, mapOk, ok } from '../../../../shared/result.ts'
import type { ServiceError } from '../../../intake/http/errors.ts'
import { orUnclear } from '../../../intake/http/refusal.ts'
import { sendWaitMs } from '../limits/attempts.ts'
import type { CodeVerdict } from '../../../../contract/readers/proof.ts'
import type { CheckInService, NamedContact } from '../../../intake/check-in-service.ts'
import type { ConnectionPort, DeskCodeMatch, HelpCall } from '../ports.ts'
import { describeFailure } from './service-failure.ts'
import { assertPresent } from './visit-types.ts'
import type { Given, HelpHeardEvent, VisitContext, VisitEvent } from './visit-types.ts'

/** Hands a call all that the visit knows. */
export const giveVisit = ({ context, event }: Given): Given => ({ context, event })

type Outcome<T> = Result<T, ServiceError>

interface Asked {
  readonly input: Given
  readonly signal: AbortSignal
}

const proofOf = ({ proof }: VisitContext) => assertPresent(proof, 'proof')
const patientOf = ({ patientId }: VisitContext) => assertPresent(patientId, 'patient')
const packetOf = ({ packet }: VisitContext) => assertPresent(packet, 'packet').id
const arrivalOf = ({ ports }: VisitContext) => assertPresent(ports.arrival, 'arrival')
const arrivingOf = ({ arriving }: VisitContext) => assertPresent(arriving, 'confirmed appointment')

const ofService = <T>(
  call: (service: CheckInService, visit: VisitContext, signal: AbortSignal) => Promise<T>,
) =>
  fromPromise(({ input: { context }, signal }: Asked) =>
    call(context.ports.service, context, signal),
  )

/** ms that a patient waits for a code, or for another try at one; after more than this a person helps sooner. */
export const longestWaitMs = 2 * 60_000

/** Counted before it is sent: a send whose outcome is unknown is a send. */
const sendCode = fromPromise<Outcome<'sent' | 'wait' | 'limit'>, Given>(
  async ({ input: { context }, signal }) => {
    const { attempts, log, service } = context.ports
    const contact = assertPresent(context.contact, 'contact')
    const waitMs = sendWaitMs(attempts, contact)
    if (waitMs > longestWaitMs || attempts.waitMs('wrongCode', contact) > longestWaitMs)
      return ok('limit')
    if (waitMs > 0) return ok('wait')
    const counted = [attempts.count('codeSent', contact), attempts.count('unansweredCode', contact)]
    if (attempts.isSlowed('unansweredCode')) log.event('unusualCodes', {})
    const by = context.byVoice ? 'voice' : context.channel
    const sent = await service.sendCode(proofOf(context), by, contact, signal)
    if (sent.ok) return ok('sent')
    if (sent.error.kind === 'rateLimited') for (const takeBack of counted) takeBack()
    return sent
  },
)

/** `unclear`: the service's answer does not tell, and the proof must be asked. */
type Verdict = CodeVerdict | 'wait' | 'unclear'

/** Counted before it is looked at: a wrong code whose answer never came is a wrong code. */
const verifyCode = fromPromise<Outcome<Verdict>, Given>(async ({ input, signal }) => {
  const { context, event } = input
  assertEvent(event, 'submitCode')
  const { attempts, log, service } = context.ports
  const contact = assertPresent(context.contact, 'contact')
  const mustWait = () => attempts.waitMs('wrongCode', contact)
  if (mustWait() > 0) return ok(mustWait() > longestWaitMs ? 'locked' : 'wait')
  const takeBack = attempts.count('wrongCode', contact)
  const answer = await service.verifyCode(proofOf(context), context.channel, event.code, signal)
  const result = orUnclear(answer)
  if (result.ok && !answer.ok) log.event('callFailed', describeFailure(answer.error))
  if (result.ok && (result.value === 'verified' || result.value === 'expired')) takeBack()
  if (result.ok && result.value === 'verified')
    for (const kind of ['wrongCode', 'unansweredCode'] as const) attempts.forget(kind, contact)
  const isWrong = result.ok && result.value === 'incorrect'
  return isWrong && mustWait() > longestWaitMs ? ok('locked') : result
})

/** Names a record by which attempts at its date of birth are counted. */
export const recordSubject = (patientId: Id): string => `record ${patientId}`

/** Compares here, so that no date on record enters the visit. Counts before the read; takes back a try without a comparison. */
const compareDateOfBirth = fromPromise<Outcome<'same' | 'different' | 'noDate' | 'limit'>, Given>(
  async ({ input: { context }, signal }) => {
    const { attempts, service } = context.ports
    const typed = assertPresent(context.typedDate, 'typed date')
    const subject = recordSubject(patientOf(context))
    const mayTry = () => attempts.waitMs('wrongDateOfBirth', subject) === 0
    if (!mayTry()) return ok('limit')
    const takeBack = attempts.count('wrongDateOfBirth', subject)
    const recorded = await service.dateOfBirth(patientOf(context), signal)
    const isDifferent = recorded.ok && recorded.value && compareDates(recorded.value, typed) !== 0
    if (!isDifferent) takeBack()
    if (!recorded.ok) return recorded
    if (recorded.value === null) return ok('noDate')
    if (!isDifferent) return ok('same')
    return ok(mayTry() ? 'different' : 'limit')
  },
)

/** Wrong codes of the front desk count by this: nobody is known yet. */
export const deskCodeSubject = 'desk code'

/** Counts the code before the desk checks it, also if the patient leaves meanwhile; without a desk, no try counts. */
const checkDeskCode = fromPromise<Outcome<DeskCodeMatch | 'wait' | 'wrong' | 'unheard'>, Given>(
  async ({ input: { context, event }, signal }) => {
    assertEvent(event, ['submitDeskCode', 'desk.begin'])
    const { attempts, deskCode } = context.ports
    if (attempts.waitMs('wrongDeskCode', deskCodeSubject) > 0) return ok('wait')
    const takeBack = attempts.count('wrongDeskCode', deskCodeSubject)
    const found = await assertPresent(deskCode, 'desk').check(event.code, signal)
    if (found !== 'wrong' && !signal.aborted) takeBack()
    return ok(found)
  },
)

const namedContactOf = ({ name, channel, contact }: VisitContext): NamedContact => ({
  ...assertPresent(name, 'name'),
  phone: channel === 'sms' ? contact : null,
  email: channel === 'email' ? contact : null,
})

/** Gathers what the patient said of themselves for an intake without the network. */
export function personOf(context: VisitContext): IntakePerson {
  const dateOfBirth = isoDate(assertPresent(context.provenDate, 'date of birth'))
  return { ...namedContactOf(context), dateOfBirth }
}

/** A call that throws instead of resolving to a `Result` is a bug, or a vault that cannot be written. */
export const calls = {
  createProof: ofService((service, { ports, channel }, signal) => {
    const isBoth = ports.settings.identity.channels === 'both'
    return service.createProof(isBoth ? 'both' : channel, signal)
  }),
  sendCode,
  verifyCode,
  proofStatus: ofService((service, visit, signal) => service.proofStatus(proofOf(visit), signal)),
  matchPatient: ofService((service, visit, signal) => service.matchPatient(proofOf(visit), signal)),
  matchByName: ofService((service, visit, signal) =>
    service.matchByName(namedContactOf(visit), signal),
  ),
  compareDateOfBirth,
  openPackets: ofService((service, visit, signal) => service.openPackets(patientOf(visit), signal)),
  createPacket: ofService((service, visit, signal) =>
    service.createPacket(patientOf(visit), signal),
  ),
  formUrl: ofService((service, { packet }, signal) =>
    packet ? service.completionUrl(packet.id, signal) : service.publicLink(signal),
  ),
  /** The address itself does not enter the visit. */
  drawPhoneCode: ofService(async (service, visit, signal) => {
    const url = await service.completionUrl(packetOf(visit), signal)
    const ownPhone = assertPresent(visit.ports.ownPhone, 'own phone')
    return mapOk(url, (address) => ownPhone.draw(address))
  }),
  packetProgress: ofService((service, visit, signal) =>
    service.packetProgress(packetOf(visit), signal),
  ),
  checkDeskCode,
  beginCapture: fromPromise(({ input: { context } }: Asked) => {
    const { helpNumber, locale: language, proved: all, channel, ports } = context
    const offline = assertPresent(ports.offline, 'way to capture')
    const proved = all.filter((each) => each === channel)
    const begun = offline.begin({ helpNumber, language, person: personOf(context), proved })
    return Promise.resolve(begun)
  }),
  lookUpArrival: fromPromise(({ input: { context }, signal }: Asked) =>
    arrivalOf(context).look(patientOf(context), signal),
  ),
  confirmArrival: fromPromise<null, Given>(
    ({ input: { context } }) =>
      new Promise((resolve) => {
        arrivalOf(context).confirm(arrivingOf(context), patientOf(context))
        resolve(null)
      }),
  ),
  settleArrival: fromPromise(({ input: { context }, signal }: Asked) =>
    arrivalOf(context).settled(arrivingOf(context).id, signal),
  ),
}

export const connectionWatch = fromCallback<VisitEvent, ConnectionPort | undefined>(
  ({ input, sendBack }) =>
    input?.onConnectionChange(() => sendBack({ type: 'connection.changed' })),
)

export const helpCall = fromCallback<HelpHeardEvent, Given>(({ input: { context }, sendBack }) => {
  const { ports, helpNumber: number, locale: language, arriving } = context
  const asked = { number, language, ...(arriving && { appointmentId: arriving.id }) }
  const tell = () => sendBack({ type: 'help.heard', heard: call?.heard() ?? null })
  // It may be heard while it is asked.
  let call: HelpCall | undefined = undefined
  call = ports.askHelp?.(asked, tell)
  tell()
  return () => call?.end()
})
