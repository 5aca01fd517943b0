import type { Debugger } from 'electron'
import type { ProtocolSession } from '../guard-world.ts'

type Listener = (params: never) => void

/** The channels of one debugger: that of its page, and one for each frame with a process of its own. */
export interface ProtocolSessions {
  /** The channel of a frame by its session's id; undefined: that of the page. `Inspector.detached` says that it ended. */
  of(sessionId: string | undefined): ProtocolSession
}

/** Tells the channels of a debugger apart, each of which hears of its own events alone. */
export function protocolSessions(protocol: Debugger): ProtocolSessions {
  const listeners = new Map<string | undefined, Map<string, Listener[]>>()
  const tell = (session: string | undefined, method: string, params: unknown) => {
    for (const listener of listeners.get(session)?.get(method) ?? []) listener(params as never)
  }
  protocol.on('message', (_event, method, params: unknown, frame) => {
    // Electron gives an empty text for the page itself.
    tell(frame || undefined, method, params)
    if (method !== 'Target.detachedFromTarget') return
    const { sessionId } = params as { readonly sessionId: string }
    tell(sessionId, 'Inspector.detached', {})
    listeners.delete(sessionId)
  })
  return {
    of(sessionId) {
      const own = listeners.get(sessionId) ?? new Map<string, Listener[]>()
      listeners.set(sessionId, own)
      return {
        send: (method, params) =>
          protocol.sendCommand(method, params, sessionId) as Promise<unknown>,
        on: (event, listener) => own.set(event, [...(own.get(event) ?? []), listener]),
      }
    },
  }
}
