/**
 * Takes from a page what no header and no preference takes: to move and shrink the window it stands in, to
 * read the colours of the screen, to leave a worker behind that answers in the site's place (and without the
 * headers that confine a page), to shake the machine, to mark the program's icon, to ask for what other sites
 * keep, to hear how busy the processor is. What pages ask for without looking whether it is there stays, and refuses
 * as a browser does that was told to: `navigator.serviceWorker.register` rejects (`workerEvent`: by which the guard beside
 * the document hears of it), `document.domain` stays as it is.
 * Self-contained: its source runs in each page, and in Electron in each worker, before their own scripts.
 */
export function removeWebApis(workerEvent: string): void {
  interface Prototyped {
    readonly prototype: Record<string, unknown>
  }
  const realm = globalThis as unknown as Record<string, unknown> & {
    readonly location?: { readonly hostname: string }
    readonly visualViewport?: object | null
    readonly Event?: new (type: string) => object
    readonly EventTarget?: {
      readonly prototype: { readonly dispatchEvent: (this: object, event: object) => boolean }
    }
    readonly DOMException: new (message: string, name: string) => Error
    readonly Navigator?: Prototyped
    readonly WorkerNavigator?: Prototyped
    readonly Document?: Prototyped
    readonly ServiceWorkerContainer?: Prototyped
  }
  // Kept from the page, which could put something else in their place.
  const { DOMException, Event, visualViewport } = realm
  const { apply } = Reflect
  const dispatchEvent = realm.EventTarget?.prototype.dispatchEvent
  const { defineProperty, getOwnPropertyDescriptor } = Object
  for (const name of ['moveTo', 'moveBy', 'resizeTo', 'resizeBy']) {
    defineProperty(realm, name, { value: () => undefined })
  }
  for (const name of ['EyeDropper', 'PressureObserver']) delete realm[name]
  for (const name of ['keyboard', 'vibrate', 'setAppBadge', 'clearAppBadge']) {
    delete realm.Navigator?.prototype[name]
    delete realm.WorkerNavigator?.prototype[name]
  }
  for (const name of ['requestStorageAccess', 'requestStorageAccessFor']) {
    delete realm.Document?.prototype[name]
  }
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
    defineProperty(workers, 'register', {
      value: register,
      writable: false,
      configurable: false,
      enumerable: true,
    })
  }
  // As where pages of one site do not share memory (HTML standard, "origin-keyed agent clusters"): the setter takes
  // what it may be set to, and changes nothing.
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
