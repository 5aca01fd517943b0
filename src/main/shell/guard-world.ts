/** A channel of Chromium's DevTools protocol to a page, or to a frame of it that has a process of its own. */
export interface ProtocolSession {
  send(method: string, params?: object): Promise<unknown>
  on(event: string, listener: (params: never) => void): unknown
}

/** A script that stands beside each document, in a world that the page's scripts can neither see nor undo. */
export interface Guard {
  /** The name of its world. */
  readonly world: string
  /** The name of the function, in that world alone, by which it speaks to main. */
  readonly binding: string
  readonly source: string
}

interface BindingCall {
  readonly name: string
  readonly payload: string
  readonly executionContextId: number
}

/**
 * Runs a script beside every document of a page, or of a frame with a process of its own, in a world that the page's
 * scripts can neither see nor undo; to be awaited before its first script.
 */
export async function runBeside(
  session: ProtocolSession,
  world: string,
  source: string,
): Promise<void> {
  await session.send('Page.enable')
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source,
    worldName: world,
    runImmediately: true,
  })
}

/**
 * Puts a guard beside every document of a page, or of a frame with a process of its own; to be awaited before its first
 * script. `hear` gets what the guard says, and the execution context in which it stands.
 */
export async function installGuard(
  session: ProtocolSession,
  { world, binding, source }: Guard,
  hear: (payload: string, context: number) => void,
): Promise<void> {
  session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }: BindingCall) => {
    if (name === binding) hear(payload, executionContextId)
  })
  await session.send('Runtime.enable')
  await session.send('Runtime.addBinding', { name: binding, executionContextName: world })
  await runBeside(session, world, source)
}
