import { contract } from '../../../contract/index.ts'
import {
  isOperation,
  type Answer,
  type Input,
  type Operation,
  type OperationTree,
} from '../../../contract/operation.ts'
import { wholeAnswer } from '../../../contract/readers/reading.ts'
import { defaultWireProfile, type WireProfile } from '../../../contract/wire-profile.ts'
import { type Result, err } from '../../../shared/result.ts'
import { createAgent } from '../http/agent.ts'
import { compileAnswer } from '../http/answer.ts'
import type { Call, CallOptions, IntakeClientOptions } from './call-types.ts'
import { systemClock } from '../../base/clock.ts'
import {
  createPace,
  deliver,
  limitTime,
  parseEndpoint,
  type Route,
  type Wiring,
} from '../http/transport.ts'
import type { ServiceError } from '../http/errors.ts'
import type { Limits } from '../http/exchange.ts'
import { RetryBudget } from '../http/retry.ts'
import { compileTokenRequest } from '../auth/token-request.ts'
import { createTokenSource } from '../auth/tokens.ts'
import { compileRequest } from '../http/request.ts'

const defaultLimits: Limits = {
  connectMs: 5_000,
  headersMs: 10_000,
  bodyMs: 10_000,
  attemptMs: 20_000,
  bodyBytes: 4 * 1024 * 1024,
}

/** The input is optional if nothing in it is required. */
type CallOf<O extends Operation> =
  // eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- whether the empty object is one
  Record<never, never> extends Input<O>
    ? (input?: Input<O>, options?: CallOptions) => Promise<Result<Answer<O>, ServiceError>>
    : (input: Input<O>, options?: CallOptions) => Promise<Result<Answer<O>, ServiceError>>

type Calls<T> = { readonly [K in keyof T]: T[K] extends Operation ? CallOf<T[K]> : Calls<T[K]> }

export type IntakeClient = ReturnType<typeof createIntakeClient>

/** Makes a client: `client.partner.formPackets.list({ params })`. Throws a TypeError for plain http elsewhere; a call rejects with one for disallowed input. */
export function createIntakeClient(options: IntakeClientOptions) {
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
  const compiled = new Map<string, ReturnType<typeof compile>>()
  const compiledOf = (operation: Operation) => {
    let call = compiled.get(operation.id)
    if (!call) compiled.set(operation.id, (call = compile(operation, interfaces, options.profile)))
    return call
  }

  const read: Call = async (operation, reader, input, { signal, withinMs } = {}) => {
    const { id } = operation
    const { write, route } = compiledOf(operation)
    const request = write(input)
    const startedAt = clock.now()
    const limit = withinMs === undefined ? undefined : limitTime(clock, withinMs, signal)
    const delivery = await deliver(route, request, reader, limit?.signal ?? signal)
    limit?.end()
    const { result: outcome, attempts, stage } = delivery
    const result = outcome.ok
      ? outcome
      : err({ operation: id, attempts, ...(stage && { stage }), ...outcome.error })
    const told = { operation: id, outcome: result.ok ? 'ok' : result.error.kind } as const
    // Without a token nothing was asked of the service; the use of the credentials is audited where they are read.
    if (attempts > 0)
      await options.audit?.({ ...told, records: recordsOf(request.records, result) })
    const tookMs = Math.round(clock.now() - startedAt)
    options.log?.({ ...told, attempts, tookMs, ...(!result.ok && { error: result.error }) })
    return result
  }

  const callsOf = <T extends OperationTree>(tree: T): Calls<T> =>
    Object.fromEntries(
      Object.entries(tree).map(([name, node]) => {
        if (!isOperation(node)) return [name, callsOf(node)]
        const reader = wholeAnswer(node)
        return [name, (input = {}, more?: CallOptions) => read(node, reader, input, more)]
      }),
    ) as Calls<T>

  return {
    partner: callsOf(contract.partner),
    developer: callsOf(contract.developer),
    /** Reads only what `reader` needs. `unreadableAnswer` tells the expectation, and names and types received. */
    read,
    /** With one signal that gives up all of its calls. */
    readUntil:
      (signal: AbortSignal): Call =>
      (operation, reader, input, more) =>
        read(operation, reader, input, { signal, ...more }),
    async close() {
      if (!options.dispatcher) await dispatcher.destroy()
    },
  }
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

/** Never sent twice, for each request counts as a try. */
const countsTries: readonly string[] = [contract.partner.identityProof.verify.id]

function compile(
  operation: Operation,
  interfaces: Readonly<Record<'partner' | 'developer', ReturnType<typeof wire>>>,
  profile?: WireProfile,
) {
  if (operation.interface === 'auth') throw new TypeError(`${operation.id} is not for callers`)
  const route: Route = {
    ...interfaces[operation.interface],
    readAnswer: compileAnswer(operation, profile),
    repeatable: operation.method === 'GET',
    once: countsTries.includes(operation.id),
  }
  return { write: compileRequest(operation, profile), route }
}

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
