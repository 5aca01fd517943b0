/** The function by which the guard inside a document tells main: `activity`, or an address that was refused. */
export const guardBinding = 'foyerNotice'

interface GuardEvent {
  readonly isTrusted: boolean
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
 * undo: tells of touches and keys (Electron tells of those of the top frame's process alone), and keeps the
 * document from going where nothing confines a page. Self-contained: its source runs inside the document.
 */
export function guardDocument(binding: string): void {
  const self = globalThis as unknown as Listened & {
    readonly navigation?: Listened
    readonly top: unknown
  }
  const tell = (payload: string) =>
    (self as unknown as Record<string, (payload: string) => void>)[binding]?.(payload)
  for (const type of ['pointerdown', 'keydown', 'wheel']) {
    self.addEventListener(type, (event) => event.isTrusted && tell('activity'), {
      capture: true,
      passive: true,
    })
  }
  const isTop = self.top === (globalThis as unknown)
  const may = isTop ? /^(https?|javascript):/i : /^(https?:|javascript:|about:(blank|srcdoc)$)/i
  self.navigation?.addEventListener('navigate', (event) => {
    if (may.test(event.destination.url)) return
    event.preventDefault()
    tell(event.destination.url)
  })
}
