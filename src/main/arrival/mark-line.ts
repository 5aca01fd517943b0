import { statusOf } from '../service/http/refusal.ts'
import type { ServiceError, ServiceErrorKind } from '../service/http/errors.ts'

/** One line of the log: what became of a try. Nothing of a patient has a field here. */
export interface MarkLine {
  readonly outcome: 'done' | 'again' | 'inDoubt' | 'refused' | 'dropped'
  readonly operation?: string
  readonly error?: ServiceErrorKind | 'vault' | 'bug'
  readonly status?: number
  readonly detail?: string
}

/** ms after which an arrival says nothing any more to the service. */
export const dropAfterMs = 12 * 60 * 60_000

/** Why a try came to nothing, as a line of the log has it. */
export function wordsOf(why: ServiceError | string): Omit<MarkLine, 'outcome'> {
  if (typeof why === 'string') return { detail: why }
  const status = statusOf(why)
  return { operation: why.operation, error: why.kind, ...(status !== undefined && { status }) }
}

/** What a thrown error is: the vault cannot be written, or it is a bug. */
export function kindOfThrown(error: unknown): 'vault' | 'bug' {
  const code = String((error as { code?: unknown } | null)?.code)
  return code.startsWith('SQLITE') ? 'vault' : 'bug'
}
