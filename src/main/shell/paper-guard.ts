import type { Posted, readForm } from './paper-form.ts'
import type { noPaper, paperEvents } from './paper-opening.ts'

/** What the guard tells main. */
export type PaperNotice =
  /**
   * The patient wants to read what is at `url`, or what it answers to what is posted; `id` counts in this document, and
   * that of a paper that is open says that this one takes its place.
   */
  | {
      readonly type: 'open'
      readonly id: string
      readonly url: string
      readonly post?: Posted | undefined
    }
  /** The page closes its paper. */
  | { readonly type: 'close'; readonly id: string }
  /** The page wanted a window that it does not get. */
  | { readonly type: 'refused'; readonly url: string }

/** By which main tells the guard inside a document that a paper is closed; it exists in the guard's own world alone. */
export const paperGuardName = 'foyerPaperClosed'
/** By which the guard speaks to main; it exists in the guard's own world alone. */
export const paperBinding = 'foyerPaper'

/** What an element is asked here; an element of the page may stand in the place of any of it. */
interface Node {
  readonly localName?: unknown
  readonly href?: unknown
  readonly target?: unknown
  hasAttribute?(name: string): boolean
}
interface GuardEvent {
  readonly isTrusted: boolean
  readonly defaultPrevented: boolean
  readonly detail: unknown
  readonly target: Node
  readonly submitter?: Node | null
  composedPath(): readonly Node[]
  preventDefault(): void
}
type Listener = (event: GuardEvent) => void
interface Listened {
  addEventListener(type: string, listener: Listener, capture?: boolean): void
  removeEventListener(type: string, listener: Listener, capture?: boolean): void
  dispatchEvent(event: object): boolean
}
interface Frames {
  readonly length: number
  readonly name: unknown
  readonly parent: Frames
  readonly top: Frames
  readonly [key: number | string]: unknown
}

/**
 * Stands beside each document of a form, in a world of its own that the page's scripts can neither see nor undo, and asks
 * main (by the function named `binding`) to open what the page would open in a new window: a link, a form, `window.open`
 * and what else asks by an event (`offerPapers`). Only while a touch of the patient's in this document is fresh, only an
 * http(s) address of `origins` or below `wildcards`, one at a time; what is posted goes to the document's own origin alone,
 * in `mostPosted` characters. Main calls the function named `name` when a paper is closed.
 * `openedEvent`: by which `reportOpening` says that the document was opened anew; `formOf`: `readForm`. Self-contained: its
 * source runs in the document.
 */
export function guardPapers(
  binding: string,
  name: string,
  events: typeof paperEvents,
  none: typeof noPaper,
  policy: {
    readonly origins: readonly string[]
    readonly wildcards: readonly string[]
    readonly mostPosted: number
  },
  openedEvent: string,
  formOf: typeof readForm,
): void {
  const self = globalThis as unknown as Listened & {
    readonly top: Frames
    readonly document: {
      readonly baseURI: unknown
      querySelector(selector: string): Node | null
    }
    readonly navigator: { readonly userActivation?: { readonly isActive: boolean } }
    readonly visualViewport: Listened | null
    readonly CustomEvent: new (type: string, init: { readonly detail: string }) => object
    readonly MutationObserver: new (onChange: () => void) => {
      observe(target: object, options: { readonly childList: true }): void
    }
    setTimeout(work: () => void): void
    [name: string]: unknown
  }
  const tell = (notice: PaperNotice) =>
    (self[binding] as ((payload: string) => void) | undefined)?.(JSON.stringify(notice))
  const toPage = (type: string, detail: string) =>
    self.visualViewport?.dispatchEvent(new self.CustomEvent(type, { detail }))
  const isTouched = () => self.navigator.userActivation?.isActive === true

  /** Whether a frame of the whole page has this name; names of frames of other sites are known to what they stand in. */
  const isFrame = (wanted: string): boolean => {
    const seek = (parent: Frames): boolean => {
      for (let at = 0; at < parent.length; at++) {
        const child = parent[at] as Frames
        for (const found of [() => parent[wanted] === child, () => child.name === wanted]) {
          try {
            if (found()) return true
          } catch {
            // Of another site.
          }
        }
        if (seek(child)) return true
      }
      return false
    }
    return /^_(self|parent|top)$/i.test(wanted) || seek(self.top)
  }
  const isAllowed = ({ protocol, origin, port, hostname, username, password }: URL) => {
    if (!/^https?:$/.test(protocol) || username !== '' || password !== '') return false
    if (policy.origins.includes(origin)) return true
    return policy.wildcards.some((each) => {
      const above = new URL(each.replace('*.', ''))
      const isAlike = above.protocol === protocol && above.port === port
      return isAlike && hostname.endsWith(`.${above.hostname}`)
    })
  }

  const read = (address: string, base?: string): URL | undefined => {
    try {
      return new URL(address, base)
    } catch {
      return undefined
    }
  }

  let count = 0
  let open: string | undefined
  /** The target of the open paper, where it has a name by which a page uses a window again. */
  let named: string | undefined
  const mayPost = (post: Posted, url: URL) =>
    url.origin === post.origin && post.body.length <= policy.mostPosted
  const ask = (address: string, target: string, post?: Posted): string => {
    if (target !== '' && isFrame(target)) return none.native
    const url = address === '' ? undefined : read(address, String(self.document.baseURI))
    const isFree = open === undefined || target === named
    const may = url && isAllowed(url) && isTouched() && isFree && (!post || mayPost(post, url))
    if (!may) {
      tell({ type: 'refused', url: url?.href ?? 'about:blank' })
      return none.refused
    }
    open ??= String(++count)
    named = /^(_.*)?$/.test(target) ? undefined : target
    tell({ type: 'open', id: open, url: url.href, post })
    return open
  }

  interface Wish {
    readonly url: string
    readonly target: string
    readonly post?: Posted | undefined
  }
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const targetOf = (own: unknown) =>
    text(own) || text(self.document.querySelector('base[target]')?.target)
  const ofLink = (link: Node): Wish | undefined => {
    const url = text(link.href)
    if (url === '' || link.hasAttribute?.('download')) return undefined
    return { url, target: targetOf(link.target) }
  }
  const ofForm = (form: Node, by: Node | null): Wish | undefined =>
    formOf(form, by, (own) => {
      const target = targetOf(own)
      return target === '' || isFrame(target) ? undefined : target
    })
  const isLink = ({ localName }: Node) => localName === 'a' || localName === 'area'
  /** How each event says what it would open, read once the page has had its say. */
  const wishes: Readonly<
    Record<string, (event: GuardEvent) => (() => Wish | undefined) | undefined>
  > = {
    click(event) {
      const link = event.composedPath().find(isLink)
      return link && (() => ofLink(link))
    },
    submit:
      ({ target, submitter = null }) =>
      () =>
        ofForm(target, submitter),
  }
  /** Whether the browser is to do nothing about it. */
  const follow = (wishOf: () => Wish | undefined): boolean => {
    const wish = wishOf()
    if (!wish || wish.target === '') return false
    return ask(wish.url, wish.target, wish.post) !== none.native
  }
  const listeners = Object.entries(wishes).map(([type, readWish]) => {
    const pending = new Map<GuardEvent, () => Wish | undefined>()
    const last = (event: GuardEvent) => {
      const wishOf = pending.get(event)
      pending.delete(event)
      if (wishOf && !event.defaultPrevented && follow(wishOf)) event.preventDefault()
    }
    const first = (event: GuardEvent) => {
      if (!event.isTrusted && !isTouched()) return
      const wishOf = readWish(event)
      if (!wishOf) return
      pending.set(event, wishOf)
      // After every other listener of the window.
      self.removeEventListener(type, last)
      self.addEventListener(type, last)
      // A page that lets the event go no further has not said that nothing is to be opened.
      self.setTimeout(() => {
        if (pending.delete(event) && !event.defaultPrevented) follow(wishOf)
      })
    }
    return [type, first] as const
  })
  /** A script of the page sends a form, of which no event tells. */
  const submits = (event: GuardEvent) => {
    const wish = ofForm(event.composedPath()[0] ?? event.target, null)
    if (wish) toPage(events.answers, ask(wish.url, wish.target, wish.post))
  }
  const listen = () => {
    for (const [type, listener] of listeners) self.addEventListener(type, listener, true)
    self.addEventListener(events.submits, submits, true)
  }
  listen()
  // A document that is opened to be written anew loses all listeners of its window.
  self.visualViewport?.addEventListener(openedEvent, listen)
  new self.MutationObserver(listen).observe(self.document, { childList: true })

  self.visualViewport?.addEventListener(events.asks, ({ detail }) => {
    const { url, target } = JSON.parse(String(detail)) as Wish
    toPage(events.answers, ask(url, target))
  })
  self.visualViewport?.addEventListener(events.closes, ({ detail }) => {
    if (open !== undefined && detail === open) tell({ type: 'close', id: open })
  })
  self[name] = (id: string) => {
    if (open === id) open = undefined
    toPage(events.closed, id)
  }
}
