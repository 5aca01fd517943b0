/** Event from the page's world to the guard's isolated world: the page asked to be closed. */
export const closingEvent = 'foyerclosing'

/**
 * Takes `window.close` of a page for a wish: Foyer hears of it and the window stays, for what comes after a form is
 * Foyer's to show. The visual viewport is one object in the page's world and in the guard's. Self-contained: its source
 * runs in each page before the page's own scripts, and keeps by itself what they could put something else in the place
 * of. A page that makes the event itself says no more by it than that it wants to be closed.
 */
export function reportClosing(closingEvent: string): void {
  const realm = globalThis as unknown as {
    readonly top: unknown
    readonly visualViewport: object | null
    readonly EventTarget: {
      readonly prototype: { readonly dispatchEvent: (this: object, event: object) => boolean }
    }
    readonly Event: new (type: string) => object
  }
  if (realm.top !== (globalThis as unknown)) return
  const { apply } = Reflect
  const { Event, visualViewport: viewport } = realm
  const { dispatchEvent } = realm.EventTarget.prototype
  const close = () => {
    if (viewport) apply(dispatchEvent, viewport, [new Event(closingEvent)])
  }
  // As the browser's own, so that a page may call something of its own by that name.
  const like = { writable: true, enumerable: true, configurable: true }
  Object.defineProperty(globalThis, 'close', { value: close, ...like })
}

/**
 * Runs in the guard's isolated world of a top document: calls `onClosing` when the page asks to be closed.
 * Self-contained, as `reportClosing`.
 */
export function hearClosing(closingEvent: string, onClosing: () => void): void {
  const { visualViewport } = globalThis as unknown as {
    readonly visualViewport: { addEventListener(type: string, listener: () => void): void } | null
  }
  visualViewport?.addEventListener(closingEvent, onClosing)
}
