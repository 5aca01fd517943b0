import type { ProtocolSession } from '../guard-world.ts'

interface FrameSession extends ProtocolSession {
  /** Takes one message that the target sent. */
  receive(message: string): void
  /** The target is gone: nothing that is asked of it will be answered. `Inspector.detached` says so. */
  end(): void
}

interface Attached {
  readonly sessionId: string
  readonly targetInfo: { readonly type: string }
}

/**
 * Calls `install` for every frame below `parent` that has a process of its own, before the frame's first
 * script runs: Chromium holds the frame until `install` is done. A frame where it fails stays held, and so
 * empty. `onWorker` is called for their workers likewise, if it is given. (Playwright tells of such a frame only when its scripts run already.)
 */
export async function onEachFrameProcess(
  parent: ProtocolSession,
  install: (frame: ProtocolSession) => Promise<void>,
  onWorker?: (worker: ProtocolSession) => Promise<void>,
): Promise<void> {
  const frames = new Map<string, FrameSession>()
  parent.on('Target.attachedToTarget', ({ sessionId, targetInfo }: Attached) => {
    const frame = frameSession(parent, sessionId)
    frames.set(sessionId, frame)
    const prepare = async () => {
      if (targetInfo.type === 'worker') await onWorker?.(frame).catch(() => undefined)
      else {
        await install(frame)
        await onEachFrameProcess(frame, install, onWorker)
      }
      await frame.send('Runtime.runIfWaitingForDebugger')
    }
    // The frame may be gone by now.
    void prepare().catch(() => undefined)
  })
  parent.on(
    'Target.receivedMessageFromTarget',
    ({ sessionId, message }: Pick<Attached, 'sessionId'> & { readonly message: string }) =>
      frames.get(sessionId)?.receive(message),
  )
  parent.on('Target.detachedFromTarget', ({ sessionId }: Attached) => {
    frames.get(sessionId)?.end()
    frames.delete(sessionId)
  })
  // Not flat: a session of Playwright's speaks to one target, and passes on what is wrapped for those below it.
  await parent.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: false,
    filter: [{ type: 'iframe' }, ...(onWorker ? [{ type: 'worker' }] : [])],
  })
}

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

/** Speaks to one target below `parent`, each message wrapped in one of the parent's. */
function frameSession(parent: ProtocolSession, sessionId: string): FrameSession {
  let last = 0
  const waiting = new Map<number, Waiting>()
  const listeners = new Map<string, ((params: never) => void)[]>()
  return {
    send(method, params = {}) {
      const id = ++last
      const message = JSON.stringify({ id, method, params })
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        parent.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject)
      })
    },
    on: (event, listener) => listeners.set(event, [...(listeners.get(event) ?? []), listener]),
    receive(text) {
      const { id, result, error, method, params } = JSON.parse(text) as Message
      if (method !== undefined) {
        for (const listener of listeners.get(method) ?? []) listener(params as never)
        return
      }
      const asked = waiting.get(id ?? 0)
      waiting.delete(id ?? 0)
      if (error) asked?.reject(new Error(error.message))
      else asked?.resolve(result)
    },
    end() {
      for (const { reject } of waiting.values()) reject(new Error('the frame is gone'))
      waiting.clear()
      for (const listener of listeners.get('Inspector.detached') ?? []) listener({} as never)
    },
  }
}
