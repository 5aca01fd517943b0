import { z } from 'zod'
import { id } from '../../../../contract/values.ts'
import { readKept } from '../../../base/parse-json.ts'
import { attentionReasons, remainReasons } from '../../../../shared/intake-reasons.ts'
import type { intakeSteps } from '../../../../shared/intake-reasons.ts'

/** A record among which staff choose; of a packet its name alone is known. */
const candidate = z.strictObject({
  id,
  name: z.string(),
  dateOfBirth: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  isActive: z.boolean(),
})

const attention = z.strictObject({
  reason: z.enum(attentionReasons),
  candidates: z.array(candidate),
})

/** `look` first at what is there; `asked`: sent, or about to be; `made`, by an answer that does not name the record. */
const creation = z.enum(['look', 'ready', 'asked', 'made'])

const remain = z.strictObject({ form: z.int(), element: z.string(), why: z.enum(remainReasons) })

const outcome = z.strictObject({
  /** Answers that are with the clinic, out of so many; signatures, initials and files are not among these. */
  delivered: z.int(),
  of: z.int(),
  remains: z.array(remain),
  isOtherVersion: z.boolean(),
})

const packet = { patientId: id, packetId: id }
const moment = {
  at: z.number(),
  /** ms that Foyer had run on this kiosk by then: deletion counts by it, too. */
  measured: z.number(),
}

const openSteps = [
  z.strictObject({ step: z.literal('match') }),
  /** `before`: patients that are known not to be the new one. */
  z.strictObject({ step: z.literal('createPatient'), creation, before: z.array(id) }),
  /** `before`: packets that the patient had before; `gone`: templates that the clinic has no more. */
  z.strictObject({
    step: z.literal('createPacket'),
    patientId: id,
    creation,
    before: z.array(id),
    gone: z.array(id),
  }),
  z.strictObject({ step: z.literal('prefill'), ...packet }),
  /** `filled`: attributes that the service said to have filled. */
  z.strictObject({ step: z.literal('check'), ...packet, filled: z.array(z.string()) }),
  z.strictObject({ step: z.literal('delivered'), ...packet, ...outcome.shape, ...moment }),
  /** Staff want it sent again where the service does not have it any more. */
  z.strictObject({ step: z.literal('resend'), ...packet, ...outcome.shape }),
] as const

const step = z.discriminatedUnion('step', [
  ...openSteps,
  /** `from`: how far it was when staff took it over; its packet, or its doubt, is still its own. */
  z.strictObject({
    step: z.literal('takenOver'),
    from: z.discriminatedUnion('step', openSteps),
    ...moment,
  }),
  z.strictObject({ step: z.literal('discarded') }),
])

const outboxRow = z.strictObject({
  id: z.uuid(),
  seq: z.int(),
  helpNumber: z.string(),
  /** YYYY-MM-DD: of intakes that may be of one person the later one waits for the earlier one. */
  dateOfBirth: z.string(),
  finishedAt: z.string(),
  state: step,
  failures: z.int(),
  attention: attention.nullable(),
  /** State before staff's choice, until something may have been sent by it. */
  choice: z.strictObject({ state: step, attention }).nullable(),
})

/** Reads a row as it was kept; undefined for one that another Foyer wrote in another way. */
export const readOutboxRow = (text: string): OutboxRow | undefined => readKept(outboxRow, text)

export type OutboxRow = z.infer<typeof outboxRow>
export type OutboxStep = z.infer<typeof step>
export type StepName = (typeof intakeSteps)[number]
export type StateOf<N extends StepName> = Extract<OutboxStep, { step: N }>
export type Candidate = z.infer<typeof candidate>
export type Attention = z.infer<typeof attention>
export type Outcome = z.infer<typeof outcome>
export type Remain = z.infer<typeof remain>

/** Tells whether the clinic has all of it, or has taken it over: from then on it is only kept for a while. */
export function isComplete({ state }: OutboxRow): boolean {
  return state.step === 'takenOver' || (state.step === 'delivered' && state.remains.length === 0)
}

/** Tells how far an intake is, or was when staff took it over. */
export const reachedStep = ({ state }: OutboxRow) =>
  state.step === 'takenOver' ? state.from : state

/** Tells whether nothing is left to try. */
export function isSettled({ state }: OutboxRow): boolean {
  return state.step === 'delivered' || state.step === 'takenOver' || state.step === 'discarded'
}
