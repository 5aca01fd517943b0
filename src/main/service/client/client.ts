import { Agent, type Dispatcher } from 'undici'
import { contract } from '../../../contract/index.ts'
import {
  isOperation,
  isPaginated,
  type Answer,
  type Input,
  type Listed,
  type Operation,
  type OperationTree,
} from '../../../contract/operation.ts'
import type { Result } from '../../../shared/result.ts'
import { compileCall, type WiredInterface } from './call.ts'
import { systemClock, type WallClock } from '../../base/clock.ts'
import { parseEndpoint } from '../http/endpoint.ts'
import type { ServiceError, ServiceErrorKind } from '../http/errors.ts'
import type { Limits } from '../http/exchange.ts'
import { compileReading, type Reading } from './pages.ts'
import { RetryBudget } from '../http/retry.ts'
import { compileTokenRequest, type CredentialSource } from '../auth/token-request.ts'
import { createTokenSource } from '../auth/tokens.ts'

/** What a caller may say about one call. */
export interface CallOptions {
  /** Gives the call up: it then comes back as `unreachable` with the reason `aborted`. */
  readonly signal?: AbortSignal
}

/** What an operation is called with: its input, which may be left out where nothing of it is required, and options. */
export type Arguments<O extends Operation, Options> =
  Record<never, never> extends Input<O>
    ? [input?: Input<O>, options?: Options]
    : [input: Input<O>, options?: Options]

/**
 * One operation as a function. Rejects with a TypeError only for an input that the contract does not allow.
 * A paginated one can also be read to its end: see `Reading`.
 */
export type Call<O extends Operation> = ((
  ...args: Arguments<O, CallOptions>
) => Promise<Result<Answer<O>, ServiceError>>) &
  ([Listed<O>] extends [never] ? unknown : Reading<O>)

/** A tree of operations as a tree of functions. */
export type Client<T> = {
  readonly [K in keyof T]: T[K] extends Operation ? Call<T[K]> : Client<T[K]>
}

/** What the audit learns of a call, before its caller does: no answer, no contact, no token. */
export interface AuditEntry {
  readonly operation: string
  /** Ids that name the record: the path's, and the patient's where the request or the answer names one. */
  readonly records: Readonly<Record<string, string>>
  readonly outcome: 'ok' | ServiceErrorKind
}

/** One line of the log. */
export interface CallReport {
  readonly operation: string
  readonly outcome: 'ok' | ServiceErrorKind
  readonly error?: ServiceError
  readonly attempts: number
  readonly tookMs: number
}

/** What a client is made of. Addresses are those of the settings; secrets are asked for when they are needed. */
export interface IntakeClientOptions {
  readonly partnerUrl: string
  readonly partnerAuthUrl: string
  readonly developerUrl: string
  readonly developerAuthUrl: string
  readonly credentials: { readonly partner: CredentialSource; readonly developer: CredentialSource }
  /** Sends the requests instead of a connection pool of the client's own; its owner closes it. */
  readonly dispatcher?: Dispatcher
  readonly limits?: Partial<Limits>
  readonly clock?: WallClock
  /** Uniform in [0, 1); spreads retries and renewals. */
  readonly random?: () => number
  /** Awaited before a call comes back, whatever came of it. When it fails, the call rejects and hands out nothing. */
  readonly audit?: (entry: AuditEntry) => void | Promise<void>
  readonly log?: (report: CallReport) => void
}

const defaultLimits: Limits = {
  connectMs: 5_000,
  headersMs: 10_000,
  bodyMs: 10_000,
  attemptMs: 20_000,
  bodyBytes: 4 * 1024 * 1024,
}

const operations = { partner: contract.partner, developer: contract.developer }

/** The intake service, one function an operation, and `close` for the end. */
export type IntakeClient = Client<typeof operations> & { close(): Promise<void> }

/**
 * Makes a client of the intake service: `client.partner.formPackets.list({ params, query })`. Every call comes
 * back as a `Result`; see `ServiceError` for what can go wrong. Throws a TypeError for an address that is
 * neither https nor this machine.
 */
export function createIntakeClient(options: IntakeClientOptions): IntakeClient {
  return createClient(operations, options)
}

/** The same for any tree of operations of the two interfaces. */
export function createClient<T extends OperationTree>(
  tree: T,
  options: IntakeClientOptions,
): Client<T> & { close(): Promise<void> } {
  const limits = { ...defaultLimits, ...options.limits }
  const dispatcher = options.dispatcher ?? createAgent(limits)
  const interfaces = {
    partner: wire(options, 'partner', limits, dispatcher),
    developer: wire(options, 'developer', limits, dispatcher),
  }
  const build = (node: OperationTree): object =>
    Object.fromEntries(
      Object.entries(node).map(([name, child]) => {
        if (!isOperation(child)) return [name, build(child)]
        if (child.interface === 'auth') throw new TypeError(`${child.id} is not for callers`)
        const call = compileCall(child, interfaces[child.interface], options)
        return [name, isPaginated(child) ? withReading(child, call) : call]
      }),
    )
  const close = async () => {
    if (!options.dispatcher) await dispatcher.destroy()
  }
  return { ...build(tree), close } as Client<T> & { close(): Promise<void> }
}

function withReading(operation: Operation, call: ReturnType<typeof compileCall>) {
  return Object.assign(
    call,
    compileReading(operation, call as Parameters<typeof compileReading>[1]),
  )
}

/** Certificates are always checked, whatever the environment says. */
function createAgent(limits: Limits): Agent {
  return new Agent({
    connections: 32,
    allowH2: false,
    keepAliveTimeout: 10_000,
    connect: { timeout: limits.connectMs, rejectUnauthorized: true },
  })
}

function wire(
  options: IntakeClientOptions,
  name: 'partner' | 'developer',
  limits: Limits,
  dispatcher: Dispatcher,
): WiredInterface {
  const { clock = systemClock, random = Math.random, credentials } = options
  const wiring = { dispatcher, limits, clock, random, budget: new RetryBudget() }
  const authEndpoint = parseEndpoint(`${name}AuthUrl`, options[`${name}AuthUrl`])
  const request = compileTokenRequest(name, authEndpoint, credentials[name], wiring)
  return {
    endpoint: parseEndpoint(`${name}Url`, options[`${name}Url`]),
    tokens: createTokenSource(request, { clock, random }),
    wiring,
  }
}
