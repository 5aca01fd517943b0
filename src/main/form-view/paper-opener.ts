import * as z from 'zod/mini'
import {
  installGuard,
  makeGuard,
  runInPage,
  type Beside,
  type ProtocolSession,
} from './protocol.ts'

const mostMessage = 100_000

const openerNotice = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('message'),
    data: z.string().check(z.maxLength(mostMessage)),
    to: z.string(),
    from: z.string(),
  }),
  z.strictObject({ type: z.literal('unheard'), from: z.string() }),
])
export type OpenerNotice = Readonly<z.infer<typeof openerNotice>>

const openerEvents = { tells: 'foyeropenertells', wants: 'foyeropenerwants' } as const

// A paper's page knows nothing of its form: it gets an object that takes messages, which Foyer hands on as text.
/** Gives a paper's page its `opener`. Self-contained: its source runs in documents before their scripts. */
function offerOpener(events: typeof openerEvents): void {
  if (top !== window) return
  const { apply, getPrototypeOf } = Reflect
  const { stringify } = JSON
  const { values } = Object
  const { CustomEvent, visualViewport } = window
  const { dispatchEvent } = EventTarget.prototype
  const plain: readonly unknown[] = [Object.prototype, Array.prototype, null]
  const say = (type: string, detail = '') =>
    visualViewport && apply(dispatchEvent, visualViewport, [new CustomEvent(type, { detail })])
  const isPlain = (value: unknown): boolean =>
    typeof value === 'object' && value !== null
      ? plain.includes(getPrototypeOf(value)) && values(value).every(isPlain)
      : /^(string|number|boolean|object)$/.test(typeof value)
  const known: Readonly<Record<string, unknown>> = {
    closed: false,
    focus: () => undefined,
    blur: () => undefined,
    postMessage(message: unknown, target?: unknown) {
      const { targetOrigin = '/' } = (
        typeof target === 'string' ? { targetOrigin: target } : (target ?? {})
      ) as { readonly targetOrigin?: unknown }
      try {
        if (!isPlain(message)) throw new TypeError('not plain')
        say(events.tells, stringify({ data: stringify(message), to: String(targetOrigin) }))
      } catch {
        say(events.wants)
      }
    },
  }
  const opener = new Proxy(known, {
    get(target, name) {
      if (typeof name === 'string' && !(name in target)) say(events.wants)
      return Reflect.get(target, name) as unknown
    },
    set() {
      say(events.wants)
      return true
    },
  })
  const like = { writable: true, enumerable: true, configurable: true }
  Object.defineProperty(globalThis, 'opener', { value: opener, ...like })
}

/** Hands on what a paper's page says to its opener. Self-contained: its source runs beside the document. */
function guardOpener(
  { tell, viewport, isTop }: Beside<OpenerNotice>,
  events: typeof openerEvents,
): void {
  if (!isTop) return
  const { origin: from } = window
  viewport?.addEventListener(events.tells, (event) => {
    const { detail } = event as CustomEvent<unknown>
    const { data, to } = JSON.parse(String(detail)) as Record<'data' | 'to', string>
    tell({ type: 'message', data, to, from })
  })
  viewport?.addEventListener(events.wants, () => tell({ type: 'unheard', from }))
}

const guard = makeGuard(
  'foyerOpener',
  // What cannot be handed on is told as that.
  z.catch(openerNotice, { type: 'unheard', from: 'null' }),
  guardOpener,
  openerEvents,
)

/** Gives the documents of a paper an opener; `hear` gets what they tell it. */
export async function offerOpenerIn(
  session: ProtocolSession,
  hear: (notice: OpenerNotice) => void,
): Promise<void> {
  await installGuard(session, guard, hear)
  await runInPage(session, offerOpener, openerEvents)
}
