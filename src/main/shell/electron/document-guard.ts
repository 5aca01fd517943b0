/** Binding by which the guard inside a document reports to main: `activity`, or an address that was refused. */
export const guardBinding = 'foyerNotice'

interface GuardEvent {
  readonly isTrusted: boolean
  readonly button: number
  readonly destination: { readonly url: string }
  preventDefault(): void
}
interface Listened {
  addEventListener(
    type: string,
    listener: (event: GuardEvent) => void,
    options?: { readonly capture: boolean; readonly passive: boolean },
  ): void
}

/**
 * Stands beside each document of a form, in a world of its own that the page's scripts can neither see nor
 * undo: tells of touches and keys (Electron tells of those of the top frame's process alone), lets no button of
 * the mouse walk the history or paste, and keeps the document from going where nothing confines a page.
 * `openedEvent` is the event by which `reportOpening` says that the document was opened anew. Self-contained: its
 * source runs inside the document.
 */
export function guardDocument(binding: string, openedEvent: string): void {
  const self = globalThis as unknown as Listened & {
    readonly top: unknown
    readonly document: object
    readonly navigation?: Listened
    readonly visualViewport: Listened | null
    readonly MutationObserver: new (onChange: () => void) => {
      observe(target: object, options: { readonly childList: true }): void
    }
  }
  const tell = (payload: string) =>
    (self as unknown as Record<string, (payload: string) => void>)[binding]?.(payload)
  const touched = ({ isTrusted }: GuardEvent) => {
    if (isTrusted) tell('activity')
  }
  // The middle button pastes what another marked; the fourth and fifth walk the history.
  const pressed = (event: GuardEvent) => {
    if (event.button === 1 || event.button > 2) event.preventDefault()
  }
  /** A listener that is there already is not added twice. */
  const listen = () => {
    for (const type of ['pointerdown', 'keydown', 'wheel'])
      self.addEventListener(type, touched, { capture: true, passive: true })
    for (const type of ['mousedown', 'mouseup', 'auxclick'])
      self.addEventListener(type, pressed, { capture: true, passive: false })
  }
  listen()
  // A document that is opened to be written anew loses all listeners of its window.
  self.visualViewport?.addEventListener(openedEvent, listen)
  new self.MutationObserver(listen).observe(self.document, { childList: true })

  const isTop = self.top === (globalThis as unknown)
  const may = isTop ? /^(https?|javascript):/i : /^(https?:|javascript:|about:(blank|srcdoc)$)/i
  self.navigation?.addEventListener('navigate', (event) => {
    if (may.test(event.destination.url)) return
    event.preventDefault()
    tell(event.destination.url)
  })
}
