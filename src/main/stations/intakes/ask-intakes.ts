import type { StationId } from '../../../shared/bus/messages.ts'
import type { ListedMember } from '../../../shared/staff-members.ts'
import type { WallClock } from '../../base/clock.ts'
import type { Bus } from '../port.ts'
import { askSealed } from '../sealed-questions.ts'
import {
  drawnPdf,
  intakeResults,
  intakeSubject,
  type IntakeAsk,
  type IntakeResult,
} from './intake-messages.ts'

/** ms to wait for a kiosk; a PDF takes a process of its own there. */
const answerMs = 10_000
const pdfMs = 60_000

/** Asks a kiosk for a member; undefined: it is off, does not answer in time, or is of a version that knows no such question. */
export type AskIntakes = <T extends IntakeAsk['type']>(
  kiosk: StationId,
  member: ListedMember,
  what: Extract<IntakeAsk, { readonly type: T }>,
) => Promise<IntakeResult<T> | undefined>

/** Asks kiosks about their intakes. Nothing of the answers is kept. `keyOf`: as `answerSealed` has it. */
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
    const told = await askSealed(
      intakeSubject,
      { bus, key, clock, to: kiosk },
      { member, what },
      ms,
    )
    return told as IntakeResult<typeof what.type> | undefined
  }
