import { isCutOff, isFromBetween, type ServiceError } from '../../service/http/errors.ts'
import type { Attention } from './row.ts'

/** Tries in a row after which an answer that cannot be used is shown to a person. */
const mostMisread = 5

/** Consequence of a failed call for an intake. */
export type Verdict =
  /** Nothing was done; ms that the service asked to wait at least. */
  | { readonly kind: 'again'; readonly afterMs: number }
  /** It may have been carried out all the same. */
  | { readonly kind: 'inDoubt'; readonly afterMs: number }
  /** It was carried out, by an answer that cannot be used. */
  | { readonly kind: 'unnamed' }
  | { readonly kind: 'person'; readonly reason: Attention['reason'] }

/** Codes of a connection that was never made: not one byte was sent. */
const neverSent = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH']

/** Statuses of a service, or something before it, that could not take the request as a whole just now. */
const notNow = [408, 425]

/** Judges a failed call. `creates`: whether doing it twice is another thing than doing it once. */
export function judge(error: ServiceError, failures: number, creates: boolean): Verdict {
  const doubt = creates ? 'inDoubt' : 'again'
  if (error.stage === 'token')
    return isDenied(error) ? { kind: 'person', reason: 'accessRevoked' } : again('again', error)
  switch (error.kind) {
    case 'unreachable':
      return again(neverSent.includes(error.reason) ? 'again' : doubt, error)
    case 'timedOut':
    case 'serverFault':
      return again(doubt, error)
    case 'rateLimited':
      return again('again', error)
    case 'unauthorized':
    case 'forbidden':
      return { kind: 'person', reason: 'accessRevoked' }
    case 'unreadableAnswer':
      if (isCutOff(error) || isFromBetween(error)) return again(doubt, error)
      if (creates) return { kind: 'unnamed' }
      return failures + 1 >= mostMisread
        ? { kind: 'person', reason: 'notUnderstood' }
        : again('again', error)
    case 'rejected':
      if (notNow.includes(error.status)) return again(doubt, error)
      return { kind: 'person', reason: 'refused' }
    case 'notFound':
    case 'conflictingMatches':
    case 'refusedByEnvelope':
      return { kind: 'person', reason: 'refused' }
  }
}

const isDenied = ({ kind }: ServiceError) => kind === 'unauthorized' || kind === 'forbidden'

function again(kind: 'again' | 'inDoubt', error: ServiceError): Verdict {
  const asked = 'retryAfterMs' in error ? error.retryAfterMs : undefined
  return { kind, afterMs: asked ?? 0 }
}
