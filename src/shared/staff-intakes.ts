import * as z from 'zod/mini'
import { connectionState } from './connection.ts'
import { attentionReasons, discardReasons, remainReasons } from './intake-reasons.ts'
import { commandOf, moment, panelShape, screenOf } from './staff-pages.ts'

/** Id of an intake taken without the network: made by this kiosk, unknown to the service. */
const intake = z.uuid()

const discardReason = z.enum(discardReasons)
export type DiscardReason = z.infer<typeof discardReason>

/** Acts of staff on an intake that need no more than its id; `docs/offline.md` says what each does. */
const intakeActs = ['createPatient', 'takeBack', 'tryNow', 'takeOver', 'sendAgain'] as const
const intakeAct = z.enum(intakeActs)
export type IntakeAct = z.infer<typeof intakeAct>

/** Makes the commands that settle an intake. `of`: how it is named. */
export const settlingCommands = /* @__NO_SIDE_EFFECTS__ */ <I extends z.core.$ZodType>(of: I) =>
  [
    commandOf('chooseCandidate', { intake: of, candidate: z.string().check(z.maxLength(20)) }),
    commandOf('actOnIntake', { intake: of, act: intakeAct }),
    commandOf('discardIntake', { intake: of, reason: discardReason }),
  ] as const
export const oneIntake = { intake }
const settling = settlingCommands(intake)
export type SettlingCommand = z.infer<(typeof settling)[number]>

export const singleIntakeCommands = [
  commandOf('openIntake', oneIntake),
  commandOf('readIntake', oneIntake),
  ...settling,
] as const

/** Commands of staff for the intakes that this kiosk keeps; all but `openIntake` and `saveSettledPdf` concern the open one. */
export const intakeCommands = [
  ...singleIntakeCommands,
  commandOf('saveIntakePdf', oneIntake),
  commandOf('saveSettledPdf', {}),
] as const

/** `id`: name of it for the page; at a desk's page, one of the desk's own. */
const row = { id: z.string(), helpNumber: z.string(), at: z.nullable(moment) }

const attentionReason = z.enum(attentionReasons)
export type AttentionReason = z.infer<typeof attentionReason>

const remainReason = z.enum(remainReasons)

const counts = { delivered: z.int(), of: z.int() }

const intakes = z.strictObject({
  waiting: z.array(z.strictObject(row)),
  oldest: z.nullable(moment),
  /** Time of the next try, to the minute. */
  nextTryAt: z.nullable(moment),
  needsPerson: z.array(z.strictObject({ ...row, reason: attentionReason })),
  remaining: z.array(z.strictObject({ ...row, ...counts, why: z.array(remainReason) })),
  /** Readiness for a time without the network: when the kiosk read the forms, and the number of check-ins it has room for. */
  ready: z.strictObject({ formsAt: z.nullable(moment), room: z.int() }),
  complete: z.array(z.strictObject(row)),
})
/** The intakes that a kiosk keeps; nothing of a patient. */
export type IntakesShown = z.infer<typeof intakes>

export const intakeCounts = z.nullable(
  z.strictObject({ waiting: z.int(), needsPerson: z.int(), remaining: z.int() }),
)

const person = z.strictObject({
  name: z.string(),
  /** YYYY-MM-DD. */
  dateOfBirth: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  proved: z.array(z.enum(['sms', 'email'])),
})

const agreement = z.enum(['same', 'other', 'none'])
export type Agreement = z.infer<typeof agreement>

export const intakeShown = z.strictObject({
  ...row,
  /** `complete`: with the clinic whole, or taken over. */
  stands: z.enum(['waiting', 'needsPerson', 'remaining', 'complete']),
  person: z.nullable(person),
  reason: z.nullable(attentionReason),
  candidates: z.array(
    z.strictObject({
      /** Name of it in `chooseCandidate`: never the id of a record. */
      key: z.string(),
      name: z.string(),
      dateOfBirth: z.nullable(z.string()),
      phone: z.strictObject({ is: agreement, ending: z.nullable(z.string()) }),
      email: agreement,
      isActive: z.boolean(),
    }),
  ),
  ...counts,
  remains: z.array(z.strictObject({ label: z.nullable(z.string()), why: remainReason })),
  /** The clinic's form is of another version than the one that was answered. */
  isOtherVersion: z.boolean(),
  can: z.array(z.enum(['choose', ...intakeActs, 'discard'])),
})
export type IntakeShown = z.infer<typeof intakeShown>

const answer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
  z.strictObject({ kind: z.literal('date'), date: z.string() }),
  z.strictObject({ kind: z.literal('flag'), is: z.boolean() }),
  z.strictObject({ kind: z.literal('several'), texts: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('payment'), by: z.enum(['card', 'cash', 'talk']) }),
  /** A file, by its name, or a paper that the patient has to show. */
  z.strictObject({ kind: z.literal('file'), name: z.nullable(z.string()) }),
  /** Drawn with a finger, which the panel does not show: a signature, initials; marks on a picture of the body. */
  z.strictObject({ kind: z.enum(['drawn', 'marks']) }),
])
const answeredForm = z.strictObject({
  name: z.string(),
  answers: z.array(z.strictObject({ label: z.nullable(z.string()), answer })),
})
export type AnswerShown = z.infer<typeof answer>
export type AnsweredForm = z.infer<typeof answeredForm>

export const keptIntakes = z.strictObject({
  connection: connectionState,
  connectionSince: z.nullable(moment),
  intakes: z.nullable(intakes),
  kept: z.int(),
})
export type KeptIntakes = z.infer<typeof keptIntakes>

/** Reason that an intake could not be saved as a PDF. `unknown`: it is not on this kiosk; `noFolder`: none is set, or it is missing. */
const pdfFault = z.enum(['unknown', 'noFolder', 'notDrawn', 'notWritten'])
export type PdfFault = z.infer<typeof pdfFault>

const deskFault = z.enum(['unknown', 'inFlight', 'notPossible'])
export type IntakeFault = z.infer<typeof deskFault>

export const answeredForms = z.array(answeredForm)

export const settledIntake = z.strictObject({ outcome: z.enum(['done', ...deskFault.options]) })

const pdfState = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('saving') }),
  z.strictObject({ state: z.literal('saved'), file: z.string() }),
  z.strictObject({ state: z.literal('notSaved'), why: pdfFault }),
])
export type PdfState = z.infer<typeof pdfState>

export const intakeScreens = [
  screenOf('staffIntakes', {
    ...panelShape,
    ...keptIntakes.shape,
    /** Fate of the intake that was open: it was discarded, or is not on this kiosk any more. */
    note: z.nullable(z.enum(['discarded', 'gone'])),
    canSavePdf: z.boolean(),
    pdf: z.nullable(pdfState),
  }),
  /** The only staff screen about a patient: nothing but the text that the patient typed and the service's questions. */
  screenOf('staffIntake', {
    ...panelShape,
    intake: intakeShown,
    canSavePdf: z.boolean(),
    answers: z.nullable(answeredForms),
    fault: z.nullable(deskFault),
    errorCount: z.int(),
    pdf: z.nullable(pdfState),
  }),
] as const
