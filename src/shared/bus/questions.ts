import * as z from 'zod/mini'
import { bodyOf, isoDateTime, recordId, text } from './fields.ts'

/** Of every question: nobody answers it after that moment of the asker's clock. */
const until = isoDateTime

/** Most characters of a text that is sealed once more within a message. */
export const mostSealedText = 6_000

export const mostSealedParts = 2_000

/** Question while somebody waits, neither kept nor repeated: without an answer in time it lapses. */
export const question = z.discriminatedUnion('kind', [
  bodyOf('deskCodeTried', { until, code: text(12) }),
  // `sealed`: readable by this kiosk and its desk alone, as `member-questions.ts` and `intake-questions.ts` define.
  bodyOf('memberAsked', { until, sealed: text(mostSealedText) }),
  bodyOf('intakesAsked', { until, sealed: text(mostSealedText) }),
])
export type Question = z.infer<typeof question>

export const answer = z.discriminatedUnion('kind', [
  bodyOf('deskCodeChecked', {
    of: text(40),
    patientId: z.nullable(recordId),
    /** The form packet that it is for; null: those that wait. */
    packetId: z.nullable(recordId),
  }),
  /** A part of an answer that is sealed as the question was; `part` counts from 0 to `parts` - 1. */
  bodyOf('sealedAnswered', {
    of: text(40),
    part: z.int().check(z.minimum(0)),
    parts: z.int().check(z.minimum(1), z.maximum(mostSealedParts)),
    sealed: text(mostSealedText),
  }),
])
export type Answer = z.infer<typeof answer>

/** Tells whether a message is a question. */
export const isQuestion = (body: { readonly kind: string }): body is Question =>
  question._zod.propValues['kind']?.has(body.kind) ?? false

/** Tells whether a message is an answer. */
export const isAnswer = (body: { readonly kind: string }): body is Answer =>
  answer._zod.propValues['kind']?.has(body.kind) ?? false
