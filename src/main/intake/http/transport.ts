import type { Dispatcher } from 'undici'
import { isHttpsOrLoopback } from '../../../shared/loopback.ts'
import { err, type Result } from '../../../shared/result.ts'
import type { Clock, WallClock } from '../../base/clock.ts'
import { after, pause } from '../../base/timers.ts'
import type { TokenSource } from '../auth/tokens.ts'
import type { SecretSource } from './agent.ts'
import type { ReadAnswer } from './answer.ts'
import { aborted, cutOff, notReady, tooLong, type Failure } from './errors.ts'
import { exchange, type ExchangeResult, type Limits, type RawAnswer } from './exchange.ts'
import type { PreparedRequest } from './request.ts'
import { delayBefore, isTransient, maxAttempts, retryAfter, type RetryBudget } from './retry.ts'

export interface Endpoint {
  readonly origin: string
  /** Path before an operation's own, without a slash at its end; often empty. */
  readonly prefix: string
}

/**
 * Reads a service address. Throws a TypeError with the option, not its value, unless https (http only to this machine)
 * without credentials, query or fragment.
 */
export function parseEndpoint(option: string, address: string): Endpoint {
  const url = URL.parse(address)
  if (!url) throw new TypeError(`${option} is not an address`)
  if (!isHttpsOrLoopback(url))
    throw new TypeError(`${option} must be https (http only to this machine)`)
  if (url.username || url.password || url.search || url.hash)
    throw new TypeError(`${option} must carry no credentials, query or fragment`)
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') }
}

const tooManyRequests = 429
const mostRedirects = 3

/** Parts shared by every request of one interface. */
export interface Wiring {
  readonly dispatcher: Dispatcher
  readonly limits: Limits
  readonly clock: WallClock
  /** Uniform in [0, 1). */
  readonly random: () => number
  readonly budget: RetryBudget
  /** Statuses after which a read is tried again, besides the usual ones. */
  readonly retryStatuses?: readonly number[]
  /** Waits until the next request may leave. */
  readonly pace?: Pace
  /** Values of secret headers by the names under which they are kept. */
  readonly secrets?: SecretSource
}

export interface Plan<T> {
  readonly endpoint: Endpoint
  readonly request: PreparedRequest
  readonly read: ReadAnswer<T>
  /** True if repeating it has no further effect. */
  readonly repeatable: boolean
  /** True if it must not be sent again even after a refusal: the service counts each request. */
  readonly once?: boolean
  /** Absent for the token requests themselves. */
  readonly tokens?: TokenSource
  readonly signal?: AbortSignal | undefined
  /** ms for the whole call. */
  readonly withinMs?: number | undefined
}

/** Result of a call, and its cost. */
export interface Delivery<T> {
  readonly result: Result<T, Failure>
  readonly attempts: number
  readonly stage?: 'token'
}

/** Sends a call within its time, if it has one; never rejects. */
export async function deliver<T>(wiring: Wiring, plan: Plan<T>): Promise<Delivery<T>> {
  const { signal, withinMs } = plan
  if (withinMs === undefined) return repeat(wiring, plan)
  const late = new AbortController()
  const cancel = after(wiring.clock, withinMs, () => late.abort())
  try {
    const bounded = signal ? AbortSignal.any([signal, late.signal]) : late.signal
    const delivery = await repeat(wiring, { ...plan, signal: bounded })
    const { result } = delivery
    if (result.ok || !bounded.aborted) return delivery
    if (signal?.aborted) return { ...delivery, result: err(aborted) }
    if (result.error !== aborted) return delivery
    return { ...delivery, result: err({ kind: 'timedOut', afterMs: withinMs }) }
  } finally {
    cancel()
  }
}

/**
 * Sends a call; never rejects. Retries repeatable calls after transient failures, unsent ones always, and once with a
 * fresh token if the token was refused.
 */
async function repeat<T>(wiring: Wiring, plan: Plan<T>): Promise<Delivery<T>> {
  // A refusal in an envelope may be one of the token too, so a repeatable call is tried again then as well.
  const { clock, budget, random, retryStatuses } = wiring
  const secrets = secretHeaders(wiring, plan)
  if (!secrets) return { result: err({ kind: 'unauthorized' }), attempts: 0, stage: 'token' }
  let refused = false
  let misread = false
  for (let attempts = 1; ; attempts++) {
    const token = await plan.tokens?.get(plan.signal)
    if (token && !token.ok) return { result: token, attempts: attempts - 1, stage: 'token' }

    await wiring.pace?.(plan.signal)
    const bearer = token ? ['authorization', `Bearer ${token.value}`] : []
    const sent = await send(wiring, plan, [...secrets, ...bearer])
    const result = sent.ok ? plan.read(sent.answer, clock.wallTime()) : err(sent.failure)
    if (result.ok) {
      budget.earn()
      return { result, attempts }
    }
    if (plan.signal?.aborted) return { result: err(aborted), attempts }

    if (result.error.kind === 'unauthorized' && token) {
      plan.tokens?.refuse(token.value)
      if (refused || plan.once || attempts === maxAttempts) return { result, attempts }
      refused = true
      continue
    }
    if (isMisread(result.error)) {
      if (misread || !plan.repeatable) return { result, attempts }
      misread = true
      continue
    }
    if (result.error.kind === 'refusedByEnvelope' && token && plan.repeatable && !refused) {
      refused = true
      if (attempts < maxAttempts && (await plan.tokens?.doubt(token.value, plan.signal))) continue
      return { result, attempts }
    }
    const mayRepeat = plan.repeatable || nothingWasDone(plan, sent)
    const again = isTransient(result.error, retryStatuses) && mayRepeat
    if (!again || attempts === maxAttempts) return { result, attempts }
    const header = sent.ok ? sent.answer.headers['retry-after'] : undefined
    const delay = delayBefore(attempts, retryAfter(header, clock.wallTime()), random)
    if (delay === undefined || !budget.spend()) return { result, attempts }
    await pause(clock, delay, plan.signal)
    if (plan.signal?.aborted) return { result, attempts }
  }
}

/** An answer that came whole and cannot be read: waiting does not mend it, but one repetition may. */
function isMisread(failure: Failure): boolean {
  const others: readonly Failure[] = [cutOff, notReady, tooLong]
  return failure.kind === 'unreadableAnswer' && !others.includes(failure)
}

/** True if the service certainly has not acted: nothing left this machine, or it asked for a later try. */
function nothingWasDone<T>({ once }: Plan<T>, sent: ExchangeResult): boolean {
  return sent.ok ? sent.answer.status === tooManyRequests && !once : !sent.sent
}

/** The headers of a request whose values are secrets; undefined when one of them is not kept here. */
function secretHeaders<T>({ secrets }: Wiring, { request }: Plan<T>) {
  const pairs = request.secretHeaders.map(({ name, secret }) => [name, secrets?.(secret)] as const)
  return pairs.every((pair): pair is readonly [string, string] => pair[1] !== undefined)
    ? pairs.flat()
    : undefined
}

async function send<T>(
  { dispatcher, limits, clock }: Wiring,
  { endpoint, request, signal }: Plan<T>,
  secrets: readonly string[],
): Promise<ExchangeResult> {
  const { method } = request
  const headers = [...request.headers, ...secrets]
  let path = endpoint.prefix + request.path
  for (let redirects = 0; ; redirects++) {
    const wire = {
      origin: endpoint.origin,
      method,
      path,
      headers: [...headers],
      body: request.body,
    }
    const sent = await exchange(dispatcher, wire, { limits, clock, signal })
    const moved = sent.ok ? movedTo(sent.answer, method, path) : undefined
    if (moved === undefined || redirects === mostRedirects) return sent
    path = moved
  }
}

/** Statuses that ask for the very same request at another place; the others turn a write into a read. */
const keepsMethod: readonly number[] = [307, 308]
const alsoForReads: readonly number[] = [301, 302, 303]

/** Finds the path of a redirect on the same origin, as a token goes along; 301, 302, 303 for reads alone. */
function movedTo({ status, headers, url }: RawAnswer, method: string, path: string) {
  const isFollowed = method === 'GET' && alsoForReads.includes(status)
  if (!keepsMethod.includes(status) && !isFollowed) return undefined
  const location = headers['location']
  const target = typeof location === 'string' ? URL.parse(location, url) : null
  if (!target || target.origin !== new URL(url).origin) return undefined
  const moved = target.pathname + target.search
  return moved === path ? undefined : moved
}

/** Resolves when the next request may leave; sooner when its caller gives up. */
export type Pace = (signal?: AbortSignal) => Promise<void>

/** Lets requests leave in the order in which they come, `perSecond` of them a second at most and evenly spread. */
export function createPace(clock: Clock, perSecond: number): Pace {
  const stepMs = 1_000 / perSecond
  let next = -Infinity
  return async (signal) => {
    const now = clock.now()
    const at = Math.max(now, next)
    next = at + stepMs
    if (at > now) await pause(clock, at - now, signal)
  }
}
