import type { CallCount } from '../base/work.ts'
import { contract } from '../../contract/index.ts'
import type { Operation, Input } from '../../contract/operation.ts'
import type { ProofStatus } from '../../contract/readers/proof.ts'
import { visitReaders } from '../../contract/readers/visit-readers.ts'
import type { Id } from '../../contract/values.ts'
import type { IntakePerson } from '../../shared/intake-person.ts'
import type { Channel } from '../../shared/ipc.ts'
import type { CalendarDate } from '../../shared/calendar-date.ts'
import { isHttpsOrLoopback } from '../../shared/loopback.ts'
import { err, mapOk, ok, type Result } from '../../shared/result.ts'
import type { IntakeClient } from './client/client.ts'
import {
  isMisread,
  unreadable,
  type Failure,
  type ServiceError,
  isFromBetween,
} from './http/errors.ts'
import type { CheckInPlace } from './place.ts'
import { findByName } from './resources/patients.ts'
import { openPackets, type PacketSummary } from './resources/packets.ts'
import type { Read, Site } from './resources/site.ts'
import { statusOf } from './http/refusal.ts'
import type { Reader } from '../../contract/readers/reading.ts'
import { checkAccess } from './access.ts'

const { identityProof, patients, formPackets, formTemplateGroups } = contract.partner
const methods = { sms: 'SMS', email: 'EMAIL', both: 'BOTH', voice: 'VOICE' } as const

/** The token stays in main and dies with the visit. */
export interface Proof {
  readonly id: Id
  readonly token: string
  readonly channels: readonly Channel[]
}

/** `voice` reads a code aloud and proves the phone as `sms` does. */
export type CodeWay = Channel | 'voice'

export interface PacketProgress {
  /** Null where the service does not say it in a known way. */
  readonly completed: boolean | null
  /** Forms to complete; null where the service does not tell that of each. */
  readonly formsLeft: number | null
}

/** As typed, with the contact that a code proved; the other contact is null. */
export type NamedContact = Pick<IntakePerson, 'firstName' | 'lastName' | 'phone' | 'email'>

export type CheckInService = ReturnType<typeof createCheckInService>

/** Wraps the typed client for the visit. Without a template group `createPacket` and `publicLink` send nothing. */
export function createCheckInService(
  client: Pick<IntakeClient, 'read'>,
  place: CheckInPlace,
  counted?: CallCount['counted'],
) {
  const { accountId, locationId } = place
  const here = { accountId, locationId }
  const read = createJudgedRead(client, here, counted)
  const siteUntil = (signal: AbortSignal): Site => ({
    read: (...[operation, reader, input]) => read(operation, reader, input, signal),
    place,
  })
  const ofProof = ({ id, token }: Proof) => ({
    params: { accountId, id },
    headers: { 'x-identity-proof-token': token },
  })

  return {
    async createProof(channels: Channel | 'both', signal: AbortSignal): Read<Proof> {
      const input = { params: { accountId }, body: { verificationMethod: methods[channels] } }
      const created = await read(identityProof.create, visitReaders.newProof, input, signal)
      const needed: readonly Channel[] = channels === 'both' ? ['sms', 'email'] : [channels]
      return mapOk(created, (proof) => ({ ...proof, channels: needed }))
    },

    /** `contact`: E.164 for `sms` and `voice`, an address for `email`. */
    async sendCode(proof: Proof, by: CodeWay, contact: string, signal: AbortSignal): Read<null> {
      const method = methods[by]
      const body = method === 'EMAIL' ? { method, email: contact } : { method, phone: contact }
      const input = { ...ofProof(proof), body }
      const answer = await read(identityProof.send, visitReaders.sentCode, input, signal)
      return !answer.ok && isMisread(answer.error) ? ok(null) : answer
    },

    /** A refusal, or an answer in words that nobody knows, leaves it to the proof. */
    async verifyCode(proof: Proof, channel: Channel, code: string, signal: AbortSignal) {
      const input = { ...ofProof(proof), body: { method: methods[channel], code } }
      return read(identityProof.verify, visitReaders.codeVerdict(channel), input, signal)
    },

    async proofStatus(proof: Proof, signal: AbortSignal): Read<ProofStatus> {
      const reader = visitReaders.proofStatus(proof.channels)
      const known = await read(identityProof.get, reader, ofProof(proof), signal)
      const isGone = !known.ok && [404, 410].includes(statusOf(known.error) ?? 0)
      return isGone ? ok({ state: 'gone', verified: [] }) : known
    },

    /** `notFound` for none, `conflictingMatches` for several. */
    async matchPatient(proof: Proof, signal: AbortSignal): Read<Id> {
      const { getPatient } = identityProof
      const matched = await read(getPatient, visitReaders.match, ofProof(proof), signal)
      if (!matched.ok) return matched
      if (matched.value.kind === 'one') return ok(matched.value.patientId)
      const kind = matched.value.kind === 'none' ? 'notFound' : 'conflictingMatches'
      return fail(getPatient, { kind })
    },

    /** Of several whom a proof matches; `notFound` for none of this name and contact, or more. */
    async matchByName(person: NamedContact, signal: AbortSignal): Read<Id> {
      const found = await findByName(siteUntil(signal), person)
      if (!found.ok) return found
      return found.value === undefined ? fail(patients.list, { kind: 'notFound' }) : ok(found.value)
    },

    /** Null where the record has none. */
    async dateOfBirth(patientId: Id, signal: AbortSignal): Read<CalendarDate | null> {
      const reader = visitReaders.birthDate(patientId)
      const input = { params: { accountId, patientId } }
      const record = await read(patients.get, reader, input, signal)
      if (!record.ok) return record
      if (!record.value.isOfPatient) return fail(patients.get, otherRecord)
      return record.value.date === 'unreadable' ? fail(patients.get, noDate) : ok(record.value.date)
    },

    /** That wait here: neither completed nor archived, soonest due first. */
    openPackets: (patientId: Id, signal: AbortSignal) => openPackets(siteUntil(signal), patientId),

    /** Null where the answer does not name it. Never repeated blindly. */
    async createPacket(patientId: Id, signal: AbortSignal): Read<PacketSummary | null> {
      const formTemplateGroupId = place.defaultTemplateGroupId
      if (formTemplateGroupId === null) return fail(formPackets.create, noGroup, 0)
      const input = { params: here, body: { patientId, formTemplateGroupId } }
      return read(formPackets.create, visitReaders.createdPacket, input, signal)
    },

    async completionUrl(formPacketId: Id, signal: AbortSignal): Read<string> {
      const input = { params: { ...here, formPacketId } }
      const answer = await read(formPackets.getUrl, visitReaders.completionUrl, input, signal)
      return onlySafe(formPackets.getUrl, answer)
    },

    async packetProgress(formPacketId: Id, signal: AbortSignal): Read<PacketProgress> {
      const input = { params: { ...here, formPacketId } }
      const reader = visitReaders.packet(formPacketId)
      const asked = await read(formPackets.get, reader, input, signal)
      // Packets that the clinic archived ask nothing more of the patient.
      return mapOk(asked, ({ archived, completed, formsLeft }) => ({
        completed: archived || completed,
        formsLeft,
      }))
    },

    /** Of the default template group, for a patient without a record. */
    async publicLink(signal: AbortSignal): Read<string> {
      const operation = formTemplateGroups.getForLocation
      const groupId = place.defaultTemplateGroupId
      if (groupId === null) return fail(operation, noGroup, 0)
      const input = { params: { ...here, groupId } }
      return onlySafe(operation, await read(operation, visitReaders.publicLink, input, signal))
    },
  }
}

const otherRecord = unreadable('another record than was asked for')
const noDate = unreadable('expected a date of birth, found one in another or an ambiguous format')
const noGroup: Failure = { kind: 'notFound' }

/** The address, if a patient's data may be typed there. */
function onlySafe(operation: Operation, answer: Result<string, ServiceError>) {
  if (!answer.ok) return answer
  const url = URL.parse(answer.value)
  return url && isHttpsOrLoopback(url)
    ? ok(url.href)
    : fail(operation, unreadable('no https address'))
}

function fail({ id }: Operation, failure: Failure, attempts = 1) {
  return err({ operation: id, attempts, ...failure })
}

/** In a row of one operation; then it is asked whether the rest of the service works. */
const mostFaults = 2
const notImplemented = 501
/** ms: a patient waits. */
const withinMs = 12_000

/** May stand for the whole service as well as for one operation. */
const isFault = (error: ServiceError): boolean =>
  error.kind === 'serverFault' || error.kind === 'timedOut' || isFromBetween(error)

// Refusals (401, 403), 501 and an unanswered read count at once, other faults twice.
/** Makes a read, bounded in time; an error is `isolated` if another call of the service succeeds meanwhile. */
export function createJudgedRead(
  client: Pick<IntakeClient, 'read'>,
  here: Pick<CheckInPlace, 'accountId' | 'locationId'>,
  counted: CallCount['counted'] = (call) => call(),
) {
  const faults = new Map<string, number>()

  function mayBeIsolated(error: ServiceError, { method }: Operation): boolean {
    if (error.stage === 'token') return false
    if (error.kind === 'unauthorized' || error.kind === 'forbidden') return true
    if (error.kind === 'serverFault' && error.status === notImplemented) return true
    // After a write that may have happened the visit first looks what became of it.
    if (method === 'GET' && (error.kind === 'timedOut' || isFromBetween(error))) return true
    return (faults.get(error.operation) ?? 0) >= mostFaults
  }

  return <O extends Operation, T>(
    operation: O,
    reader: Reader<T>,
    input: Input<O>,
    signal: AbortSignal,
  ): Promise<Result<T, ServiceError>> =>
    counted(async () => {
      const result = await client.read(operation, reader, input, { signal, withinMs })
      if (!result.ok && isFault(result.error))
        faults.set(operation.id, (faults.get(operation.id) ?? 0) + 1)
      else faults.delete(operation.id)
      if (result.ok || !mayBeIsolated(result.error, operation)) return result
      const access = await checkAccess(client, here, { signal, withinMs })
      if (!access.ok) return result
      faults.delete(operation.id)
      return err({ ...result.error, isolated: true })
    })
}
