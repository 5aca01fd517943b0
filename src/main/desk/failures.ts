import type { DeskRefusal } from '../../shared/desk/messages.ts'
import { isCutOff, isFromBetween, type ServiceError } from '../service/http/errors.ts'
import { isRefusal } from '../service/http/refusal.ts'

/** Whether a call failed because nobody answers just now: another record of the same service would fare no better. */
export function isOutage(error: ServiceError): boolean {
  const { kind } = error
  if (kind === 'unreachable' || kind === 'timedOut' || kind === 'serverFault') return true
  return kind === 'rateLimited' || isCutOff(error) || isFromBetween(error)
}

/** What a page is told of a failed call: no word of the service's. */
export function refusalOf(error: ServiceError): DeskRefusal {
  if (isOutage(error)) return { kind: 'offline' }
  return { kind: isRefusal(error) ? 'refusedByService' : 'failed' }
}
