import { Dispatcher } from 'undici'
import type { Hono } from 'hono'
import type { Env } from '../../sandbox/http/env.ts'
import type { WireAnswer, WireRequest } from './wire.ts'

type AnsweringService = { answer(request: WireRequest): Promise<WireAnswer> }

/** Asks an application of the sandbox at `origin`, without a socket. */
export async function askApp(
  app: Hono<Env>,
  origin: string,
  { method, path, query, headers, body }: WireRequest,
): Promise<WireAnswer> {
  const parameters = query.size === 0 ? '' : `?${query.toString()}`
  const answer = await app.request(`${origin}${path}${parameters}`, {
    method,
    headers,
    ...(method !== 'GET' && { body }),
  })
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: Buffer.from(await answer.arrayBuffer()),
  }
}

/** Pieces in which a body comes, so that no reader can count on one. */
const pieces = 3

function headersOf(given: Dispatcher.DispatchOptions['headers']): Record<string, string> {
  const headers: Record<string, string> = {}
  if (Array.isArray(given))
    for (let index = 0; index < given.length; index += 2)
      headers[String(given[index]).toLowerCase()] = String(given[index + 1])
  else
    for (const [name, value] of Object.entries(given ?? {}))
      if (value !== undefined) headers[name.toLowerCase()] = String(value)
  return headers
}

function requestOf(options: Dispatcher.DispatchOptions): WireRequest {
  const url = new URL(options.path, String(options.origin))
  return {
    method: options.method,
    path: url.pathname,
    query: url.searchParams,
    headers: headersOf(options.headers),
    body:
      Buffer.isBuffer(options.body) || typeof options.body === 'string'
        ? options.body.toString()
        : '',
  }
}

/** Hands the requests of a client to a service of the same process. */
export class ServiceDispatcher extends Dispatcher {
  readonly bugs: unknown[] = []
  readonly #inFlight = new Set<Promise<void>>()
  /** Every request that came, as it was sent: what makes two of them the same, in one text. */
  readonly seen: string[] = []
  readonly #service: AnsweringService

  constructor(service: AnsweringService) {
    super()
    this.#service = service
  }

  override dispatch(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    const request = requestOf(options)
    this.seen.push(`${request.method} ${options.path} ${request.body}`)
    const controller = createController(handler)
    handler.onRequestStart?.(controller, {})
    const answering = this.#service
      .answer(request)
      .then((answer) => deliver(answer, handler, controller))
      .catch((error: unknown) => {
        this.bugs.push(error)
        handler.onResponseError?.(controller, error as Error)
      })
      .finally(() => this.#inFlight.delete(answering))
    this.#inFlight.add(answering)
    return true
  }

  /** Resolves when every request is answered; true when there was one. */
  async answered(): Promise<boolean> {
    if (this.#inFlight.size === 0) return false
    await Promise.all(this.#inFlight)
    return true
  }

  override close(): Promise<void>
  override close(callback: () => void): void
  override close(callback?: () => void): Promise<void> {
    callback?.()
    return Promise.resolve()
  }
}

function createController(handler: Dispatcher.DispatchHandler): Dispatcher.DispatchController {
  let reason: Error | null = null
  const controller = {
    get aborted() {
      return reason !== null
    },
    paused: false,
    get reason() {
      return reason
    },
    rawHeaders: null,
    rawTrailers: null,
    abort(error: Error) {
      if (reason) return
      reason = error
      handler.onResponseError?.(controller, error)
    },
    pause: () => undefined,
    resume: () => undefined,
  }
  return controller
}

function deliver(
  { status, headers, body, cut }: WireAnswer,
  handler: Dispatcher.DispatchHandler,
  controller: Dispatcher.DispatchController,
): void {
  const unlessAborted = (tell: () => void) => {
    if (!controller.aborted) tell()
  }
  unlessAborted(() => handler.onResponseStart?.(controller, status, { ...headers }, ''))
  const size = Math.max(1, Math.ceil(body.length / pieces))
  for (let at = 0; at < (cut ? body.length / 2 : body.length); at += size)
    unlessAborted(() => handler.onResponseData?.(controller, body.subarray(at, at + size)))
  unlessAborted(() => {
    if (cut) controller.abort(Object.assign(new Error('cut'), { code: 'UND_ERR_SOCKET' }))
    else handler.onResponseEnd?.(controller, {})
  })
}
