import { templatesOf, type ReadPacketInFull } from '../../../../contract/readers/packet.ts'
import { type Id, sameId } from '../../../../contract/values.ts'
import { isCutOff, isFromBetween, type ServiceError } from '../../../intake/http/errors.ts'
import type { Result } from '../../../../shared/result.ts'
import { isRefusal, retryAfterOf } from '../../../intake/http/refusal.ts'
import { isOpen } from '../../../intake/resources/packets.ts'
import type { Intake } from '../intake.ts'
import { compareAnswers, prefillOf } from './answers.ts'
import type { IntakeDelivery } from './delivery.ts'
import type { Attention, OutboxStep, StateOf, Candidate } from './row.ts'
import type { ReadPatient } from '../../../../contract/readers/patient-readers.ts'
import {
  isSameEmail,
  isSameName,
  isSamePhone,
  nameOf,
} from '../../../intake/resources/same-person.ts'
import type { Settings } from '../../../settings/schema.ts'

export type OutboxSettings = Pick<
  Settings['offline'],
  'newPatients' | 'unproved' | 'keepDeliveredDays'
>

type Creating = StateOf<'createPatient' | 'createPacket'>

const isCreating = (state: OutboxStep): state is Creating =>
  state.step === 'createPatient' || state.step === 'createPacket'

/** Returns the state to write before a step is tried: until the result is known, a creation is in doubt. */
export function begun(state: OutboxStep): OutboxStep {
  return isCreating(state) && state.creation === 'ready' ? { ...state, creation: 'asked' } : state
}

/** Returns the state after a try that changed nothing: it looks again, since somebody else may create the same. */
export function notDone(state: OutboxStep): OutboxStep {
  if (state.step === 'createPatient') return { ...state, creation: 'asked' }
  if (state.step === 'createPacket') return packetFor(state.patientId, state.gone)
  return state
}

/** Returns the state after something was made that the answer does not name. */
export function made(state: OutboxStep): OutboxStep {
  return isCreating(state) ? { ...state, creation: 'made' } : state
}

/** Tells whether something may or may not have been created. */
export function isInDoubt(state: OutboxStep): boolean {
  return isCreating(state) && (state.creation === 'asked' || state.creation === 'made')
}

/** Tries a step: at most one thing is created or filled by it. */
export function tryStep(state: OutboxStep, context: StepContext): Tried {
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
    case 'resend':
      return resend(state, context)
    case 'delivered':
    case 'takenOver':
    case 'discarded':
      return Promise.resolve(next(state))
  }
}

export interface StepContext {
  readonly intake: Intake
  readonly delivery: IntakeDelivery
  readonly settings: OutboxSettings
  readonly claimed: readonly Id[]
  /** True if another intake, perhaps of the same person, created such a record and it was not found yet. */
  readonly isDoubtBeside: boolean
  readonly isCalm: boolean
  readonly now: () => { readonly at: number; readonly measured: number }
  readonly signal: AbortSignal
}

export type StepResult =
  | { readonly kind: 'next'; readonly state: OutboxStep }
  | { readonly kind: 'person'; readonly attention: Attention; readonly state?: OutboxStep }
  | {
      readonly kind: 'failed'
      readonly error: ServiceError
      readonly creates?: true
      readonly refusal?: Attention['reason']
    }
  /** Something was made, and the answer does not name it. */
  | { readonly kind: 'unnamed' }
  | { readonly kind: 'notYet' }

type Tried = Promise<StepResult>

const next = (state: OutboxStep): StepResult => ({ kind: 'next', state })

/** Asks for a person. */
export function person(
  reason: Attention['reason'],
  candidates: Attention['candidates'] = [],
  state?: OutboxStep,
): StepResult {
  return { kind: 'person', attention: { reason, candidates }, ...(state && { state }) }
}

function notThere(state: Creating, isCalm: boolean): StepResult {
  if (!isCalm) return { kind: 'notYet' }
  // It was made and is not shown: to make another would be a second one.
  return state.creation === 'made' ? person('notUnderstood') : next({ ...state, creation: 'ready' })
}

const isOneOf = (ids: readonly Id[], id: Id) => ids.some((other) => sameId(other, id))
/** Returns the state in which a packet is looked for, or made; `gone`: templates that the clinic has no more. */
export const packetFor = (patientId: Id, gone: readonly Id[] = []): StateOf<'createPacket'> => ({
  step: 'createPacket',
  patientId,
  creation: 'look',
  before: [],
  gone: [...gone],
})

/** True if staff must see an intake before any record is touched: nothing in it is proved. */
const waitsForStaff = ({ intake, settings }: StepContext) =>
  settings.unproved === 'review' && intake.proved.length === 0

async function match(context: StepContext): Tried {
  const there = await findPatient(context)
  if (there) return there
  const mayCreate = context.settings.newPatients === 'create' && !waitsForStaff(context)
  if (context.isDoubtBeside || !mayCreate) return person('noMatch')
  return next({ step: 'createPatient', creation: 'ready', before: [] })
}

/** `known`: others than the patient; `isAsked`: the one that fits may be the one that staff had created. */
async function findPatient(
  context: StepContext,
  known: readonly Id[] = [],
  isAsked = false,
): Promise<StepResult | undefined> {
  const { delivery, intake, signal } = context
  const found = await delivery.searchPatients(intake.person, signal)
  if (!found.ok) return { kind: 'failed', error: found.error }
  const { full, partial } = matchPerson(
    intake,
    found.value.filter(({ id }) => !isOneOf(known, id)),
  )
  const [only, ...others] = full
  if (only && others.length === 0)
    return waitsForStaff(context) && !isAsked
      ? person('unproved', full.map(candidateOf), { step: 'match' })
      : next(packetFor(only.id))
  if (only) return person('severalMatches', full.map(candidateOf))
  return partial.length > 0 ? person('noMatch', partial.map(candidateOf)) : undefined
}

/** Creates the patient unless one is there: another intake, or a try in doubt, may have made one since the last look. */
async function createPatient(state: StateOf<'createPatient'>, context: StepContext): Tried {
  const { delivery, intake, isCalm, signal } = context
  const there = await findPatient(context, state.before, state.creation !== 'ready')
  // Nothing was sent: it is in no doubt.
  if (there?.kind === 'person' && state.creation === 'ready')
    return { ...there, state: there.state ?? state }
  if (there) return there
  if (state.creation !== 'ready') return notThere(state, isCalm)
  const created = await delivery.createPatient(intake.person, signal)
  if (!created.ok)
    return { kind: 'failed', error: created.error, creates: true, refusal: 'fieldRefused' }
  const isNew = created.value !== null && !state.before.includes(created.value)
  return created.value !== null && isNew ? next(packetFor(created.value)) : { kind: 'unnamed' }
}

const prefillNext = (patientId: Id, packetId: Id) => next({ step: 'prefill', patientId, packetId })

const wantedOf = ({ forms }: Intake, { gone }: Pick<StateOf<'createPacket'>, 'gone'>) =>
  forms.map(({ templateId }) => templateId).filter((id) => !isOneOf(gone, id))

const ofPacket = { dateOfBirth: null, phone: null, email: null, isActive: true }
const severalPackets = (packets: readonly ReadPacketInFull[]) =>
  person(
    'severalPackets',
    packets.map(({ id, name }) => ({ id, name: name ?? '', ...ofPacket })),
  )

/** Notes the patient's packets first: after a try in doubt they identify the new one, independent of any clock. */
async function createPacket(state: StateOf<'createPacket'>, context: StepContext): Tried {
  if (state.creation === 'ready') return askForPacket(state, context)
  const { delivery, claimed, intake, isCalm, isDoubtBeside, signal } = context
  const { patientId, before } = state
  const listed = await delivery.packetsOf(patientId, signal)
  if (!listed.ok) return { kind: 'failed', error: listed.error }
  const wanted = wantedOf(intake, state)
  if (state.creation === 'look') {
    const waiting = listed.value.filter(
      (packet) =>
        packet.patientId !== undefined && !isOneOf(claimed, packet.id) && waitsFor(packet, wanted),
    )
    const [first, ...more] = waiting
    const isSure = more.length === 0 && !isDoubtBeside
    if (first) return isSure ? prefillNext(patientId, first.id) : severalPackets(waiting)
    return next({ ...state, creation: 'ready', before: listed.value.map(({ id }) => id) })
  }
  const fresh = listed.value.filter(
    (packet) => !isOneOf([...before, ...claimed], packet.id) && isOfTemplates(packet, wanted),
  )
  const [only, ...others] = fresh
  // One that does not say whose it is might be somebody else's; so might one that another intake asked for.
  const isOurs = others.length === 0 && only?.patientId !== undefined && !isDoubtBeside
  if (only && isOurs) return prefillNext(patientId, only.id)
  if (only) return severalPackets(fresh)
  return notThere(state, isCalm)
}

async function askForPacket(state: StateOf<'createPacket'>, context: StepContext): Tried {
  const { patientId, before } = state
  const { delivery, intake, claimed, signal } = context
  const templateIds = wantedOf(intake, state)
  const prefill = prefillOf(intake)
  const created = await delivery.createPacket({ patientId, templateIds, prefill }, signal)
  if (!created.ok) {
    const failed = { kind: 'failed', error: created.error, creates: true } as const
    if (!isRefused(created.error)) return failed
    return whyRefused(state, Object.keys(prefill).length > 0, context)
  }
  const packet = created.value
  const owner = packet?.patientId
  const isOther = owner !== undefined && !sameId(owner, patientId)
  if (!packet || isOther || isOneOf([...before, ...claimed], packet.id)) return { kind: 'unnamed' }
  return prefillNext(patientId, packet.id)
}

function isRefused(error: ServiceError): boolean {
  const verdict = judge(error, 0, true)
  return isRefusal(error) && verdict.kind === 'person' && verdict.reason === 'refused'
}

async function whyRefused(
  state: StateOf<'createPacket'>,
  isPrefilled: boolean,
  { delivery, intake, signal }: StepContext,
): Tried {
  const wanted = wantedOf(intake, state)
  const gone: Id[] = []
  for (const templateId of wanted) {
    const there = await delivery.isTemplateThere(templateId, signal)
    if (!there.ok) return { kind: 'failed', error: there.error }
    if (!there.value) gone.push(templateId)
  }
  if (gone.length === 0) return person(isPrefilled ? 'fieldRefused' : 'refused')
  if (gone.length === wanted.length) return person('templateGone')
  return next(packetFor(state.patientId, [...state.gone, ...gone]))
}

function waitsFor(packet: ReadPacketInFull, wanted: readonly Id[]): boolean {
  const templateIds = templatesOf(packet)
  return isOpen(packet) && templateIds !== null && wanted.every((id) => isOneOf(templateIds, id))
}

function isOfTemplates(packet: ReadPacketInFull, wanted: readonly Id[]): boolean {
  const templateIds = templatesOf(packet)
  // A list that does not name them: accept this patient's new ones; the check judges their content.
  if (templateIds === null) return true
  const [a, b] = [templateIds, wanted].map((ids) => ids.map(String).sort().join(' '))
  return a === b
}

const isGone = (read: Result<unknown, ServiceError>) => !read.ok && read.error.kind === 'notFound'
/** The clinic has the packet no more: only a person can say that another is wanted. */
const beginAnew = person('refused', [], { step: 'match' })

async function prefill({ patientId, packetId }: StateOf<'prefill'>, context: StepContext): Tried {
  const { delivery, intake, signal } = context
  const values = prefillOf(intake)
  if (Object.keys(values).length === 0)
    return next({ step: 'check', patientId, packetId, filled: [] })
  const filled = await delivery.prefill(packetId, values, signal)
  if (isGone(filled)) return beginAnew
  if (!filled.ok) return { kind: 'failed', error: filled.error, refusal: 'fieldRefused' }
  return next({ step: 'check', patientId, packetId, filled: [...filled.value] })
}

async function resend({ step: _, ...delivered }: StateOf<'resend'>, context: StepContext): Tried {
  const { delivery, now, signal } = context
  const read = await delivery.readPacket(delivered.packetId, signal)
  if (isGone(read)) return next({ step: 'match' })
  if (!read.ok) return { kind: 'failed', error: read.error }
  return next({ step: 'delivered', ...delivered, ...now() })
}

async function check(state: StateOf<'check'>, context: StepContext): Tried {
  const { patientId, packetId, filled } = state
  const { delivery, intake, now, signal } = context
  const read = await delivery.readPacket(packetId, signal)
  if (isGone(read)) return beginAnew
  if (!read.ok) return { kind: 'failed', error: read.error }
  const packet = read.value
  const isOther = packet.patientId !== undefined && !sameId(packet.patientId, patientId)
  if (isOther || !sameId(packet.id, packetId)) return person('notUnderstood')
  const outcome = compareAnswers(intake, packet, filled)
  if (outcome.isOtherVersion && outcome.delivered === 0 && outcome.of > 0)
    return person('templateChanged')
  return next({ step: 'delivered', patientId, packetId, ...outcome, ...now() })
}

/** Tries in a row after which an answer that cannot be used is shown to a person. */
const mostMisread = 5

type Verdict =
  | { readonly kind: 'again'; readonly afterMs: number }
  /** It may have been carried out all the same. */
  | { readonly kind: 'inDoubt'; readonly afterMs: number }
  | { readonly kind: 'unnamed' }
  | { readonly kind: 'person'; readonly reason: Attention['reason'] }

/** Codes of a connection that was never made: not one byte was sent. */
const neverSent = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH']

/** Statuses of a service, or something before it, that could not take the request as a whole just now. */
const notNow = [408, 425]

/** Judges a failed call. `creates`: whether doing it twice is another thing than doing it once. */
export function judge(error: ServiceError, failures: number, creates: boolean): Verdict {
  const doubt = creates ? 'inDoubt' : 'again'
  if (error.stage === 'token')
    return isDenied(error) ? { kind: 'person', reason: 'accessRevoked' } : again('again', error)
  switch (error.kind) {
    case 'unreachable':
      return again(neverSent.includes(error.reason) ? 'again' : doubt, error)
    case 'timedOut':
    case 'serverFault':
      return again(doubt, error)
    case 'rateLimited':
      return again('again', error)
    case 'unauthorized':
    case 'forbidden':
      return { kind: 'person', reason: 'accessRevoked' }
    case 'unreadableAnswer':
      if (isCutOff(error) || isFromBetween(error)) return again(doubt, error)
      if (creates) return { kind: 'unnamed' }
      return failures + 1 >= mostMisread
        ? { kind: 'person', reason: 'notUnderstood' }
        : again('again', error)
    case 'rejected':
      if (notNow.includes(error.status)) return again(doubt, error)
      return { kind: 'person', reason: 'refused' }
    case 'notFound':
    case 'conflictingMatches':
    case 'refusedByEnvelope':
      return { kind: 'person', reason: 'refused' }
  }
}

const isDenied = ({ kind }: ServiceError) => kind === 'unauthorized' || kind === 'forbidden'

const again = (kind: 'again' | 'inDoubt', error: ServiceError): Verdict => ({
  kind,
  afterMs: retryAfterOf(error),
})

/** Judges what a search found. A contact that a code proved must agree; where none was proved, one that was typed. */
export function matchPerson(intake: Intake, found: readonly ReadPatient[]) {
  const full: ReadPatient[] = []
  /** Name or contact agrees beside the date of birth: it may be the same person, and only a person can tell. */
  const partial: ReadPatient[] = []
  const seen = new Set<string>()
  for (const patient of found) {
    if (seen.has(String(patient.id))) continue
    seen.add(String(patient.id))
    const isBorn = patient.dateOfBirth === intake.person.dateOfBirth
    const isNamed = isSameName(intake.person, patient)
    const isReached = hasContact(intake, patient)
    if (isBorn && isNamed && isReached && patient.active) full.push(patient)
    else if (isBorn && (isNamed || isReached)) partial.push(patient)
    // A record that does not say when they were born may be theirs.
    else if (patient.dateOfBirth === null && (isNamed || isReached || hasNoWholeName(patient)))
      partial.push(patient)
  }
  return { full, partial }
}

const hasNoWholeName = ({ firstName, lastName, name }: ReadPatient) =>
  name === null && (firstName === null || lastName === null)

function candidateOf(patient: ReadPatient): Candidate {
  const { id, dateOfBirth, phone, email, active: isActive } = patient
  const name = nameOf(patient) ?? ''
  return { id, name, dateOfBirth, phone, email, isActive }
}

function hasContact({ person, proved }: Intake, { phone, email }: ReadPatient): boolean {
  const isProved = (channel: 'sms' | 'email') => proved.length === 0 || proved.includes(channel)
  return (
    (isProved('sms') && isSamePhone(person.phone, phone)) ||
    (isProved('email') && isSameEmail(person.email, email))
  )
}
