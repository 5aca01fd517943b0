import type { Id } from '../../../contract/values.ts'
import { candidateOf, except, matchPerson } from './person-match.ts'
import type { StateOf } from './row.ts'
import { next, notThere, person, type StepContext, type StepResult } from './step-types.ts'

const packetFor = (patientId: Id) =>
  next({ step: 'createPacket', patientId, creation: 'look', before: [] })

/** Finds the patient whom an intake is of. */
export async function match(context: StepContext): Promise<StepResult> {
  const { delivery, intake, settings, signal } = context
  const found = await delivery.searchPatients(intake.person, signal)
  if (!found.ok) return { kind: 'failed', error: found.error }
  const { full, partial } = matchPerson(intake, found.value)
  const [only, ...others] = full
  if (only && others.length === 0) return packetFor(only.id)
  if (only) return person('severalMatches', full.map(candidateOf))
  if (partial.length > 0 || settings.newPatients === 'ask')
    return person('noMatch', partial.map(candidateOf))
  return next({ step: 'createPatient', creation: 'ready', before: [] })
}

/** Creates the patient; after a try in doubt it looks for one first. */
export async function createPatient(
  state: StateOf<'createPatient'>,
  context: StepContext,
): Promise<StepResult> {
  const { delivery, intake, signal } = context
  if (state.creation !== 'ready') return findCreated(state, context)
  const created = await delivery.createPatient(intake.person, signal)
  if (!created.ok)
    return { kind: 'failed', error: created.error, creates: true, refusal: 'fieldRefused' }
  const isNew = created.value !== null && !state.before.includes(created.value)
  return created.value !== null && isNew ? packetFor(created.value) : { kind: 'unnamed' }
}

async function findCreated(
  state: StateOf<'createPatient'>,
  { delivery, intake, isCalm, signal }: StepContext,
): Promise<StepResult> {
  const found = await delivery.searchPatients(intake.person, signal)
  if (!found.ok) return { kind: 'failed', error: found.error }
  const { full, partial } = matchPerson(intake, except(found.value, state.before))
  const [only, ...others] = full
  if (only && others.length === 0) return packetFor(only.id)
  if (only) return person('severalMatches', full.map(candidateOf))
  if (partial.length > 0) return person('noMatch', partial.map(candidateOf))
  return notThere(state, isCalm)
}
