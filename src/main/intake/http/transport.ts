import type { Dispatcher } from 'undici'
import type { Reader } from '../../../contract/readers/reading.ts'
import { isHttpsOrLoopback } from '../../../shared/loopback.ts'
import { err, type Result } from '../../../shared/result.ts'
import type { Clock, Timers, WallClock } from '../../base/clock.ts'
import { after, pause } from '../../base/timers.ts'
import type { TokenSource } from '../auth/tokens.ts'
import type { SecretSource } from './agent.ts'
import type { ReadAnswer } from './answer.ts'
import { aborted, cutOff, gaveUp, notReady, tooLong, type Failure } from './errors.ts'
import { exchange, type Limits, type RawAnswer, type WireRequest } from './exchange.ts'
import type { PreparedRequest } from './request.ts'
import { delayBefore, isTransient, maxAttempts, retryAfter, type RetryBudget } from './retry.ts'

export interface Endpoint {
  readonly origin: string
  /** Without a slash at its end; often empty. */
  readonly prefix: string
}

/** Reads a service address. Throws a TypeError with the option unless https without credentials, query or fragment. */
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

export interface Wiring {
  readonly dispatcher: Dispatcher
  readonly limits: Limits
  readonly clock: WallClock
  readonly random: () => number
  readonly budget: RetryBudget
  /** Besides the usual ones, for reads. */
  readonly retryStatuses?: readonly number[]
  readonly pace?: ReturnType<typeof createPace>
  /** Of secret headers, by the names under which they are kept. */
  readonly secrets?: SecretSource
}

export interface Route {
  readonly wiring: Wiring
  readonly endpoint: Endpoint
  /** Not for the token requests themselves. */
  readonly tokens?: TokenSource
  readonly readAnswer: ReadAnswer
  /** Repeating a call has no further effect. */
  readonly repeatable: boolean
  /** Not sent again even after a refusal: the service counts each request. */
  readonly once?: boolean
}

export interface Delivery<T> {
  readonly result: Result<T, Failure>
  readonly attempts: number
  readonly stage?: 'token'
}

/** Sends a call; never rejects. Retries repeatable ones when it may help, unsent ones always, once for a refused token. */
export async function deliver<T>(
  route: Route,
  request: PreparedRequest,
  reader: Reader<T>,
  signal?: AbortSignal,
): Promise<Delivery<T>> {
  // A refusal in an envelope may be one of the token too: then a repeatable call is tried again as well.
  const { endpoint, tokens, repeatable, once } = route
  const { dispatcher, limits, clock, random, budget, retryStatuses, pace, secrets } = route.wiring
  const { method, body } = request
  const headers = [...request.headers]
  for (const { name, secret } of request.secretHeaders) {
    const value = secrets?.(secret)
    if (value === undefined)
      return { result: err({ kind: 'unauthorized' }), attempts: 0, stage: 'token' }
    headers.push(name, value)
  }
  let refused = false
  let misread = false
  for (let attempts = 1; ; attempts++) {
    const token = await tokens?.get(signal)
    if (token && !token.ok) return { result: token, attempts: attempts - 1, stage: 'token' }

    await pace?.(signal)
    const bearer = token ? ['authorization', `Bearer ${token.value}`] : []
    const path = endpoint.prefix + request.path
    let wire = { origin: endpoint.origin, method, path, headers: [...headers, ...bearer], body }
    let sent = await exchange(dispatcher, wire, { limits, clock, signal })
    for (let moves = 0; sent.ok && moves < mostRedirects; moves++) {
      const moved = movedTo(sent.answer, wire)
      if (moved === undefined) break
      wire = { ...wire, path: moved }
      sent = await exchange(dispatcher, wire, { limits, clock, signal })
    }
    const result = sent.ok
      ? route.readAnswer(sent.answer, reader, clock.wallTime())
      : err(sent.failure)
    if (result.ok) {
      budget.earn()
      return { result, attempts }
    }
    if (signal?.aborted) return { result: err(gaveUp(signal)), attempts }

    if (result.error.kind === 'unauthorized' && token) {
      tokens?.refuse(token.value)
      if (refused || once || attempts === maxAttempts) return { result, attempts }
      refused = true
      continue
    }
    if (isMisread(result.error)) {
      if (misread || !repeatable) return { result, attempts }
      misread = true
      continue
    }
    if (result.error.kind === 'refusedByEnvelope' && token && repeatable && !refused) {
      refused = true
      if (attempts < maxAttempts && (await tokens?.doubt(token.value, signal))) continue
      return { result, attempts }
    }
    // It certainly has not acted if nothing left this machine, or if it asked for a later try.
    const nothingWasDone = sent.ok ? sent.answer.status === tooManyRequests && !once : !sent.sent
    const again = isTransient(result.error, retryStatuses) && (repeatable || nothingWasDone)
    if (!again || attempts === maxAttempts) return { result, attempts }
    const header = sent.ok ? sent.answer.headers['retry-after'] : undefined
    const delay = delayBefore(attempts, retryAfter(header, clock.wallTime()), random)
    if (delay === undefined || !budget.spend()) return { result, attempts }
    await pause(clock, delay, signal)
    // One whose time is over fails as what it met last.
    if (signal?.aborted)
      return { result: gaveUp(signal) === aborted ? err(aborted) : result, attempts }
  }
}

/** Adds a limit of `ms` to `signal`; `end` stops its timer. */
export function limitTime(timers: Timers, ms: number, signal?: AbortSignal) {
  const late = new AbortController()
  const failure: Failure = { kind: 'timedOut', afterMs: ms }
  const end = after(timers, ms, () => late.abort(failure))
  return { signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal, end }
}

/** Came whole and cannot be read: waiting does not mend it, but one repetition may. */
function isMisread(failure: Failure): boolean {
  const others: readonly Failure[] = [cutOff, notReady, tooLong]
  return failure.kind === 'unreadableAnswer' && !others.includes(failure)
}

/** Ask for the very same request elsewhere; the others turn a write into a read. */
const keepsMethod: readonly number[] = [307, 308]
const alsoForReads: readonly number[] = [301, 302, 303]

/** On the same origin, as a token goes along; 301, 302, 303 for reads alone. */
function movedTo({ status, headers, url }: RawAnswer, { method, path }: WireRequest) {
  const isFollowed = method === 'GET' && alsoForReads.includes(status)
  if (!keepsMethod.includes(status) && !isFollowed) return undefined
  const location = headers['location']
  const target = typeof location === 'string' ? URL.parse(location, url) : null
  if (!target || target.origin !== new URL(url).origin) return undefined
  const moved = target.pathname + target.search
  return moved === path ? undefined : moved
}

/** Lets requests leave in their order, `perSecond` at most and evenly spread; one that is given up at once. */
export function createPace(clock: Clock, perSecond: number) {
  const stepMs = 1_000 / perSecond
  let next = -Infinity
  return async (signal?: AbortSignal) => {
    const now = clock.now()
    const at = Math.max(now, next)
    next = at + stepMs
    if (at > now) await pause(clock, at - now, signal)
  }
}
