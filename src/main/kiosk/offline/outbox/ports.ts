import type {
  ReadIntakePacket,
  ReadPacketContents,
} from '../../../../contract/readers/outbox-readers.ts'
import type { ReadPatient } from '../../../../contract/readers/patient-readers.ts'
import type { Id } from '../../../../contract/values.ts'
import type { Result } from '../../../../shared/result.ts'
import type { ServiceError, ServiceErrorKind } from '../../../intake/http/errors.ts'
import type { CaptureStore } from '../capture/capture-store.ts'
import type { IntakePerson } from '../../../../shared/intake-person.ts'
import type { Attention, StepName } from './row.ts'

type Answer<T> = Promise<Result<T, ServiceError>>

/** Attribute names with values. */
export type Prefill = Readonly<Record<string, unknown>>

/** Request of the outbox for a new packet. */
export interface NewPacket {
  readonly patientId: Id
  readonly templateIds: readonly Id[]
  /** Initial values of fields; they override the patient's record. */
  readonly prefill: Prefill
}

/** The intake service as the outbox uses it; each of these is one purpose, and may take several requests. */
export interface IntakeDelivery {
  /** Patients of this name or e-mail address, also inactive ones; the caller judges whether they agree. */
  searchPatients(person: IntakePerson, signal: AbortSignal): Answer<readonly ReadPatient[]>
  /** The id of the new patient; null where the answer does not name it. */
  createPatient(person: IntakePerson, signal: AbortSignal): Answer<Id | null>
  /** All packets of a patient at this location, archived ones too. */
  packetsOf(patientId: Id, signal: AbortSignal): Answer<readonly ReadIntakePacket[]>
  /** Null where the answer does not name the packet. */
  createPacket(packet: NewPacket, signal: AbortSignal): Answer<ReadIntakePacket | null>
  /** Fills empty fields and returns the filled attributes. Repeating it has no further effect. */
  prefill(packetId: Id, values: Prefill, signal: AbortSignal): Answer<readonly string[]>
  readPacket(packetId: Id, signal: AbortSignal): Answer<ReadPacketContents>
  /** True if packets can still be made from a template. */
  isTemplateThere(templateId: Id, signal: AbortSignal): Answer<boolean>
}

/** The captures that patients finished. */
export type IntakeSource = Pick<CaptureStore, 'finished' | 'read' | 'settle' | 'remove'>

/** One log line: the outcome of a try. It has no field for a value of an intake. */
export interface OutboxLine {
  readonly helpNumber: string
  readonly step: StepName
  /** `again`: it will be tried again. A word of its own for what needs a person. */
  readonly outcome: 'done' | 'again' | 'inDoubt' | Attention['reason']
  readonly error?: ServiceErrorKind | 'vault' | 'bug'
  readonly status?: number
}

/** The clinic's settings for handing intakes over. */
export interface OutboxSettings {
  /** Treatment of a person who is not in the clinic's records. */
  readonly newPatients: 'ask' | 'create'
  /** Treatment of an intake of which no code proved a contact. */
  readonly unproved: 'review' | 'deliver'
  /** Days for which a delivered intake is kept on the kiosk. */
  readonly keepDeliveredDays: number
}
