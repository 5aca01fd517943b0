import type { Answers } from '../../shared/answer-schema.ts'
import type { Result } from '../../shared/result.ts'
import type { Intake, IntakeForm, IntakePerson } from './intake.ts'

/**
 * Reason that a capture cannot be kept. `full`: the clinic's bound, or nearly the disk's; `notKept`: the vault cannot
 * write; `unknown`: no such capture.
 */
export type CaptureFault =
  { readonly kind: 'full' } | { readonly kind: 'notKept' } | { readonly kind: 'unknown' }

/**
 * Captures in the vault. An `ok` result is durable (WAL, synchronous=FULL). The visit writes through it; the outbox
 * reads finished captures.
 */
export interface CaptureStore {
  /** True if there is room for one more: asked before a patient is offered it. */
  hasRoom(): boolean
  begin(intake: Intake): Result<null, CaptureFault>
  /** Keeps all answers of one form (`form` counts from 0) as they stand when a page is turned. */
  keepPage(id: string, form: number, answers: Answers): Result<null, CaptureFault>
  /** Reads a kept capture: after a form view died, the form goes on from it. */
  read(id: string): Result<Intake, CaptureFault>
  /** The patient is done: from here on it is the outbox's. */
  finish(id: string, finishedAt: string): Result<null, CaptureFault>
  /** Destroys one that was not finished. */
  discard(id: string): void
  /** Those that a stopped Foyer left unfinished. */
  unfinished(): readonly string[]
}

/** Knowledge that a kiosk has without the network; once too old, it is gone. */
export interface OfflineKnowledge {
  /** The forms that a patient is asked without the network; empty where none are known. */
  forms(): readonly Omit<IntakeForm, 'answers'>[]
  /** ISO date-time of the appointment of today and who it is with, where one agrees with all that was given. */
  expected(person: IntakePerson): { readonly at: string; readonly with: string | null } | null
}
