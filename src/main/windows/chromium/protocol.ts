import { EventEmitter } from 'node:events'
import type { CDPSession } from 'playwright-core'
import {
  watchTargets,
  type ProtocolSession,
  type TargetChannels,
  type TargetHooks,
} from '../../form-view/protocol.ts'

interface Message {
  readonly id?: number
  readonly result?: unknown
  readonly error?: { readonly message: string }
  readonly method?: string
  readonly params?: unknown
}
interface Waiting {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}
interface OfTarget {
  readonly sessionId: string
}

const asProtocol = (cdp: CDPSession): ProtocolSession => cdp as unknown as ProtocolSession

/** Converts Playwright's session of a page, which reports a frame with a process of its own only when its scripts run. */
export const pageOf = (cdp: CDPSession) => ({
  protocol: asProtocol(cdp),
  watchTargets: (hooks: TargetHooks) => watchTargets(asProtocol(cdp), channels, hooks),
})

/** Not flat: a session of Playwright's speaks to one target, and passes on what is wrapped for those below it. */
const channels: TargetChannels = {
  attach: { flatten: false, filter: [{ type: 'iframe' }, { type: 'worker' }] },
  open: openTarget,
}

function openTarget(parent: ProtocolSession, sessionId: string): ProtocolSession {
  let last = 0
  const waiting = new Map<number, Waiting>()
  const events = new EventEmitter().setMaxListeners(0)
  parent.on(
    'Target.receivedMessageFromTarget',
    (received: OfTarget & { readonly message: string }) => {
      if (received.sessionId !== sessionId) return
      const { id, result, error, method, params } = JSON.parse(received.message) as Message
      if (method !== undefined) events.emit(method, params)
      const asked = waiting.get(id ?? 0)
      waiting.delete(id ?? 0)
      if (error) asked?.reject(new Error(error.message))
      else asked?.resolve(result)
    },
  )
  parent.on('Target.detachedFromTarget', (gone: OfTarget) => {
    if (gone.sessionId !== sessionId) return
    for (const { reject } of waiting.values()) reject(new Error('the target is gone'))
    waiting.clear()
    events.emit('Inspector.detached', {})
  })
  return {
    send(method, params = {}) {
      const id = ++last
      const message = JSON.stringify({ id, method, params })
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        parent.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject)
      })
    },
    on: (event, listener) => events.on(event, listener as (params: unknown) => void),
  }
}
