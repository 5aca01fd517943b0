import type { StationId } from '../../../shared/bus/messages.ts'
import { mostSealedText, type Answer } from '../../../shared/bus/questions.ts'
import type { ListedMember } from '../../../shared/staff-members.ts'
import type { Answering } from '../port.ts'
import { answerSealed } from '../sealed-questions.ts'
import { intakeProtocol, type IntakeAsk } from './intake-messages.ts'

/** Carries out what a member at the desk asks; resolves with its result. Audits before, and throws if it cannot. */
export type IntakeDoor = (station: StationId, member: ListedMember, ask: IntakeAsk) => unknown

/** Answers the desk's questions about this kiosk's intakes, as `answerSealed`. */
export function answerIntakes({
  door,
  ...parts
}: Pick<Parameters<typeof answerSealed>[1], 'keyOf' | 'isServing' | 'onFault'> & {
  readonly door: IntakeDoor
}): Answering {
  return answerSealed(intakeProtocol, {
    ...parts,
    replyTo: async (from, { member, what }) => ({ told: await door(from, member, what) }),
    pack: (of, sealed) => packed(of, sealed),
  })
}

/** Cuts a sealed answer into as many messages as it needs. */
function packed(of: string, sealed: string): readonly Answer[] {
  const parts = Math.ceil(sealed.length / mostSealedText)
  return Array.from({ length: parts }, (_, part) => ({
    kind: 'intakesAnswered',
    of,
    part,
    parts,
    sealed: sealed.slice(part * mostSealedText, (part + 1) * mostSealedText),
  }))
}
