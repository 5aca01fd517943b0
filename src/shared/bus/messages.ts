import * as z from 'zod/mini'
import { bodyOf, isoDateTime, recordId, text } from './fields.ts'
import { answer, question, type Answer, type Question } from './questions.ts'

/** Version of the messages below. A newer one may add fields, kinds and words; what it changes gets another name. */
export const busVersion = 1
const version = z.int().check(z.positive())
/** A language of a patient; a newer kiosk may speak others than this station. */
const language = z.string().check(z.regex(/^[a-z]{2,3}(-([A-Z]{2}|[0-9]{3}))?$/))

/** A station's own id on the bus, made when it is paired: says nothing of the clinic or of the machine. */
export const stationId = z.string().check(z.regex(/^[a-z0-9]{16,32}$/))
export type StationId = z.infer<typeof stationId>

/** `kiosk`: patients check in there; `desk` and `hub` listen to kiosks and may command them. */
export const stationKind = z.enum(['kiosk', 'desk', 'hub'])
export type StationKind = z.infer<typeof stationKind>

/** Lasting state that a kiosk reports to its listeners; it holds until the next such report. */
export const lastingNotice = z.discriminatedUnion('kind', [
  // `number`: that on the kiosk's screen; `appointmentId`: once they have said that they are here for it.
  bodyOf('helpAsked', {
    helpId: text(40),
    number: text(8),
    screen: text(40),
    language,
    appointmentId: z.optional(recordId),
  }),
  bodyOf('helpEnded', { helpId: text(40) }),
  bodyOf('patientArrived', {
    appointmentId: recordId,
    startsAt: isoDateTime,
    with: z.nullable(text(200)),
  }),
  /** An intake that was taken without the network needs a person. `reason`: as `intakeReasons` has it. */
  bodyOf('intakeWaits', { intakeId: text(80), reason: text(60), since: isoDateTime }),
  bodyOf('intakeSettled', { intakeId: text(80) }),
  /** The kiosk sends a patient to a person. `reason`: as `requestReasons` has it. */
  bodyOf('staffNeeded', { number: text(8), reason: text(60), language }),
  bodyOf('unpaired', {}),
  bodyOf('pinUsed', { useId: text(40) }),
])
export type LastingNotice = z.infer<typeof lastingNotice>

/** News of a kiosk for its listeners, repeated until one of them has confirmed it. */
export const notice = z.discriminatedUnion('kind', [
  lastingNotice,
  /** The service calls a packet of that patient complete that was filled in here: how far they are is read anew. */
  bodyOf('formsCompleted', { patientId: recordId }),
])
export type Notice = z.infer<typeof notice>

export const kioskActs = [
  'takeOutOfService',
  'bringBack',
  'lock',
  'reloadSettings',
  'restart',
] as const

export const commandAct = z.enum([
  ...kioskActs,
  /** The kiosk asks its staff whether everything on it shall be forgotten; nothing is forgotten by itself. */
  'askToWipe',
  'coming',
  /** The forms of the patient to whom the front desk gave `code` begin, unless somebody else uses the kiosk. */
  'beginWithCode',
])
export type CommandAct = z.infer<typeof commandAct>

/** Carried out once, and not after `until`. */
export const command = bodyOf('command', {
  act: commandAct,
  by: text(80),
  /** Their id as a member of the desk; not there where the hub knows no members. */
  member: z.optional(text(40)),
  reason: text(200),
  until: isoDateTime,
  helpId: z.nullable(text(40)),
  code: z.optional(text(12)),
})
export type BusCommand = z.infer<typeof command>

/** Outcome of a command. `tooLate`: it came after `until`; `refused`: the kiosk could not, `detail` says why. */
export const commandOutcome = bodyOf('commandOutcome', {
  of: text(40),
  outcome: z.enum(['done', 'tooLate', 'refused']),
  detail: z.nullable(text(200)),
})
export type CommandOutcome = z.infer<typeof commandOutcome>

/** Says that the message with that id was taken and kept. */
const confirmation = bodyOf('confirmation', { of: text(40) })
/** Says that the message with that id can never be taken: its kind, or what it says, is unknown here. */
const notUnderstood = bodyOf('notUnderstood', { of: text(40) })

export const busBody = z.discriminatedUnion('kind', [
  notice,
  command,
  commandOutcome,
  question,
  answer,
  confirmation,
  notUnderstood,
])
export type BusBody = z.infer<typeof busBody>
/** Messages delivered once and in order; all others are the bus's own, or are neither kept nor counted. */
export type HandedOnBody = Exclude<
  BusBody,
  Question | Answer | z.infer<typeof confirmation> | z.infer<typeof notUnderstood>
>

/** State of a station as it reports itself; the broker keeps the last one, and reports a silent station gone. */
export const presence = z.object({
  v: version,
  from: stationId,
  kind: stationKind,
  name: text(40),
  version: text(40),
  /** One that only a newer station knows: it is there, and not free. */
  state: z.catch(z.enum(['gone', 'free', 'inUse', 'outOfService', 'staff']), 'inUse'),
  since: isoDateTime,
  connection: text(20),
  intakes: z.object({ waiting: z.int(), needPerson: z.int() }),
})
export type Presence = z.infer<typeof presence>

export const envelope = z.object({
  v: version,
  /** UUID; the same each time that the message is sent. */
  id: text(40),
  from: stationId,
  at: isoDateTime,
  /** Its place in what the station says: a later one has a higher number. 0 of a confirmation, a question and an answer. */
  number: z.int().check(z.nonnegative()),
  /** The only station that it is for; null: every receiver of the topic. */
  to: z.nullable(stationId),
  body: z.looseObject({ kind: text(40) }),
})
export type Envelope = Omit<z.infer<typeof envelope>, 'body'> & { readonly body: BusBody }

export const presenceEnvelope = z.object({
  v: version,
  at: isoDateTime,
  /** Start of the sending process: of two with one id, the later one stays. */
  began: z.int(),
  /** Number of the connection, and the place within it: the higher is the later; the broker's message is the last. */
  order: z.tuple([z.int(), z.int()]),
  presence,
})
export type PresenceEnvelope = z.infer<typeof presenceEnvelope>
