import { ok, type Result } from '../../../shared/result.ts'
import { isMisread, type Failure, type ServiceError } from './errors.ts'

const statuses: Partial<Record<Failure['kind'], number>> = {
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  conflictingMatches: 422,
  rateLimited: 429,
}

/** Finds the HTTP status of a refusal, as far as there is one. */
export function statusOf(error: Failure): number | undefined {
  return 'status' in error ? error.status : statuses[error.kind]
}

/** Reads how long the service asked to be left alone, in ms; 0 where it did not. */
export function retryAfterOf(error: Failure | undefined): number {
  return error && 'retryAfterMs' in error ? (error.retryAfterMs ?? 0) : 0
}

/** True if the service understood and refused; not for a token, nor a word to wait. */
export function isRefusal(error: ServiceError): boolean {
  if (error.stage === 'token' || error.kind === 'rateLimited') return false
  if (error.kind === 'refusedByEnvelope') return true
  const status = statusOf(error) ?? 0
  return status >= 400 && status < 500
}

/** True if another try would fail, too. */
export const isForGood = (error: ServiceError): boolean =>
  isRefusal(error) || error.kind === 'unreadableAnswer'

/** Makes `unclear` of a refusal, and of an answer that is neither yes nor no: the proof must be asked. */
export function orUnclear<T>(answer: Result<T, ServiceError>): Result<T | 'unclear', ServiceError> {
  if (answer.ok) return answer
  const { error } = answer
  return isMisread(error) || isRefusal(error) ? ok('unclear') : answer
}
