import type * as z from 'zod/mini'
import { parseJson } from '../base/parse-json.ts'

/** A channel of Chromium's DevTools protocol to a page, to a frame of it with a process of its own, or to a worker. */
export interface ProtocolSession {
  send(method: string, params?: object): Promise<unknown>
  /** Listens to an event; `Inspector.detached` says that the target is gone. */
  on(event: string, listener: (params: never) => void): unknown
}

/** Prepares what a page starts, each before its first script: Chromium holds it until that is done. */
export interface TargetHooks {
  /** For a frame with a process of its own; one where it fails stays held, and so empty. */
  readonly frame: (session: ProtocolSession) => Promise<void>
  readonly worker?: ((session: ProtocolSession) => Promise<void>) | undefined
}

export interface TargetChannels {
  readonly attach: { readonly flatten: boolean; readonly filter?: readonly object[] }
  open(parent: ProtocolSession, sessionId: string): ProtocolSession
}

interface Attached {
  readonly sessionId: string
  readonly targetInfo: { readonly type: string }
}

/** Calls `hooks` for every frame below `parent` that has a process of its own, and for its workers, at any depth. */
export async function watchTargets(
  parent: ProtocolSession,
  channels: TargetChannels,
  hooks: TargetHooks,
): Promise<void> {
  parent.on('Target.attachedToTarget', ({ sessionId, targetInfo }: Attached) => {
    const target = channels.open(parent, sessionId)
    const prepare = async () => {
      if (targetInfo.type === 'iframe') {
        await hooks.frame(target)
        await watchTargets(target, channels, hooks)
      } else await hooks.worker?.(target).catch(() => undefined)
      await target.send('Runtime.runIfWaitingForDebugger')
    }
    void prepare().catch(() => undefined)
  })
  await parent.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    ...channels.attach,
  })
}

/** The world of Foyer's own scripts beside each document: the page's scripts can neither see nor undo it. */
const world = 'foyer'

/** Event from the page's world to the guards: `document.open` was called (`reportToGuards`). */
export const openedEvent = 'foyeropened'

interface Guard<Notice> {
  readonly binding: string
  readonly source: string
  readonly notice: z.ZodMiniType<Notice>
}

type WindowListeners = {
  readonly [Type in keyof WindowEventMap]?: (event: WindowEventMap[Type]) => void
} & { readonly [type: `foyer${string}`]: (event: CustomEvent) => void }

export interface Beside<Notice> {
  readonly tell: (notice: Notice) => void
  /** Listens to events of the window before the page does, even after the page opened its document to rewrite it. */
  readonly listen: (listeners: WindowListeners, only?: 'trusted' | 'all') => void
  /** One object in the page's world and in this: by it the two speak. */
  readonly viewport: VisualViewport | null
  /** The element with the focus, also where another by such a name stands in the place of the document's own property. */
  readonly active: () => HTMLElement | null
  readonly isTop: boolean
}

/** Most characters that a guard tells at once: what a form may send to a new window, and its address. */
const mostTold = 3_000_000

/** Makes a guard's ground. Self-contained: its source runs in each document. */
export function standBeside(
  binding: string,
  openedEvent: string,
  mostTold: number,
): Beside<unknown> {
  const self = globalThis as unknown as Record<string, (payload: string) => void>
  const { get: active } = Object.getOwnPropertyDescriptor(Document.prototype, 'activeElement') as {
    readonly get: (this: Document) => HTMLElement | null
  }
  return {
    tell(notice) {
      const payload = JSON.stringify(notice)
      if (payload.length <= mostTold) self[binding]?.(payload)
    },
    listen(listeners, only = 'trusted') {
      const heard = Object.entries(listeners).map(([type, listener]) => {
        const hear = (event: Event) => {
          if (only === 'all' || event.isTrusted) (listener as (event: Event) => void)(event)
        }
        return [type, hear] as const
      })
      // A listener that is there already is not added twice.
      const listen = () => {
        for (const [type, hear] of heard)
          addEventListener(type, hear, { capture: true, passive: false })
      }
      listen()
      // A document that is opened to be written anew loses all listeners of its window (HTML standard, "document open steps").
      visualViewport?.addEventListener(openedEvent, listen)
      new MutationObserver(listen).observe(document, { childList: true })
    },
    viewport: visualViewport,
    active: () => active.call(document),
    isTop: top === window,
  }
}

/** Makes a guard of a self-contained function that runs beside each document; `notice` checks what that tells. */
export function makeGuard<Notice, Args extends readonly unknown[]>(
  binding: string,
  notice: z.ZodMiniType<Notice>,
  work: (beside: Beside<Notice>, ...args: Args) => void,
  ...args: Args
): Guard<Notice> {
  const beside = writeCall(standBeside, binding, openedEvent, mostTold)
  const written = [beside, ...args.map(writeValue)].join()
  return { binding, notice, source: `(${work.toString()})(${written})` }
}

/** Writes the call of a self-contained function with values that are functions, or that JSON can hold. */
export const writeCall = <Args extends readonly unknown[]>(
  work: (...args: Args) => unknown,
  ...args: Args
): string => `(${work.toString()})(${args.map(writeValue).join()})`

const writeValue = (value: unknown): string =>
  typeof value === 'function' ? value.toString() : JSON.stringify(value)

/** Puts a guard beside every document of a page or frame; `hear` gets its notices. Await it before the first script. */
export async function installGuard<Notice>(
  session: ProtocolSession,
  { binding, source, notice }: Guard<Notice>,
  hear: (notice: Notice, context: number) => void = () => undefined,
): Promise<void> {
  session.on(
    'Runtime.bindingCalled',
    (call: Record<'name' | 'payload', string> & { readonly executionContextId: number }) => {
      if (call.name !== binding) return
      const heard = notice.safeParse(parseJson(call.payload))
      if (heard.success) hear(heard.data, call.executionContextId)
    },
  )
  await Promise.all([
    session.send('Page.enable'),
    session.send('Runtime.enable'),
    session.send('Runtime.addBinding', { name: binding, executionContextName: world }),
    session.send('Page.addScriptToEvaluateOnNewDocument', {
      source,
      worldName: world,
      runImmediately: true,
    }),
  ])
}

/** Evaluates in the world of a document's guard; resolves with the protocol's remote object. Rejects if it is gone. */
export async function evaluateBeside(
  session: ProtocolSession,
  contextId: number | undefined,
  expression: string,
) {
  const answer = await session.send('Runtime.evaluate', { expression, contextId, silent: true })
  type Remote = { readonly value?: unknown; readonly objectId?: string }
  return (answer as { readonly result?: Remote } | undefined)?.result
}

/** Runs a call of a self-contained function in each document's own world, before the page's scripts. */
export async function runInPage<Args extends readonly unknown[]>(
  session: ProtocolSession,
  work: (...args: Args) => void,
  ...args: Args
): Promise<void> {
  const source = writeCall(work, ...args)
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source })
}

interface TopFrame {
  readonly id: string
  readonly parentId?: string
  readonly url: string
  readonly urlFragment?: string
  readonly unreachableUrl?: string
}

/** Calls for each document that comes in the place of a page's own. `Page` is enabled. */
export function onTopDocument(session: ProtocolSession, listener: (document: TopFrame) => void) {
  session.on('Page.frameNavigated', ({ frame }: { readonly frame: TopFrame }) => {
    if (frame.parentId === undefined) listener(frame)
  })
}
