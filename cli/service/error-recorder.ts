import { isFields } from '../../src/contract/readers/fields.ts'
import type { Dispatcher } from 'undici'
import { parseJson } from '../../src/main/base/parse-json.ts'
import { createAgent, type NetworkOptions } from '../../src/main/intake/http/agent.ts'
import { oneLine } from '../output/text.ts'

/** Longest answer, in bytes, in which a reason is looked for. */
const longest = 64 * 1024
/** Longest repeated reason, in characters. */
const longestReason = 300

export type ErrorRecordingDispatcher = ReturnType<typeof createErrorRecorder>

/** Opens a connection over the network that a kiosk would go by, which remembers the last answer; its owner closes it. */
export function createErrorRecorder(network: NetworkOptions = {}) {
  const agent = createAgent({ connectMs: 5_000 }, network)
  let chunks: Buffer[] = []
  let status: number | undefined
  const hear: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
    chunks = []
    let size = 0
    return dispatch(options, {
      onRequestStart: (...args) => handler.onRequestStart?.(...args),
      onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
      onResponseStart(...args) {
        ;[, status] = args
        handler.onResponseStart?.(...args)
      },
      onResponseData(controller, chunk) {
        size += chunk.length
        if (size <= longest) chunks.push(chunk)
        handler.onResponseData?.(controller, chunk)
      },
      onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
      onResponseError: (...args) => handler.onResponseError?.(...args),
    })
  }
  const body = () => parseJson(Buffer.concat(chunks).toString())
  return {
    dispatcher: agent.compose(hear),
    /** Returns the service's reason of its last refusal, on one line; undefined if it gave none. */
    message: () => reasonIn(body()),
    /** JSON of the last answer; undefined if it was none, or too long to keep. */
    body,
    status: () => status,
    close: () => agent.destroy(),
  }
}

/** Finds the reason: problem+json (RFC 9457: `title`, `detail`), `errors`, `message`, or OAuth's `error_description`. */
function reasonIn(body: unknown): string | undefined {
  if (!isFields(body)) return undefined
  const names = ['title', 'detail', 'message', 'error_description', 'errors']
  const nested = isFields(body['error']) ? textsIn(body['error']) : []
  const parts = new Set([...names.flatMap((name) => textsIn(body[name])), ...nested])
  const reason = oneLine([...parts].join('; '))
  if (reason === '') return undefined
  return reason.length > longestReason ? `${reason.slice(0, longestReason - 1)}…` : reason
}

/** Collects the texts of a text, a list, or an object: `{ field, message }`. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (!isFields(value)) return []
  const said = ['message', 'detail', 'title', 'description'].flatMap((name) => value[name] ?? [])
  const whole = said.find((each) => typeof each === 'string')
  if (whole === undefined) return Object.values(value).filter(Array.isArray).flatMap(textsIn)
  const field = value['field'] ?? value['path'] ?? value['pointer']
  return [typeof field === 'string' ? `${field}: ${whole}` : whole]
}
