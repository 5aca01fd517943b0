import { withheld, type ServiceError } from '../src/main/intake/http/errors.ts'
import { assertNever } from '../src/shared/result.ts'
import type { Terminal } from './terminal.ts'

/** Exit statuses of Foyer's commands; `docs/api.md` lists them for integrators. */
export const exitCodes = {
  ok: 0,
  /** The probe found a contradiction to a stated fact. */
  differs: 1,
  /** The command line is wrong. */
  usage: 2,
  /** The service said no: credentials, rights, an unknown record, a request that it does not take. */
  refused: 3,
  /** No answer, none in time, or a fault of the service (5xx). */
  unreachable: 4,
  /** The answer deviates from the contract. */
  unreadable: 5,
  /** The probe: a visit would work by the wire profile that it proposes, and not without. */
  needsProfile: 6,
  /** The probe: a visit would not work, or none could be tried. */
  visitFails: 7,
  /** The settings or the credentials need a correction. */
  configuration: 78,
} as const

/** One of the exit codes. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Reason why a command was not carried out, in words that repeat no typed value. */
export interface Problem {
  readonly kind: 'usage' | 'configuration'
  /** One sentence a fault. */
  readonly messages: readonly string[]
}

/** Builds a fault of the command line. */
export function usage(...messages: string[]): Problem {
  return { kind: 'usage', messages }
}

/** Builds a fault of the settings, or of missing credentials. */
export function configuration(...messages: string[]): Problem {
  return { kind: 'configuration', messages }
}

/** Command line of which a problem is reported, and the command whose help says more. */
export interface Said {
  readonly args: readonly string[]
  readonly help?: string
}

/**
 * Reports a problem on standard error: one sentence a line with a reference, or with `--json` one line of JSON. Returns
 * the exit code.
 */
export function complain(
  problem: Problem,
  { note }: Pick<Terminal, 'note'>,
  { args, help }: Said,
): ExitCode {
  if (args.includes('--json')) note(`${JSON.stringify({ error: problem })}\n`)
  else {
    for (const message of problem.messages) note(`foyer: ${message}\n`)
    if (help !== undefined && problem.kind === 'usage') note(`See ${help} --help\n`)
  }
  return exitCodes[problem.kind]
}

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
