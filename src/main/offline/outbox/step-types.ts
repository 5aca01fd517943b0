import type { Id } from '../../../contract/values.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import type { Intake } from '../intake.ts'
import type { IntakeDelivery, OutboxSettings } from './ports.ts'
import type { Attention, OutboxStep, StateOf } from './row.ts'

/** What a step works with. */
export interface StepContext {
  readonly intake: Intake
  readonly delivery: IntakeDelivery
  readonly settings: OutboxSettings
  /** Packets that are known to belong to other intakes. */
  readonly claimed: readonly Id[]
  /** Whether whatever was sent before must have been carried out by now, if ever. */
  readonly isCalm: boolean
  readonly now: () => { readonly at: number; readonly measured: number }
  readonly signal: AbortSignal
}

/** What came of a try. */
export type StepResult =
  | { readonly kind: 'next'; readonly state: OutboxStep }
  | { readonly kind: 'person'; readonly attention: Attention; readonly state?: OutboxStep }
  | {
      readonly kind: 'failed'
      readonly error: ServiceError
      /** Whether a creation was asked for. */
      readonly creates?: true
      /** What a refusal means here. */
      readonly refusal?: Attention['reason']
    }
  /** Something was made, and the answer does not name it. */
  | { readonly kind: 'unnamed' }
  /** What was asked for is not there yet: it may still come. */
  | { readonly kind: 'notYet' }

export const next = (state: OutboxStep): StepResult => ({ kind: 'next', state })

/** Asks for a person. */
export function person(
  reason: Attention['reason'],
  candidates: Attention['candidates'] = [],
  state?: OutboxStep,
): StepResult {
  return { kind: 'person', attention: { reason, candidates }, ...(state && { state }) }
}

/** Nothing of what was asked for is there, and nothing will come any more. */
export function notThere(
  state: StateOf<'createPatient' | 'createPacket'>,
  isCalm: boolean,
): StepResult {
  if (!isCalm) return { kind: 'notYet' }
  // It was made and is not shown: to make another would be a second one.
  return state.creation === 'made' ? person('notUnderstood') : next({ ...state, creation: 'ready' })
}
