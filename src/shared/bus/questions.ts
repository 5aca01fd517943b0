import * as z from 'zod/mini'
import { bodyOf, isoDateTime, recordId, text } from './fields.ts'

/** Of every question: nobody answers it after that moment of the asker's clock. */
const until = isoDateTime

/** Characters of what is sealed once more within a message, at most. */
export const mostSealedText = 6_000

/**
 * What a kiosk asks of a desk while somebody waits in front of it. It is neither kept nor told later: what nobody answers in
 * time was not asked.
 */
export const question = z.discriminatedUnion('kind', [
  /** A patient typed a code that the desk is to have given them. `code`: its digits. */
  bodyOf('deskCodeTried', { until, code: text(12) }),
  /**
   * Who the members of staff are, or whether one may come in. `sealed`: under the key that this kiosk and the desk that it
   * is paired with alone have; what stands in it is `member-messages.ts` of the bus.
   */
  bodyOf('memberAsked', { until, sealed: text(mostSealedText) }),
])
export type Question = z.infer<typeof question>

/** Answers of a desk. `of`: id of the question. */
export const answer = z.discriminatedUnion('kind', [
  bodyOf('deskCodeChecked', {
    of: text(40),
    /** For whom the code was given; null: this desk knows no such code, or it is used up or old. */
    patientId: z.nullable(recordId),
    /** The form packet that it is for; null: those that wait. */
    packetId: z.nullable(recordId),
  }),
  /** Sealed as the question was. */
  bodyOf('memberAnswered', { of: text(40), sealed: text(mostSealedText) }),
])
export type Answer = z.infer<typeof answer>

const questionKinds: ReadonlySet<string> = new Set([
  'deskCodeTried',
  'memberAsked',
] satisfies Question['kind'][])
const answerKinds: ReadonlySet<string> = new Set([
  'deskCodeChecked',
  'memberAnswered',
] satisfies Answer['kind'][])

/** True if a message is a question of a kiosk. */
export const isQuestion = (body: { readonly kind: string }): body is Question =>
  questionKinds.has(body.kind)

/** True if a message is the answer of a desk. */
export const isAnswer = (body: { readonly kind: string }): body is Answer =>
  answerKinds.has(body.kind)
