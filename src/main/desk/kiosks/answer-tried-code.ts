import type { StationId } from '../../../shared/bus/messages.ts'
import type { Answer, Question } from '../../../shared/bus/questions.ts'
import type { DeskCodes } from './desk-codes.ts'

interface Asked {
  readonly id: string
  readonly from: StationId
  readonly question: Question
}

/**
 * Answers a kiosk at which a code was typed, also while the desk is locked; undefined for another question, and where
 * the vault failed.
 */
export const answerTriedCode =
  (codes: Pick<DeskCodes, 'tried'>) =>
  ({ id, from, question }: Asked): Promise<Answer | undefined> => {
    if (question.kind !== 'deskCodeTried') return Promise.resolve(undefined)
    try {
      const opened = codes.tried(from, question.code)
      const { patientId, packetId } = opened ?? { patientId: null, packetId: null }
      return Promise.resolve({ kind: 'deskCodeChecked', of: id, patientId, packetId })
    } catch {
      // The vault has reported this itself. The desk does not answer without an audit entry.
      return Promise.resolve(undefined)
    }
  }
