import * as z from 'zod/mini'
import { listedMember } from '../../../shared/staff-members.ts'
import {
  answeredForms,
  intakeCommands,
  keptIntakes,
  openedIntake,
  savedIntakes,
  settledIntake,
} from '../../../shared/staff-intakes.ts'
import { commandOf } from '../../../shared/staff-pages.ts'
import { sealedAsk, sealedReply, type SealedProtocol } from '../sealed-questions.ts'

/** Version of what is sealed below. */
const version = 1

/** Commands for a kiosk's intakes that a member at the desk can give: those of the kiosk's panel, and the list. */
const intakeAsk = z.discriminatedUnion('type', [commandOf('listIntakes', {}), ...intakeCommands])
export type IntakeAsk = z.infer<typeof intakeAsk>

/** Result of each of them; null: there is no such intake on the kiosk. */
export const intakeResults = {
  listIntakes: keptIntakes,
  openIntake: z.nullable(openedIntake),
  readIntake: z.nullable(answeredForms),
  chooseCandidate: settledIntake,
  actOnIntake: settledIntake,
  discardIntake: settledIntake,
  saveIntakePdf: savedIntakes,
  saveSettledPdf: savedIntakes,
} as const satisfies Readonly<Record<IntakeAsk['type'], z.ZodMiniType>>
export type IntakeResult<T extends IntakeAsk['type']> = z.output<(typeof intakeResults)[T]>

const ask = z.object({
  ...sealedAsk(version),
  /** Member at the desk, who has the right to it there. */
  member: listedMember,
  what: intakeAsk,
})
const reply = z.object({ ...sealedReply(version), told: z.unknown() })

/** Questions of a desk about the intakes of one kiosk. */
export const intakeProtocol: SealedProtocol<z.infer<typeof ask>, z.infer<typeof reply>> = {
  kind: 'intakesAsked',
  version,
  askUse: 'foyer-intakes-asked',
  replyUse: 'foyer-intakes-answered',
  ask,
  reply,
}
