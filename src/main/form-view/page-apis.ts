import { openedEvent, runInPage, writeCall, type ProtocolSession } from './protocol.ts'

export const closingEvent = 'foyerclosing'
export const workerEvent = 'foyerworker'

// A page may not move and shrink its window, read the colours of the screen, leave a worker behind that answers in the
// site's place (and without the headers that confine a page), shake the machine, mark the program's icon, ask for data
// that other sites keep, measure the load of the processor, or write on a console: main would be told, and hold it.
// Interfaces that pages use without a check remain, and refuse as a browser does that was told to. The source runs in
// each page, and in Electron in each worker, before their own scripts.
/** Removes web interfaces that no header or preference denies. Self-contained. */
export function removeWebApis(workerEvent: string): void {
  const realm = globalThis as Partial<
    Pick<
      typeof globalThis,
      | ('Document' | 'Event' | 'EventTarget' | 'Navigator' | 'ServiceWorkerContainer')
      | ('location' | 'visualViewport')
    >
  > & { readonly WorkerNavigator?: typeof Navigator }
  // Kept from the page, which could put something else in their place.
  const { DOMException } = globalThis
  const { Event, visualViewport } = realm
  const { apply } = Reflect
  const dispatchEvent = realm.EventTarget?.prototype.dispatchEvent
  const { defineProperty, getOwnPropertyDescriptor } = Object
  for (const name of ['moveTo', 'moveBy', 'resizeTo', 'resizeBy']) {
    defineProperty(realm, name, { value: () => undefined })
  }
  for (const [name, value] of Object.entries(console)) {
    if (typeof value === 'function') defineProperty(console, name, { value: () => undefined })
  }
  const remove = (from: object | undefined, ...names: readonly string[]) => {
    for (const name of names) if (from) Reflect.deleteProperty(from, name)
  }
  remove(realm, 'EyeDropper', 'PressureObserver')
  for (const navigator of [realm.Navigator, realm.WorkerNavigator])
    remove(navigator?.prototype, 'keyboard', 'vibrate', 'setAppBadge', 'clearAppBadge')
  remove(realm.Document?.prototype, 'requestStorageAccess', 'requestStorageAccessFor')
  const workers = realm.ServiceWorkerContainer?.prototype
  if (workers) {
    const register = () => {
      if (Event && visualViewport && dispatchEvent)
        apply(dispatchEvent, visualViewport, [new Event(workerEvent)])
      return Promise.reject(
        new DOMException(
          'Failed to register a ServiceWorker: The user denied permission to use Service Worker.',
          'SecurityError',
        ),
      )
    }
    const fixed = { writable: false, configurable: false, enumerable: true }
    defineProperty(workers, 'register', { value: register, ...fixed })
  }
  // As in an origin-keyed agent cluster (HTML standard): the setter takes what it may be set to, and changes nothing.
  const document = realm.Document?.prototype
  const domain = document && getOwnPropertyDescriptor(document, 'domain')
  if (document && domain?.configurable) {
    const host = realm.location?.hostname ?? ''
    const isName = !/^[\d.]+$|^\[/.test(host)
    defineProperty(document, 'domain', {
      ...domain,
      set(value: unknown) {
        const wanted = String(value)
        if (wanted === host || (isName && wanted.includes('.') && host.endsWith(`.${wanted}`)))
          return
        throw new DOMException(
          `Failed to set the 'domain' property on 'Document': '${wanted}' is not a suffix of '${host}'.`,
          'SecurityError',
        )
      },
    })
  }
}

// `document.open`, or a `document.write` after loading, takes every listener from the window, the guard's too (HTML
// standard, "document open steps"). The visual viewport keeps its listeners, and is one object in both worlds. The window
// stays when a page closes it, because Foyer decides what follows a form; a page that makes that event itself only says
// that it wants to be closed.
// Self-contained: its source runs in each page before its scripts, and keeps functions they could replace.
function reportToGuards(openedEvent: string, closingEvent: string): void {
  type Method = (...args: readonly unknown[]) => unknown
  const { apply } = Reflect
  const { Event } = window
  const own = (of: object, name: string, part: 'value' | 'get') =>
    Object.getOwnPropertyDescriptor(of, name)?.[part] as Method | undefined
  const dispatchEvent = own(EventTarget.prototype, 'dispatchEvent', 'value')
  const windowOf = own(Document.prototype, 'defaultView', 'get')
  const viewportOf = own(window, 'visualViewport', 'get')
  const tell = (window: unknown, type: string) => {
    const viewport: unknown = window && viewportOf && apply(viewportOf, window, [])
    if (viewport && dispatchEvent) apply(dispatchEvent, viewport, [new Event(type)])
  }
  for (const name of ['open', 'write', 'writeln']) {
    const native = own(Document.prototype, name, 'value')
    if (!native) continue
    const method = {
      [name](this: unknown, ...args: readonly unknown[]) {
        try {
          return apply<unknown, readonly unknown[], unknown>(native, this, args)
        } finally {
          tell(windowOf && apply(windowOf, this, []), openedEvent)
        }
      },
    }[name]
    Object.defineProperty(Document.prototype, name, { value: method })
  }
  if (top !== window) return
  // As the browser's own, so that a page may call something of its own by that name.
  const like = { writable: true, enumerable: true, configurable: true }
  const close = () => tell(globalThis, closingEvent)
  Object.defineProperty(globalThis, 'close', { value: close, ...like })
}

/** Changes what a page finds in its own world, in each document before its scripts. */
export async function changePageApis(session: ProtocolSession): Promise<void> {
  await Promise.all([
    runInPage(session, removeWebApis, workerEvent),
    runInPage(session, reportToGuards, openedEvent, closingEvent),
  ])
}

/** Changes what a worker finds in its own world, as far as it has any of it. */
export async function changeWorkerApis(session: ProtocolSession): Promise<void> {
  const expression = writeCall(removeWebApis, workerEvent)
  await session.send('Runtime.evaluate', { expression })
}
