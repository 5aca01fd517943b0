import type { ReadIntakePacket } from '../../../contract/readers/read-types.ts'
import { sameId, type Id } from '../../../contract/values.ts'
import { isRefusal } from '../../service/http/refusal.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import { prefillOf } from './answers.ts'
import { compareAnswers } from './compare-answers.ts'
import { judge } from './judge.ts'
import type { StateOf } from './row.ts'
import { next, notThere, person, type StepContext, type StepResult } from './step-types.ts'

type Creating = StateOf<'createPacket'>

const isOneOf = (ids: readonly Id[], id: Id) => ids.some((other) => sameId(other, id))
const prefillNext = (patientId: Id, packetId: Id) => next({ step: 'prefill', patientId, packetId })

/**
 * Creates the packet. It notes which packets the patient has before it asks for one: after a try in doubt the new one is
 * known by that, whatever any clock says.
 */
export async function createPacket(state: Creating, context: StepContext): Promise<StepResult> {
  if (state.creation === 'ready') return askForPacket(state, context)
  const { delivery, claimed, intake, isCalm, signal } = context
  const { patientId, before } = state
  const listed = await delivery.packetsOf(patientId, signal)
  if (!listed.ok) return { kind: 'failed', error: listed.error }
  if (state.creation === 'look')
    return next({ ...state, creation: 'ready', before: listed.value.map(({ id }) => id) })
  const wanted = intake.forms.map(({ templateId }) => templateId)
  const fresh = listed.value.filter(
    (packet) => !isOneOf([...before, ...claimed], packet.id) && isOfTemplates(packet, wanted),
  )
  const [only, ...others] = fresh
  // One that does not say whose it is might be somebody else's.
  if (only && others.length === 0 && only.patientId !== null) return prefillNext(patientId, only.id)
  if (only) {
    const candidates = fresh.map(({ id, name }) => ({ id, name: name ?? '', dateOfBirth: null }))
    return person('severalPackets', candidates)
  }
  return notThere(state, isCalm)
}

async function askForPacket(state: Creating, context: StepContext): Promise<StepResult> {
  const { delivery, intake, claimed, signal } = context
  const { patientId, before } = state
  const templateIds = intake.forms.map(({ templateId }) => templateId)
  const prefill = prefillOf(intake)
  const created = await delivery.createPacket({ patientId, templateIds, prefill }, signal)
  if (!created.ok) {
    const failed = { kind: 'failed', error: created.error, creates: true } as const
    if (!isRefused(created.error)) return failed
    return whyRefused(templateIds, Object.keys(prefill).length > 0, context)
  }
  const packet = created.value
  const owner = packet?.patientId ?? null
  const isOther = owner !== null && !sameId(owner, patientId)
  if (!packet || isOther || isOneOf([...before, ...claimed], packet.id)) return { kind: 'unnamed' }
  return prefillNext(patientId, packet.id)
}

function isRefused(error: ServiceError): boolean {
  const verdict = judge(error, 0, true)
  return isRefusal(error) && verdict.kind === 'person' && verdict.reason === 'refused'
}

/** Asks what is wrong with a packet that the service will not make. */
async function whyRefused(
  templateIds: readonly Id[],
  isPrefilled: boolean,
  { delivery, signal }: StepContext,
): Promise<StepResult> {
  for (const templateId of templateIds) {
    const there = await delivery.isTemplateThere(templateId, signal)
    if (!there.ok) return { kind: 'failed', error: there.error }
    if (!there.value) return person('templateGone')
  }
  return person(isPrefilled ? 'fieldRefused' : 'refused')
}

function isOfTemplates({ templateIds }: ReadIntakePacket, wanted: readonly Id[]): boolean {
  // A list that does not name them: what is new of this patient is taken, and the check tells what stands in it.
  if (templateIds === null) return true
  const [a, b] = [templateIds, wanted].map((ids) => ids.map(String).sort().join(' '))
  return a === b
}

/** Fills the fields that carry an attribute. */
export async function prefill(
  { patientId, packetId }: StateOf<'prefill'>,
  { delivery, intake, signal }: StepContext,
): Promise<StepResult> {
  const values = prefillOf(intake)
  if (Object.keys(values).length === 0)
    return next({ step: 'check', patientId, packetId, filled: [] })
  const filled = await delivery.prefill(packetId, values, signal)
  if (!filled.ok) return { kind: 'failed', error: filled.error, refusal: 'fieldRefused' }
  return next({ step: 'check', patientId, packetId, filled: [...filled.value] })
}

/** Reads what stands in the packet now, and counts. */
export async function check(
  { patientId, packetId, filled }: StateOf<'check'>,
  { delivery, intake, now, signal }: StepContext,
): Promise<StepResult> {
  const read = await delivery.readPacket(packetId, signal)
  if (!read.ok) return { kind: 'failed', error: read.error }
  const packet = read.value
  const isOther = packet.patientId !== null && !sameId(packet.patientId, patientId)
  if (isOther || !sameId(packet.id, packetId)) return person('notUnderstood')
  const outcome = compareAnswers(intake, packet, filled)
  if (outcome.isOtherVersion && outcome.delivered === 0 && outcome.of > 0)
    return person('templateChanged')
  return next({ step: 'delivered', patientId, packetId, ...outcome, ...now() })
}
