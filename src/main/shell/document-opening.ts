/** Event from the page's world to the guard's isolated world: `document.open` was called. */
export const openedEvent = 'foyeropened'

/**
 * Tells the guard beside a document whenever the page opens it (`document.open`, or a `document.write` after it was
 * read): that takes every listener from the window, the guard's too (HTML standard, "document open steps"). The
 * visual viewport keeps its listeners, and is one object in both worlds. Self-contained: its source runs in each
 * page before the page's own scripts, and keeps by itself what they could put something else in the place of.
 */
export function reportOpening(openedEvent: string): void {
  type Method = (...args: readonly unknown[]) => unknown
  const realm = globalThis as unknown as {
    readonly Document: { readonly prototype: object }
    readonly EventTarget: { readonly prototype: object }
    readonly Event: new (type: string) => object
  }
  const { apply } = Reflect
  const { Event } = realm
  const own = (of: object, name: string, part: 'value' | 'get') =>
    (Object.getOwnPropertyDescriptor(of, name) as Record<string, Method | undefined> | undefined)?.[
      part
    ]
  const dispatchEvent = own(realm.EventTarget.prototype, 'dispatchEvent', 'value')
  const windowOf = own(realm.Document.prototype, 'defaultView', 'get')
  const viewportOf = own(realm, 'visualViewport', 'get')
  const tell = (document: unknown) => {
    const window: unknown = windowOf && apply(windowOf, document, [])
    const viewport: unknown = window && viewportOf && apply(viewportOf, window, [])
    if (viewport && dispatchEvent) apply(dispatchEvent, viewport, [new Event(openedEvent)])
  }
  for (const name of ['open', 'write', 'writeln']) {
    const native = own(realm.Document.prototype, name, 'value')
    if (!native) continue
    const method = {
      [name](this: unknown, ...args: readonly unknown[]) {
        try {
          return apply<unknown, readonly unknown[], unknown>(native, this, args)
        } finally {
          tell(this)
        }
      },
    }[name]
    Object.defineProperty(realm.Document.prototype, name, { value: method })
  }
}
