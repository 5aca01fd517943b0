import { withheld, type ServiceError } from '../src/main/intake/http/errors.ts'
import { assertNever, type Result } from '../src/shared/result.ts'
import { say, type Terminal } from './terminal.ts'

export const exitCodes = {
  ok: 0,
  /** The probe found a contradiction to a stated fact. */
  differs: 1,
  usage: 2,
  refused: 3,
  /** No answer, none in time, or a fault of the service (5xx). */
  unreachable: 4,
  unreadable: 5,
  /** The probe: a visit would work by the wire profile that it proposes, and not without. */
  needsProfile: 6,
  /** The probe: a visit would not work, or none could be tried. */
  visitFails: 7,
  configuration: 78,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Reason why a command was not carried out, in sentences that repeat no typed value. */
export class Refusal extends Error {
  readonly problem
  readonly code
  /** `outcome`: not a fault of what was typed or set. */
  constructor(
    kind: 'usage' | 'configuration' | 'outcome',
    messages: readonly string[],
    code: number,
  ) {
    super(messages.join(' '))
    this.problem = { kind, messages }
    this.code = code
  }
}

/** Ends the command with an exit code, and says why in sentences. Throws. */
export function end(code: number, ...sentences: readonly string[]): never {
  throw new Refusal('outcome', sentences, code)
}

/** Ends the command for faults of its command line. Throws a `Refusal`. */
export function refuse(...messages: string[]): never {
  throw new Refusal('usage', messages, exitCodes.usage)
}

/** Ends the command for settings or credentials that need a correction. Throws a `Refusal`. */
export function refuseSettings(...messages: string[]): never {
  throw new Refusal('configuration', messages, exitCodes.configuration)
}

/** Returns what settings or credentials gave, and ends the command where they need a correction. Throws a `Refusal`. */
export function takeOrRefuse<T, E>(result: Result<T, E>, tell: (error: E) => string): T {
  return result.ok ? result.value : refuseSettings(tell(result.error))
}

/** Runs a command, and reports a refusal on standard error: sentences, or with `--json` a line of JSON. Gives the exit code. */
export async function reportRefusal(
  { args, help }: { readonly args: readonly string[]; readonly help: string },
  { note }: Pick<Terminal, 'note'>,
  run: () => Promise<number>,
): Promise<number> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { problem, code } = error
    if (args.includes('--json') && problem.kind !== 'outcome')
      note(`${JSON.stringify({ error: problem })}\n`)
    else {
      for (const message of problem.messages) say({ note }, message)
      if (problem.kind === 'usage') note(`See ${help} --help\n`)
    }
    return code
  }
}

/** Returns the code of a failed system call, such as ENOENT. */
export const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'unknown'

/** Explains the outcome of a call to an integrator, with its exit code. */
export function explain(error: ServiceError): { message: string; code: ExitCode } {
  return { message: describe(error), code: codes[error.kind] ?? exitCodes.refused }
}

const codes: Partial<Record<ServiceError['kind'], ExitCode>> = {
  unreachable: exitCodes.unreachable,
  timedOut: exitCodes.unreachable,
  serverFault: exitCodes.unreachable,
  unreadableAnswer: exitCodes.unreadable,
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
