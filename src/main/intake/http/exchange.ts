import type { Dispatcher } from 'undici'
import type { Clock } from '../../base/clock.ts'
import { after } from '../../base/timers.ts'
import { aborted, cutOff, notHttp, tooLong, type Failure } from './errors.ts'

export interface WireRequest {
  readonly origin: string
  readonly method: Dispatcher.HttpMethod
  readonly path: string
  /** Names and values in turn. */
  readonly headers: string[]
  readonly body: string | null
}

/** In ms and bytes. */
export interface Limits {
  readonly connectMs: number
  readonly headersMs: number
  /** Between two pieces of the body. */
  readonly bodyMs: number
  /** With the wait for a free connection. */
  readonly attemptMs: number
  readonly bodyBytes: number
}

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
  readonly url: string
}

/** `sent`: false only when not one byte left this machine. */
export type ExchangeResult =
  | { readonly ok: true; readonly answer: RawAnswer }
  | { readonly ok: false; readonly failure: Failure; readonly sent: boolean }

/** Sends once; reads up to `limits.bodyBytes`. Follows no redirect, decodes nothing, never rejects. */
export function exchange(
  dispatcher: Dispatcher,
  request: WireRequest,
  { limits, clock, signal }: { limits: Limits; clock: Clock; signal?: AbortSignal | undefined },
): Promise<ExchangeResult> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve({ ok: false, failure: aborted, sent: false })
    const startedAt = clock.now()
    const url = request.origin + request.path
    let controller: Dispatcher.DispatchController | undefined
    let status = 0
    let headers: RawAnswer['headers'] = {}
    let size = 0
    let settled = false
    const chunks: Buffer[] = []

    const settle = (result: ExchangeResult) => {
      if (settled) return
      settled = true
      cancelDeadline()
      signal?.removeEventListener('abort', onAbort)
      resolve(result)
    }
    const fail = (failure: Failure) =>
      settle({ ok: false, failure, sent: controller !== undefined })
    const breakOff = (failure: Failure) => {
      fail(failure)
      controller?.abort(new Error('broken off'))
    }
    const onAbort = () => breakOff(aborted)
    const cancelDeadline = after(clock, limits.attemptMs, () =>
      breakOff({ kind: 'timedOut', afterMs: Math.round(clock.now() - startedAt) }),
    )
    signal?.addEventListener('abort', onAbort)

    dispatcher.dispatch(
      { ...request, headersTimeout: limits.headersMs, bodyTimeout: limits.bodyMs },
      {
        onRequestStart(started) {
          if (settled) started.abort(new Error('broken off'))
          else controller = started
        },
        onResponseStart(_controller, statusCode, answerHeaders) {
          if (statusCode < 200) return
          status = statusCode
          headers = answerHeaders
          if (Number(headers['content-length']) > limits.bodyBytes) breakOff(tooLong)
        },
        onResponseData(_controller, chunk) {
          size += chunk.length
          if (size > limits.bodyBytes) breakOff(tooLong)
          else chunks.push(chunk)
        },
        onResponseEnd() {
          const body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)
          settle({ ok: true, answer: { status, headers, body, url } })
        },
        onResponseError(_controller, error) {
          fail(failureOf(error, status > 0, Math.round(clock.now() - startedAt)))
        },
      },
    )
  })
}

const timeOuts = ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']

function failureOf(error: Error, answering: boolean, afterMs: number): Failure {
  const { code } = error as NodeJS.ErrnoException
  if (code && timeOuts.includes(code)) return { kind: 'timedOut', afterMs }
  if (answering) return cutOff
  if (error.name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW') return notHttp
  return { kind: 'unreachable', reason: code && /^[A-Z_0-9/]+$/.test(code) ? code : 'unknown' }
}
