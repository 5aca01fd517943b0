import { runInPage, type ProtocolSession } from './protocol.ts'

/** Events by which a page's world and the guard's isolated world speak of papers, on the visual viewport. */
export const paperEvents = {
  /** The page calls `window.open`; its detail is an address and a target, or the paper that it leads there. */
  asks: 'foyerpaperasks',
  submits: 'foyerpapersubmits',
  /** The guard's answer, sent before `asks` or `submits` is over: a number, or a reason why there is none. */
  answers: 'foyerpaperanswers',
  made: 'foyerpapermade',
  closes: 'foyerpapercloses',
  told: 'foyerpapertold',
  wants: 'foyerpaperwants',
  closed: 'foyerpaperclosed',
} as const

/** Answer of the guard if no paper is opened: the browser opens the window itself, or nobody does. */
export type NoPaper = 'native' | 'refused'

// The sandbox keeps `window.open` from opening anything: the page gets a plain object by which it can follow the paper
// to its end (`closed`), from which its messages come, and nothing else of it. It asks as well for a form that a script
// sends, and for a link outside the document that a script clicks: the guard gets no event of these. Nothing is decided
// here, and a page that makes the events itself gets no further than by a call.
// Self-contained: its source runs in documents before their scripts, and keeps functions they could replace.
function offerPapers(events: typeof paperEvents): void {
  type Method = (...args: readonly unknown[]) => unknown
  const nothing = () => undefined
  const { apply } = Reflect
  const { stringify } = JSON
  const text = String
  const { open: native, visualViewport: viewport, CustomEvent, MessageEvent, URL } = window
  const { dispatchEvent, addEventListener, removeEventListener } = EventTarget.prototype
  if (!viewport) return
  const say = (type: string, detail: unknown, to: EventTarget = viewport) =>
    apply(dispatchEvent, to, [new CustomEvent(type, { detail, composed: true })])
  let answer: unknown
  const closed: Record<string, boolean> = {}
  const hear = (type: string, listener: (detail: unknown) => void) =>
    viewport.addEventListener(type, (event) => listener((event as CustomEvent<unknown>).detail))
  hear(events.answers, (detail) => (answer = detail))
  hear(events.closed, (detail) => (closed[text(detail)] = true))
  const isNative = (said: unknown) => said === undefined || said === ('native' satisfies NoPaper)
  const makePaper = (id: string) => {
    const go = (url: unknown) =>
      void say(events.asks, stringify({ url: text(url), target: '', of: id }))
    const want = () => void say(events.wants, id)
    return {
      get closed() {
        return closed[id] === true
      },
      close: () => void say(events.closes, id),
      focus: nothing,
      blur: nothing,
      postMessage: want,
      // A page that writes its paper itself goes on, and Foyer tells what it could not.
      document: { open: want, write: want, writeln: want, close: nothing },
      addEventListener: nothing,
      removeEventListener: nothing,
      opener: null,
      // Its address is nobody's to read. A page may open a window first, and lead it on once it knows where to.
      get location(): object {
        return {
          get href() {
            return ''
          },
          set href(url: unknown) {
            go(url)
          },
          assign: go,
          replace: go,
          reload: nothing,
        }
      },
      set location(url: unknown) {
        go(url)
      },
    }
  }
  const papers: Record<string, ReturnType<typeof makePaper>> = {}
  const paperOf = (id: string) => (papers[id] ??= makePaper(id))
  const { parse } = JSON
  hear(events.told, (detail) => {
    const { id, data, from } = parse(text(detail)) as Record<'id' | 'data' | 'from', string>
    const event = new MessageEvent('message', { data: parse(data) as unknown, origin: from })
    Object.defineProperty(event, 'source', { value: paperOf(id) })
    apply(dispatchEvent, globalThis, [event])
  })
  const open = function (this: unknown, ...args: readonly unknown[]): unknown {
    const [url = '', target = '_blank', features = ''] = args
    answer = undefined
    const hasOpener = !/noopener|noreferrer/i.test(text(features))
    say(events.asks, stringify({ url: text(url), target: text(target), hasOpener }))
    if (isNative(answer)) return apply(native, this ?? window, args)
    if (answer === ('refused' satisfies NoPaper)) return null
    return hasOpener ? paperOf(text(answer)) : null
  }
  // As the browser's own, so that a page may call something of its own by that name.
  const like = { writable: true, enumerable: true, configurable: true }
  Object.defineProperty(globalThis, 'open', { value: open, ...like })

  const { createObjectURL } = URL
  URL.createObjectURL = function (this: unknown, made) {
    const url = apply(createObjectURL, this, [made])
    if (/^application\/(x-)?pdf\b/i.test(text((made as Blob).type))) say(events.made, { url, made })
    return url
  }

  const connected = Object.getOwnPropertyDescriptor(Node.prototype, 'isConnected') as
    | { readonly get: Method }
    | undefined
  const click = (link: HTMLAnchorElement, act: () => unknown): unknown => {
    if (!connected || apply(connected.get, link, [])) return act()
    let seen: Event | undefined
    const see = (event: Event) => (seen = event)
    apply(addEventListener, link, ['click', see])
    try {
      return act()
    } finally {
      apply(removeEventListener, link, ['click', see])
      const base = link.ownerDocument.querySelector<HTMLBaseElement>('base[target]')
      const target = link.target || base?.target
      if (seen && !seen.defaultPrevented && target && link.href && !link.download)
        say(events.asks, stringify({ url: link.href, target }))
    }
  }
  const replace = (prototype: object, name: string, by: (native: Method) => Method) => {
    const native: unknown = Reflect.get(prototype, name)
    Object.defineProperty(prototype, name, { value: by(native as Method), ...like })
  }
  for (const name of ['click', 'dispatchEvent'])
    replace(
      HTMLAnchorElement.prototype,
      name,
      (act) =>
        function (this: unknown, ...args) {
          return click(this as HTMLAnchorElement, () => apply(act, this, args))
        },
    )
  replace(
    HTMLFormElement.prototype,
    'submit',
    (submit) =>
      function (this: unknown, ...args) {
        answer = undefined
        say(events.submits, '', this as HTMLFormElement)
        return isNative(answer) ? apply(submit, this, args) : undefined
      },
  )
}

/** Offers papers to each document before its scripts. */
export const offerPapersIn = (session: ProtocolSession): Promise<void> =>
  runInPage(session, offerPapers, paperEvents)
