import * as z from 'zod/mini'
import type { StationId } from '../../shared/bus/messages.ts'
import { listedMember, type ListedMember } from '../../shared/staff-members.ts'
import {
  answeredForms,
  intakeShown,
  keptIntakes,
  oneIntake,
  singleIntakeCommands,
  settledIntake,
} from '../../shared/staff-intakes.ts'
import { mostSealedParts, mostSealedText } from '../../shared/bus/questions.ts'
import { deskPdf } from '../../shared/desk/pdf.ts'
import { commandOf } from '../../shared/staff-pages.ts'
import { type SealedSubject, askSealed } from './sealed-questions.ts'
import type { WallClock } from '../base/clock.ts'
import type { Bus } from './create-bus.ts'

const intakeAsk = z.discriminatedUnion('type', [
  commandOf('listIntakes', {}),
  ...singleIntakeCommands,
  commandOf('drawIntakePdf', oneIntake),
  commandOf('drawSettledPdf', {}),
])
export type IntakeAsk = z.infer<typeof intakeAsk>

/** Most bytes of a PDF that comes whole: base64 within a sealed text, which is base64 itself. */
export const mostDrawnBytes = Math.floor((mostSealedParts * mostSealedText * 9) / 16) - 10_000
const drawnPdf = z.nullable(deskPdf)
/** null: there is no such intake on the kiosk, or no PDF came of it. */
const intakeResults = {
  listIntakes: keptIntakes,
  openIntake: z.nullable(intakeShown),
  readIntake: z.nullable(answeredForms),
  chooseCandidate: settledIntake,
  actOnIntake: settledIntake,
  discardIntake: settledIntake,
  drawIntakePdf: drawnPdf,
  drawSettledPdf: drawnPdf,
} as const satisfies Readonly<Record<IntakeAsk['type'], z.ZodMiniType>>
export type IntakeResult<T extends IntakeAsk['type']> = z.output<(typeof intakeResults)[T]>

/** `member`: at the desk, who has the right to it there. */
const ask = z.object({ member: listedMember, what: intakeAsk })

export const intakeSubject: SealedSubject<z.infer<typeof ask>> = {
  kind: 'intakesAsked',
  ask,
  resultOf: ({ what }) => intakeResults[what.type],
}

/** Carries out what a member at the desk asks; resolves with its result. Audits before, and throws if it cannot. */
export type IntakeDoor = (station: StationId, member: ListedMember, ask: IntakeAsk) => unknown

/** ms to wait; a PDF takes a process of its own at the kiosk. */
const answerMs = 10_000
const pdfMs = 60_000

/** Undefined: the kiosk is off, does not answer in time, or is of a version that knows no such question. */
export type AskIntakes = <T extends IntakeAsk['type']>(
  kiosk: StationId,
  member: ListedMember,
  what: Extract<IntakeAsk, { readonly type: T }>,
) => Promise<IntakeResult<T> | undefined>

/** Asks kiosks about their intakes, and keeps nothing. `keyOf`: as `answerSealed` has it. */
export const askIntakes =
  (parts: {
    readonly bus: Pick<Bus, 'ask' | 'stations'>
    readonly keyOf: (station: StationId) => Uint8Array | undefined
    readonly clock: Pick<WallClock, 'wallTime'>
  }): AskIntakes =>
  async (kiosk, member, what) => {
    const { bus, keyOf, clock } = parts
    const key = keyOf(kiosk)
    const isThere = bus.stations().some(({ from, state }) => from === kiosk && state !== 'gone')
    if (!key || !isThere) return undefined
    const ms = intakeResults[what.type] === drawnPdf ? pdfMs : answerMs
    const way = { bus, key, clock, to: kiosk }
    const told = await askSealed(intakeSubject, way, { member, what }, ms)
    return told as IntakeResult<typeof what.type> | undefined
  }
