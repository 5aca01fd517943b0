import type { Debugger } from 'electron'
import { watchTargets, type ProtocolSession, type TargetHooks } from '../form/protocol.ts'

type Listener = (params: never) => void

/**
 * Opens the channels of a page's debugger: its own, and those of its frames and workers, each with its own events
 * alone.
 */
export function protocolOf(page: Debugger): {
  readonly protocol: ProtocolSession
  watchTargets(hooks: TargetHooks): Promise<void>
} {
  // Electron gives an empty text for the page itself.
  const listeners = new Map<string, Map<string, Listener[]>>()
  const tell = (session: string, method: string, params: unknown) => {
    for (const listener of listeners.get(session)?.get(method) ?? []) listener(params as never)
  }
  page.on('message', (_event, method, params: unknown, session) => {
    tell(session, method, params)
    if (method !== 'Target.detachedFromTarget') return
    const { sessionId } = params as { readonly sessionId: string }
    tell(sessionId, 'Inspector.detached', {})
    listeners.delete(sessionId)
  })
  const channelOf = (sessionId: string): ProtocolSession => {
    const own = listeners.get(sessionId) ?? new Map<string, Listener[]>()
    listeners.set(sessionId, own)
    return {
      send: (method, params) =>
        page.sendCommand(method, params, sessionId || undefined) as Promise<unknown>,
      on: (event, listener) => own.set(event, [...(own.get(event) ?? []), listener]),
    }
  }
  const protocol = channelOf('')
  const channels = {
    attach: { flatten: true },
    open: (_parent: ProtocolSession, sessionId: string) => channelOf(sessionId),
  }
  return { protocol, watchTargets: (hooks) => watchTargets(protocol, channels, hooks) }
}
