import type { Id } from '../../../../contract/values.ts'
import type { ServiceErrorKind } from '../../../intake/http/errors.ts'
import type { Settings } from '../../../settings/schema.ts'
import type { CaptureStore } from '../capture/capture-store.ts'
import type { Attention, StepName } from './row.ts'

/** Attribute names with values. */
export type Prefill = Readonly<Record<string, unknown>>

/** Request of the outbox for a new packet. */
export interface NewPacket {
  readonly patientId: Id
  readonly templateIds: readonly Id[]
  /** Initial values of fields; they override the patient's record. */
  readonly prefill: Prefill
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
export type OutboxSettings = Pick<
  Settings['offline'],
  'newPatients' | 'unproved' | 'keepDeliveredDays'
>
