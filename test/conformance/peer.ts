/** One end of a channel between two processes; messages must survive being written as JSON. */
export interface Channel {
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
}

/** The other process, as one can call it. */
export interface Peer {
  /** Calls a method over there. Rejects with the message of what was thrown there, or when there is no such method. */
  call(method: string, params?: unknown): Promise<unknown>
}

/** What the other process may call here. */
export type Methods = Readonly<Record<string, (params: never) => unknown>>

type Message =
  | {
      readonly kind: 'call'
      readonly id: number
      readonly method: string
      readonly params: unknown
    }
  | { readonly kind: 'value'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly reason: string }

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

/** Joins two processes so that each can call the other's methods and await the answer. */
export function connectPeer(channel: Channel, methods: Methods): Peer {
  const waiting = new Map<number, Waiting>()
  let last = 0
  const post = (message: Message) => channel.send(message)
  const answer = async (id: number, name: string, params: unknown) => {
    try {
      const method = Object.hasOwn(methods, name) ? methods[name] : undefined
      if (!method) throw new Error(`no such method: ${name}`)
      post({ kind: 'value', id, value: await method(params as never) })
    } catch (error) {
      post({ kind: 'error', id, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  const settle = (id: number, how: (each: Waiting) => void) => {
    const each = waiting.get(id)
    waiting.delete(id)
    if (each) how(each)
  }
  channel.onMessage((raw) => {
    const message = raw as Message
    if (message.kind === 'call') void answer(message.id, message.method, message.params)
    else if (message.kind === 'value') settle(message.id, ({ resolve }) => resolve(message.value))
    else settle(message.id, ({ reject }) => reject(new Error(message.reason)))
  })
  return {
    call: (method, params) =>
      new Promise((resolve, reject) => {
        const id = ++last
        waiting.set(id, { resolve, reject })
        post({ kind: 'call', id, method, params })
      }),
  }
}
