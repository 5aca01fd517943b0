import type { AppointmentState } from '../../contract/readers/arrival-readers.ts'
import { isCutOff, type ServiceError } from '../service/http/errors.ts'
import { isRefusal } from '../service/http/refusal.ts'
import type { MarkCalls } from './mark-calls.ts'
import type { MarkRow } from './mark-row.ts'

/**
 * What became of one try. `again`: it failed, and is tried later; `inDoubt`: what was sent may still be carried out, and
 * is looked for later; `refused` names why: a failure, or how the appointment stands.
 */
export type TryResult =
  | { readonly outcome: 'marked' }
  | { readonly outcome: 'again'; readonly error: ServiceError }
  | { readonly outcome: 'inDoubt' }
  | { readonly outcome: 'refused'; readonly why: ServiceError | 'cancelled' | 'notTaken' }

/** What a try works with. */
export interface TryParts {
  readonly calls: MarkCalls
  /** Whether the patient confirmed it just now and nothing was sent yet: then nothing needs to be looked at first. */
  readonly isFresh: boolean
  /** Whether whatever was sent before has been carried out by now, if ever. */
  readonly isCalm: boolean
  /** Notes durably that it is sent now; throws what the vault throws. */
  readonly noteAsked: () => void
  readonly signal: AbortSignal
}

/** Tries once to mark an arrival. It looks before it repeats, and before it sends late what was meant earlier. */
export async function tryMark(row: MarkRow, parts: TryParts): Promise<TryResult> {
  const { calls, signal } = parts
  if (!parts.isFresh) {
    const looked = await look(row, parts)
    if (looked !== 'open') return looked
    if (row.mark === 'asked' && !parts.isCalm) return { outcome: 'inDoubt' }
  }
  parts.noteAsked()
  const marked = await calls.mark(row.appointmentId, signal)
  if (marked.ok && isThere(marked.value)) return { outcome: 'marked' }
  // A service that does not say how it stands is asked; so is one that refuses, for somebody may have marked it.
  if (!marked.ok && !isFinal(marked.error)) return { outcome: 'again', error: marked.error }
  const looked = await look(row, parts)
  if (looked !== 'open') return looked
  return { outcome: 'refused', why: marked.ok ? 'notTaken' : marked.error }
}

const isThere = (state: AppointmentState | null) => state === 'arrived' || state === 'completed'

/** How the appointment stands: `open`, or what that means for the mark. */
async function look(row: MarkRow, { calls, signal }: TryParts): Promise<TryResult | 'open'> {
  const looked = await calls.look(row.appointmentId, signal)
  if (!looked.ok) {
    const { error } = looked
    const isHopeless = isFinal(error) || (error.kind === 'unreadableAnswer' && !isCutOff(error))
    return isHopeless ? { outcome: 'refused', why: error } : { outcome: 'again', error }
  }
  if (isThere(looked.value)) return { outcome: 'marked' }
  return looked.value === 'cancelled' ? { outcome: 'refused', why: 'cancelled' } : 'open'
}

/** Whether the service understood the request and will not take it however often it comes. */
export function isFinal(error: ServiceError): boolean {
  return isRefusal(error) && error.kind !== 'unauthorized' && error.kind !== 'rateLimited'
}
