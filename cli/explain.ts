import { withheld, type ServiceError } from '../src/main/service/http/errors.ts'
import { assertNever } from '../src/shared/result.ts'
import { exitCodes, type ExitCode } from './exit-codes.ts'

/** Explains the outcome of a call to an integrator, with its exit code. */
export function explain(error: ServiceError): { message: string; code: ExitCode } {
  return { message: describe(error), code: exitCodes[outcomeOf(error)] }
}

function outcomeOf({ kind }: ServiceError): 'unreachable' | 'unreadable' | 'refused' {
  if (kind === 'unreadableAnswer') return 'unreadable'
  const isAway = kind === 'unreachable' || kind === 'timedOut' || kind === 'serverFault'
  return isAway ? 'unreachable' : 'refused'
}

function describe(error: ServiceError): string {
  const times = error.attempts > 1 ? ` after ${error.attempts} attempts` : ''
  switch (error.kind) {
    case 'unreachable':
      return `The service cannot be reached (${error.reason})${times}.`
    case 'timedOut':
      return `The service gave no answer in ${error.afterMs} ms${times}.`
    case 'serverFault':
      return `The service has a fault (${error.status})${times}.`
    case 'unauthorized':
      return error.stage === 'token'
        ? 'There is no access token to be had: the credentials of this interface are missing, or refused.'
        : 'The service refused the access token (401).'
    case 'forbidden':
      return 'These credentials have no right to it, or the location is not of the account (403).'
    case 'notFound':
      return 'There is no such record (404).'
    case 'conflictingMatches':
      return 'Several records match (422).'
    case 'rejected': {
      const { status, code } = error
      const named = code === undefined ? '' : `, ${code}`
      return `The service does not take this request (${status}${named}).`
    }
    case 'refusedByEnvelope':
      return error.message === withheld
        ? 'The service said no, in the envelope of its answer.'
        : `The service said no (${error.message}).`
    case 'rateLimited':
      return error.retryAfterMs === undefined
        ? 'Too many requests (429): try again later.'
        : `Too many requests (429): try again in ${Math.ceil(error.retryAfterMs / 1_000)} s.`
    case 'unreadableAnswer':
      return `The answer is not as the contract describes it: ${error.reason}.`
    default:
      return assertNever(error)
  }
}
