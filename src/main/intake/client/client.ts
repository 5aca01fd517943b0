import { contract } from '../../../contract/index.ts'
import {
  isOperation,
  isPaginated,
  type Answer,
  type Input,
  type Operation,
  type OperationTree,
  type Paginated,
} from '../../../contract/operation.ts'
import { defaultWireProfile } from '../../../contract/wire-profile.ts'
import { type Result, err } from '../../../shared/result.ts'
import type { Reader } from '../../../contract/readers/reading.ts'
import { createAgent } from '../http/agent.ts'
import { compileAnswer, compileReader, type ReadAnswer } from '../http/answer.ts'
import type { Arguments, Call, CallOptions, IntakeClientOptions } from './call-types.ts'
import { systemClock } from '../../base/clock.ts'
import { parseEndpoint, createPace, type Wiring, deliver } from '../http/transport.ts'
import type { ServiceError } from '../http/errors.ts'
import type { Limits } from '../http/exchange.ts'
import { compileReading, type Reading } from './pages.ts'
import { RetryBudget } from '../http/retry.ts'
import { compileTokenRequest } from '../auth/token-request.ts'
import { createTokenSource } from '../auth/tokens.ts'
import { compileRequest } from '../http/request.ts'

/**
 * One operation as a function. Rejects with a TypeError only for disallowed input. A paginated one can be read to its
 * end: see `Reading`.
 */
type CallOf<O extends Operation> = ((
  ...args: Arguments<O, CallOptions>
) => Promise<Result<Answer<O>, ServiceError>>) &
  (Paginated<O> extends true ? Reading<O> : unknown)

/** A tree of operations as a tree of functions. */
type Client<T> = {
  readonly [K in keyof T]: T[K] extends Operation ? CallOf<T[K]> : Client<T[K]>
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
export type IntakeClient = ReturnType<typeof createClient<typeof operations>>

/**
 * Makes a client of the intake service: `client.partner.formPackets.list({ params, query })`. Calls return a `Result`.
 * Throws a TypeError for a plain-http address elsewhere.
 */
export function createIntakeClient(options: IntakeClientOptions): IntakeClient {
  return createClient(operations, options)
}

/** The same for any tree of operations of the two interfaces. */
export function createClient<T extends OperationTree>(tree: T, options: IntakeClientOptions) {
  const limits = { ...defaultLimits, ...options.limits }
  const dispatcher = options.dispatcher ?? createAgent(limits, options)
  const { profile = defaultWireProfile, clock = systemClock } = options
  const { perSecond } = profile.rate
  const shared = {
    dispatcher,
    limits,
    clock,
    retryStatuses: profile.retry.statuses,
    ...(perSecond !== null && { pace: createPace(clock, perSecond) }),
    ...(options.secrets && { secrets: options.secrets }),
  }
  const interfaces = {
    partner: wire(options, 'partner', shared),
    developer: wire(options, 'developer', shared),
  }
  const callers = new Map<string, ReturnType<typeof compileCaller>>()
  function callerOf(operation: Operation) {
    const known = callers.get(operation.id)
    if (known) return known
    const caller = compileCaller(operation, interfaces[interfaceOf(operation)], options)
    callers.set(operation.id, caller)
    return caller
  }
  function build(node: OperationTree): object {
    const entries = Object.entries(node).map(([name, child]) => {
      if (!isOperation(child)) return [name, build(child)] as const
      const caller = callerOf(child)
      const read = compileAnswer(child, options.profile)
      const call = (input: unknown, callOptions?: CallOptions) => caller(input, read, callOptions)
      const asList = call as Parameters<typeof compileReading>[1]
      const reading = isPaginated(child) ? compileReading(child, asList) : {}
      return [name, Object.assign(call, reading)] as const
    })
    return Object.fromEntries(entries)
  }
  const readWith =
    (usual?: CallOptions) =>
    <O extends Operation, R>(
      operation: O,
      reader: Reader<R>,
      input: Input<O>,
      callOptions = usual,
    ): Promise<Result<R, ServiceError>> => {
      const read = compileReader(operation, reader, options.profile)
      return callerOf(operation)(input, read, callOptions)
    }
  const base = {
    /**
     * Calls an operation and reads only the parts that `reader` needs. `unreadableAnswer` gives the expectation, and the
     * names and types received.
     */
    read: readWith(),
    /** Gives the same read with one signal that gives up all of its calls. */
    readUntil: (signal: AbortSignal): Call => readWith({ signal }),
    async close() {
      if (!options.dispatcher) await dispatcher.destroy()
    },
  }
  return { ...build(tree), ...base } as Client<T> & typeof base
}

function interfaceOf(operation: Operation): 'partner' | 'developer' {
  if (operation.interface === 'auth') throw new TypeError(`${operation.id} is not for callers`)
  return operation.interface
}

function wire(
  options: IntakeClientOptions,
  name: 'partner' | 'developer',
  shared: Omit<Wiring, 'random' | 'budget'>,
) {
  const { random = Math.random, credentials, profile } = options
  const wiring: Wiring = { ...shared, random, budget: new RetryBudget() }
  const authEndpoint = parseEndpoint(`${name}AuthUrl`, options[`${name}AuthUrl`])
  const request = compileTokenRequest(name, authEndpoint, credentials[name], wiring, profile)
  return {
    endpoint: parseEndpoint(`${name}Url`, options[`${name}Url`]),
    tokens: createTokenSource(request, { clock: shared.clock, random }),
    wiring,
  }
}

/** The operations that must never be sent twice, for each request counts as a try. */
const countsTries: readonly string[] = [contract.partner.identityProof.verify.id]

/** Prepares what all calls of an operation share, however their answers are read. */
function compileCaller(
  operation: Operation,
  { endpoint, tokens, wiring }: ReturnType<typeof wire>,
  { audit, log, profile }: IntakeClientOptions,
) {
  const prepare = compileRequest(operation, profile)
  const { id, method } = operation
  const repeatable = method === 'GET'
  const once = countsTries.includes(id)
  return async <T>(
    input: unknown,
    read: ReadAnswer<T>,
    { signal, withinMs }: CallOptions = {},
  ): Promise<Result<T, ServiceError>> => {
    const request = prepare(input)
    const startedAt = wiring.clock.now()
    const plan = { endpoint, request, read, repeatable, once, tokens, signal, withinMs }
    const { result: outcome, attempts, stage } = await deliver(wiring, plan)
    const result = outcome.ok
      ? outcome
      : err({ operation: id, attempts, ...(stage && { stage }), ...outcome.error })
    const named = result.ok ? 'ok' : result.error.kind
    // Without a token nothing was asked of the service; the use of the credentials is audited where they are read.
    if (attempts > 0)
      await audit?.({ operation: id, records: recordsOf(request.records, result), outcome: named })
    log?.({
      operation: id,
      outcome: named,
      attempts,
      tookMs: Math.round(wiring.clock.now() - startedAt),
      ...(!result.ok && { error: result.error }),
    })
    return result
  }
}

/** Characters that the audit keeps of an id that the service made up. */
const longestId = 100

function recordsOf(
  records: Readonly<Record<string, string>>,
  result: Result<unknown, ServiceError>,
): Readonly<Record<string, string>> {
  const found = result.ok ? (result.value as { patientId?: unknown } | null)?.patientId : undefined
  return typeof found === 'string' || typeof found === 'number'
    ? { ...records, patientId: String(found).slice(0, longestId) }
    : records
}
