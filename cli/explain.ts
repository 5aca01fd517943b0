import { withheld, type ServiceError } from '../src/main/service/http/errors.ts'
import { assertNever } from '../src/shared/result.ts'
import { exitCodes, type ExitCode } from './exit-codes.ts'

/** Explains the outcome of a call to an integrator, with its exit code. */
export function explain(error: ServiceError): { message: string; code: ExitCode } {
  const { refused, unreachable, unreadable } = exitCodes
  const times = error.attempts > 1 ? ` after ${error.attempts} attempts` : ''
  switch (error.kind) {
    case 'unreachable':
      return {
        message: `The service cannot be reached (${error.reason})${times}.`,
        code: unreachable,
      }
    case 'timedOut':
      return {
        message: `The service gave no answer in ${error.afterMs} ms${times}.`,
        code: unreachable,
      }
    case 'serverFault':
      return { message: `The service has a fault (${error.status})${times}.`, code: unreachable }
    case 'unauthorized':
      return {
        message:
          error.stage === 'token'
            ? 'There is no access token to be had: the credentials of this interface are missing, or refused.'
            : 'The service refused the access token (401).',
        code: refused,
      }
    case 'forbidden':
      return {
        message:
          'These credentials have no right to it, or the location is not of the account (403).',
        code: refused,
      }
    case 'notFound':
      return { message: 'There is no such record (404).', code: refused }
    case 'conflictingMatches':
      return { message: 'Several records match (422).', code: refused }
    case 'rejected':
      return {
        message: `The service does not take this request (${error.status}${codeOf(error)}).`,
        code: refused,
      }
    case 'refusedByEnvelope':
      return {
        message:
          error.message === withheld
            ? 'The service said no, in the envelope of its answer.'
            : `The service said no (${error.message}).`,
        code: refused,
      }
    case 'rateLimited':
      return {
        message:
          error.retryAfterMs === undefined
            ? 'Too many requests (429): try again later.'
            : `Too many requests (429): try again in ${Math.ceil(error.retryAfterMs / 1_000)} s.`,
        code: refused,
      }
    case 'unreadableAnswer':
      return {
        message: `The answer is not as the contract describes it: ${error.reason}.`,
        code: unreadable,
      }
    default:
      return assertNever(error)
  }
}

function codeOf({ code }: { readonly code?: string }): string {
  return code === undefined ? '' : `, ${code}`
}
