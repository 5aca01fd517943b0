/** An end of a channel between two processes: a child, or this process itself. Its messages are cloned (`advanced`). */
interface ChannelEnd {
  send?(message: object): boolean
  on(event: 'message', listener: (message: unknown) => void): unknown
}

type Callable = (...args: never[]) => unknown

interface Call {
  readonly id: number
  /** Number of a function of the process that gets the call. */
  readonly of: number
  readonly args: readonly unknown[]
}
type Answer = { readonly id: number; readonly value?: unknown; readonly error?: string }

/** Stands for a function, by its number, in what goes to the other process. */
const mark = 'functionOfPeer'

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** The same value, in which everything that `change` changes is another, at any depth. */
function changed(value: unknown, change: (value: unknown) => unknown): unknown {
  const now = change(value)
  if (now !== value) return now
  if (Array.isArray(value)) return value.map((each: unknown) => changed(each, change))
  if (!isPlain(value)) return value
  const entries = Object.entries(value).map(([name, each]) => [name, changed(each, change)])
  return Object.fromEntries(entries)
}

/** Joins two processes: each calls the other's `entry`. A function that is handed over stays, and is called from there. */
export function connectPeer(end: ChannelEnd, entry: Callable = () => undefined) {
  const functions = [entry]
  const waiting = new Map<number, (answer: Answer) => void>()
  let last = 0
  const pack = (value: unknown) =>
    changed(value, (each) =>
      typeof each === 'function' ? { [mark]: functions.push(each as Callable) - 1 } : each,
    )
  const unpack = (value: unknown) =>
    changed(value, (each) =>
      isPlain(each) && mark in each
        ? (...args: readonly unknown[]) => call(Number(each[mark]), args)
        : each,
    )
  const call = (of: number, args: readonly unknown[]) =>
    new Promise<unknown>((resolve, reject) => {
      const id = ++last
      waiting.set(id, ({ value, error }) => {
        waiting.delete(id)
        if (error === undefined) resolve(unpack(value))
        else reject(new Error(error))
      })
      end.send?.({ id, of, args: pack(args) })
    })
  const answer = async ({ id, of, args }: Call) => {
    try {
      const value = await functions[of]?.(...(unpack(args) as never[]))
      end.send?.({ id, value: pack(value) })
    } catch (error) {
      end.send?.({ id, error: error instanceof Error ? error.message : String(error) })
    }
  }
  end.on('message', (message) => {
    if ('of' in (message as Call)) void answer(message as Call)
    else waiting.get((message as Answer).id)?.(message as Answer)
  })
  return (...args: readonly unknown[]) => call(0, args)
}
