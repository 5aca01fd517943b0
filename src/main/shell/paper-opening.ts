/** Events by which a page's world and the guard's isolated world speak of papers, on the visual viewport. */
export const paperEvents = {
  /** The page calls `window.open`; its detail is an address and a target. */
  asks: 'foyerpaperasks',
  /** What becomes of it, told before `asks` is over: a number, or why there is none. */
  answers: 'foyerpaperanswers',
  /** The page closes the paper of that number. */
  closes: 'foyerpapercloses',
  /** The paper of that number is closed. */
  closed: 'foyerpaperclosed',
} as const

/** What the guard answers where no paper is opened. */
export const noPaper = { native: 'native', refused: 'refused' } as const

/**
 * Puts a function that asks for a paper in the place of a page's `window.open`, which the sandbox keeps from opening
 * anything: the page gets a plain object by which it can follow the paper to its end (`closed`), and nothing else of it.
 * Nothing is decided here, and a page that makes the events itself comes no further than by a call. Self-contained: its
 * source runs in each document before the page's own scripts.
 */
export function offerPapers(events: typeof paperEvents, none: typeof noPaper): void {
  type Method = (...args: readonly unknown[]) => unknown
  interface Told {
    readonly detail: unknown
  }
  const realm = globalThis as unknown as {
    readonly open: Method
    readonly visualViewport: {
      addEventListener(type: string, listener: (event: Told) => void): void
    } | null
    readonly EventTarget: { readonly prototype: { readonly dispatchEvent: Method } }
    readonly CustomEvent: new (type: string, init: Told) => object
  }
  const { apply } = Reflect
  const { stringify } = JSON
  const text = String
  const { open: native, visualViewport: viewport, CustomEvent } = realm
  const { dispatchEvent } = realm.EventTarget.prototype
  if (!viewport) return
  const say = (type: string, detail: string) =>
    apply(dispatchEvent, viewport, [new CustomEvent(type, { detail })])
  let answer: unknown
  /** Whether each paper is closed, by its number. */
  const closed: Record<string, boolean> = {}
  viewport.addEventListener(events.answers, ({ detail }) => (answer = detail))
  viewport.addEventListener(events.closed, ({ detail }) => {
    closed[text(detail)] = true
  })
  const nothing = () => undefined
  const paperOf = (id: string) => ({
    get closed() {
      return closed[id] === true
    },
    close: () => void say(events.closes, id),
    focus: nothing,
    blur: nothing,
    postMessage: nothing,
    addEventListener: nothing,
    removeEventListener: nothing,
    opener: null,
    // Its address is nobody's to read or to change.
    get location() {
      return { href: '', assign: nothing, replace: nothing, reload: nothing }
    },
    set location(_address: unknown) {
      nothing()
    },
  })
  const open = function (this: unknown, ...args: readonly unknown[]) {
    const [url = '', target = '_blank', features = ''] = args
    answer = undefined
    say(events.asks, stringify({ url: text(url), target: text(target) }))
    if (answer === undefined || answer === none.native) return apply(native, this ?? realm, args)
    if (answer === none.refused) return null
    const hasOpener = !/noopener|noreferrer/i.test(text(features))
    return hasOpener ? paperOf(text(answer)) : null
  }
  // As the browser's own, so that a page may call something of its own by that name.
  const like = { writable: true, enumerable: true, configurable: true }
  Object.defineProperty(globalThis, 'open', { value: open, ...like })
}
