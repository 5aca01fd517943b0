/** Connects past Playwright, which waits for every page: a form that hangs would keep it from the kiosk's page. */
export type PageConnection = Awaited<ReturnType<typeof connect>>

/** A page, frame or worker of a browser. */
export interface Target {
  readonly type: string
  readonly url: string
  readonly webSocketDebuggerUrl: string
}
interface Reply {
  readonly id?: number
  readonly result?: Record<string, unknown>
  readonly error?: { readonly message: string }
}
interface Evaluated {
  readonly result: { readonly value?: unknown }
  readonly exceptionDetails?: {
    readonly text: string
    readonly exception?: { readonly description?: string }
  }
}

/** Targets of the browser at `endpoint` (a `ws:` address). */
export async function targetsAt(endpoint: string): Promise<readonly Target[]> {
  const answer = await fetch(`http://${new URL(endpoint).host}/json/list`)
  return (await answer.json()) as Target[]
}

/** True if a target is a page of its own: a window of the browser, or a view in one. */
export const isPage = ({ type }: Target) => type === 'page' || type === 'webview'

/** Connects to the page at `endpoint` whose address fits. Throws when there is none. */
export async function connectToPage(endpoint: string, address: RegExp): Promise<PageConnection> {
  const targets = await targetsAt(endpoint)
  const target = targets.find((each) => isPage(each) && address.test(each.url))
  if (!target) throw new Error(`no such page among ${targets.map(({ url }) => url).join(' ')}`)
  return connect(target)
}

/** Connects to a frame of another site, which is a target of its own. Throws when there is none. */
export async function connectToFrame(endpoint: string, url: string): Promise<PageConnection> {
  const targets = await targetsAt(endpoint)
  const target = targets.find((each) => each.type === 'iframe' && each.url === url)
  if (!target) throw new Error(`no such frame among ${targets.map((each) => each.url).join(' ')}`)
  return connect(target)
}

async function connect(target: Target) {
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error('the page lets no one in')))
  })
  const send = sender(socket)
  return {
    /** Sends a command of the DevTools protocol to the page. Throws when the browser refuses it. */
    send,
    /** Runs an expression as after a tap; a promise is awaited. Throws what it throws. */
    evaluate: async <T>(expression: string) => {
      const params = { expression, awaitPromise: true, returnByValue: true, userGesture: true }
      const { result, exceptionDetails } = (await send(
        'Runtime.evaluate',
        params,
      )) as unknown as Evaluated
      if (exceptionDetails)
        throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
      return result.value as T
    },
    close: () => socket.close(),
  }
}

function sender(socket: WebSocket) {
  const waiting = new Map<number, (reply: Reply) => void>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply
    waiting.get(reply.id ?? 0)?.(reply)
  })
  socket.addEventListener('close', () => {
    for (const settle of waiting.values()) settle({ error: { message: 'the page has gone' } })
  })
  return async (method: string, params: object = {}) => {
    const id = ++last
    const replied = new Promise<Reply>((resolve) => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const { result, error } = await replied
    waiting.delete(id)
    if (error) throw new Error(`${method}: ${error.message}`)
    return result ?? {}
  }
}
