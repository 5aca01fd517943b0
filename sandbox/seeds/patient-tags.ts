import type { PatientTag } from '../state/types.ts'
import * as cases from './cases.ts'
import { account, foreignAccount } from './clinics.ts'
import { foreigner } from './people.ts'

function tag(
  id: number,
  patientId: number,
  note: string,
  color: string,
  more: Partial<PatientTag> = {},
): PatientTag {
  return { id, accountId: account.id, patientId, note, color, active: true, ...more }
}

/** Notes on a few patients; one of them was put aside. */
export const patientTags: readonly PatientTag[] = [
  tag(1401, cases.onePacket.id, 'Prefers mornings', '#2f6fb2'),
  tag(1402, cases.onePacket.id, 'Needs an interpreter', '#b25f2f', { active: false }),
  tag(1403, cases.threePackets.id, 'Hard of hearing', '#7a2e8e'),
  tag(1404, foreigner.id, 'Member', '#446688', { accountId: foreignAccount.id }),
]
