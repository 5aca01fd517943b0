import { Agent, type Dispatcher } from 'undici'
import { isEntry } from '../output/cells.ts'
import { oneLine } from '../output/text.ts'

/** Longest answer, in bytes, in which a reason is looked for. */
const longest = 64 * 1024

/** A connection to a sandbox, whose people are invented, that also hears the reason which a client keeps to itself. */
export interface ErrorRecordingDispatcher {
  readonly dispatcher: Dispatcher
  /** The message of the last answer, on one line; undefined where it has none. */
  readonly message: () => string | undefined
  readonly close: () => Promise<void>
}

/** Opens such a connection; its owner closes it. */
export function createErrorRecorder(): ErrorRecordingDispatcher {
  const agent = new Agent()
  let chunks: Buffer[] = []
  const hear: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
    chunks = []
    let size = 0
    return dispatch(options, {
      onRequestStart: (...args) => handler.onRequestStart?.(...args),
      onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
      onResponseStart: (...args) => handler.onResponseStart?.(...args),
      onResponseData(controller, chunk) {
        size += chunk.length
        if (size <= longest) chunks.push(chunk)
        handler.onResponseData?.(controller, chunk)
      },
      onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
      onResponseError: (...args) => handler.onResponseError?.(...args),
    })
  }
  return {
    dispatcher: agent.compose(hear),
    message: () => messageOf(Buffer.concat(chunks).toString()),
    close: () => agent.destroy(),
  }
}

function messageOf(text: string): string | undefined {
  try {
    const body: unknown = JSON.parse(text)
    const message = isEntry(body) ? body['message'] : undefined
    return typeof message === 'string' && message !== '' ? oneLine(message) : undefined
  } catch {
    return undefined
  }
}
