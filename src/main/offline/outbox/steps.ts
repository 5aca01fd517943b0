import type { OutboxStep } from './row.ts'
import { check, createPacket, prefill } from './packet-steps.ts'
import { createPatient, match } from './patient-steps.ts'
import { next, type StepContext, type StepResult } from './step-types.ts'

/** What stands in the row before a step is tried: from here on a creation is in doubt, until it is known. */
export function begun(state: OutboxStep): OutboxStep {
  const isReady =
    (state.step === 'createPatient' || state.step === 'createPacket') && state.creation === 'ready'
  return isReady ? { ...state, creation: 'asked' } : state
}

/** The state after a try of which nothing was carried out: somebody else may make the same meanwhile, so it looks again. */
export function notDone(state: OutboxStep): OutboxStep {
  if (state.step === 'createPatient') return { ...state, creation: 'asked' }
  if (state.step === 'createPacket') return { ...state, creation: 'look', before: [] }
  return state
}

/** The state after something was made that the answer does not name. */
export function made(state: OutboxStep): OutboxStep {
  const isCreating = state.step === 'createPatient' || state.step === 'createPacket'
  return isCreating ? { ...state, creation: 'made' } : state
}

/** Whether it is not known if something was created. */
export function isInDoubt(state: OutboxStep): boolean {
  if (state.step !== 'createPatient' && state.step !== 'createPacket') return false
  return state.creation === 'asked' || state.creation === 'made'
}

/** Tries a step: at most one thing is created or filled by it. */
export function tryStep(state: OutboxStep, context: StepContext): Promise<StepResult> {
  switch (state.step) {
    case 'match':
      return match(context)
    case 'createPatient':
      return createPatient(state, context)
    case 'createPacket':
      return createPacket(state, context)
    case 'prefill':
      return prefill(state, context)
    case 'check':
      return check(state, context)
    case 'delivered':
    case 'takenOver':
    case 'discarded':
      return Promise.resolve(next(state))
  }
}
