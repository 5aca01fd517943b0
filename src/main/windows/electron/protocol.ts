import { EventEmitter } from 'node:events'
import type { Debugger } from 'electron'
import { watchTargets, type ProtocolSession, type TargetHooks } from '../../form-view/protocol.ts'

/**
 * Opens the channels of a page's debugger: its own, and those of its frames and workers, each with its own events
 * alone.
 */
export function protocolOf(page: Debugger): {
  readonly protocol: ProtocolSession
  watchTargets(hooks: TargetHooks): Promise<void>
} {
  // Electron gives an empty text for the page itself.
  const channels = new Map<string, EventEmitter>()
  page.on('message', (_event, method, params: unknown, session) => {
    channels.get(session)?.emit(method, params)
    if (method !== 'Target.detachedFromTarget') return
    const { sessionId } = params as { readonly sessionId: string }
    channels.get(sessionId)?.emit('Inspector.detached', {})
    channels.delete(sessionId)
  })
  const channelOf = (sessionId: string): ProtocolSession => {
    const own = channels.get(sessionId) ?? new EventEmitter().setMaxListeners(0)
    channels.set(sessionId, own)
    return {
      send: (method, params) =>
        page.sendCommand(method, params, sessionId || undefined) as Promise<unknown>,
      on: (event, listener) => own.on(event, listener as (params: unknown) => void),
    }
  }
  const protocol = channelOf('')
  const ofTargets = {
    attach: { flatten: true },
    open: (_parent: ProtocolSession, sessionId: string) => channelOf(sessionId),
  }
  return { protocol, watchTargets: (hooks) => watchTargets(protocol, ofTargets, hooks) }
}
