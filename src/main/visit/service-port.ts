import type { ServiceError } from '../service/http/errors.ts'
import type { CalendarDate } from '../../shared/calendar-date.ts'
import type { Channel } from '../../shared/ipc.ts'
import type { Id } from '../../contract/values.ts'
import type { Result } from '../../shared/result.ts'

type Answer<T> = Promise<Result<T, ServiceError>>

/** A running identity proof; the token stays in main and dies with the visit. */
export interface Proof {
  readonly id: Id
  readonly token: string
  /** The channels that it needs. */
  readonly channels: readonly Channel[]
}

/** How a code is sent; `voice`: a call reads it aloud, and it proves the phone as one by `sms` does. */
export type CodeWay = Channel | 'voice'

/** What the service says of a proof. `gone`: it takes no code any more, and another one is needed. */
export interface ProofStatus {
  readonly state: 'proved' | 'pending' | 'locked' | 'gone'
  /** Channels of which it says by name that they are verified. */
  readonly verified: readonly Channel[]
}

/** What became of a code. */
export type CodeVerdict = 'verified' | 'incorrect' | 'expired' | 'locked'

/** What the check-in flow needs of a form packet. */
export interface PacketSummary {
  readonly id: Id
  /** Null where the service gives none. */
  readonly name: string | null
  /** ISO date (YYYY-MM-DD) or null. */
  readonly dueDate: string | null
  readonly started: boolean
  /** Null where the service does not say it in a known way. */
  readonly completed: boolean | null
}

/** How far the patient is with a packet. */
export interface PacketProgress {
  /** Null where the service does not say it in a known way. */
  readonly completed: boolean | null
  /** How many of its forms are not complete; null where the service does not tell that of each. */
  readonly formsLeft: number | null
}

/**
 * The intake service as the visit uses it: a handful of purposes, over the typed client. Accounts,
 * locations and field names are the adapter's business (`service/check-in-service.ts`).
 */
export interface CheckInService {
  createProof(channels: 'sms' | 'email' | 'both', signal: AbortSignal): Answer<Proof>
  /** `contact` is E.164 for `sms` and `voice`, an address for `email`. */
  sendCode(proof: Proof, by: CodeWay, contact: string, signal: AbortSignal): Answer<null>
  /** A refusal, or an answer in other words than the documents' or the wire profile's, leaves it to the proof. */
  verifyCode(proof: Proof, channel: Channel, code: string, signal: AbortSignal): Answer<CodeVerdict>
  /** Whether every required channel of the proof is verified, by the service's own word. */
  proofStatus(proof: Proof, signal: AbortSignal): Answer<ProofStatus>
  /** The matched patient; `notFound` for none, `conflictingMatches` for several. */
  matchPatient(proof: Proof, signal: AbortSignal): Answer<Id>
  /** Date of birth on the record, or null where the record has none. */
  dateOfBirth(patientId: Id, signal: AbortSignal): Answer<CalendarDate | null>
  /** Packets that wait for the patient at this location: neither completed nor archived, soonest due first. */
  openPackets(patientId: Id, signal: AbortSignal): Answer<readonly PacketSummary[]>
  /** Creates a packet from the clinic's default template group. Never repeated blindly. */
  createPacket(patientId: Id, signal: AbortSignal): Answer<PacketSummary>
  completionUrl(packetId: Id, signal: AbortSignal): Answer<string>
  packetProgress(packetId: Id, signal: AbortSignal): Answer<PacketProgress>
  /** Public link of the default template group, for a patient without a record. */
  publicLink(signal: AbortSignal): Answer<string>
}
