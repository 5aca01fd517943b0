import { networkOrigin } from './policy.ts'
import { isShortcut, type KeyPress } from './keys.ts'
import { closingEvent, workerEvent } from './page-apis.ts'
import type { Beside, Guard } from './protocol.ts'

/** Says of a document: the patient is there, a finger or button came up, or the page asked to be closed. */
export type DocumentNotice =
  | { readonly type: 'activity' | 'released' | 'closing' }
  /** It was kept from going to this address. */
  | { readonly type: 'navigation'; readonly url: string }
  /** A document of this origin asked for a service worker. */
  | { readonly type: 'worker'; readonly from: string | undefined }

interface GuardEvent {
  readonly isTrusted: boolean
  readonly destination: { readonly url: string }
  readonly key: string
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly button: number
  readonly touches?: { readonly length: number }
  readonly dataTransfer?: { dropEffect: string } | null
  composedPath(): readonly { matches?(selector: string): boolean }[]
  getModifierState?(name: string): boolean
  preventDefault(): void
  stopImmediatePropagation(): void
}

/**
 * Guards a document against browser keys, menus, drags beyond the page, history and unconfined addresses.
 * Self-contained but for `isShortcut`: its source runs in the document.
 */
function guardDocument(
  { tell, listen, viewport, isTop }: Beside,
  isShortcut: (press: KeyPress) => boolean,
  events: { readonly closing: string; readonly worker: string },
  keepsDrags: boolean,
): void {
  const self = globalThis as unknown as {
    readonly origin: string
    readonly navigation?: {
      addEventListener(type: string, listener: (event: GuardEvent) => void): void
    }
  }
  const all: (readonly [types: string, listener: (event: GuardEvent) => void])[] = []
  const prevent = (types: string, which: (event: GuardEvent) => boolean) =>
    all.push([
      types,
      (event) => {
        if (which(event)) event.preventDefault()
      },
    ])
  const told = (what: string) => (event: GuardEvent) => {
    if (event.isTrusted) tell(what)
  }
  all.push(['pointerdown keydown wheel', told('activity')])
  all.push(['pointerup pointercancel', told('released')])
  prevent('keydown', (event) =>
    isShortcut({
      key: event.key,
      control: event.ctrlKey,
      alt: event.altKey,
      meta: event.metaKey,
      shift: event.shiftKey,
      altGraph: event.getModifierState?.('AltGraph') ?? false,
    }),
  )
  prevent('contextmenu', () => true)
  // A drag faked by a script moves nothing outside the page.
  prevent('dragstart', ({ isTrusted }) => isTrusted && !keepsDrags)
  // Zooming by the wheel and by two fingers.
  prevent('wheel', (event) => event.ctrlKey)
  prevent('touchstart touchmove', ({ touches }) => (touches?.length ?? 0) > 1)
  // The middle button opens windows and pastes what another marked; the fourth and fifth walk the history.
  prevent('mousedown mouseup auxclick', ({ button }) => button === 1 || button > 2)
  // A held key opens what is clicked in a window of its own, or keeps it as a file.
  const opener = 'a, area, button, input[type=submit], input[type=image]'
  prevent(
    'click',
    (event) =>
      (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) &&
      event.composedPath().some((each) => each.matches?.(opener)),
  )
  // A browser would open a dropped item in the page's place.
  const refuseDrop = (event: GuardEvent) => {
    if (!event.isTrusted || keepsDrags) return
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  all.push(['dragenter dragover drop', refuseDrop])
  listen(
    all.flatMap(([types, listener]) => types.split(' ').map((type) => [type, listener] as const)),
    'all',
  )

  // A document made by the page (blob:), and an empty one in the place of the form, have none of the headers
  // that confine it. An empty one in a frame is confined with the page that it stands in.
  const mayOpen = isTop ? /^(https?|javascript):/i : /^(https?:|javascript:|about:(blank|srcdoc)$)/i
  self.navigation?.addEventListener('navigate', (event) => {
    const { url } = event.destination
    if (mayOpen.test(url)) return
    event.preventDefault()
    tell(`navigation ${url}`)
  })
  // A page that makes these events itself says no more by them than that it wants it.
  viewport?.addEventListener(events.worker, () => tell(`worker ${self.origin}`))
  if (isTop) viewport?.addEventListener(events.closing, () => tell('closing'))
}

const events = { closing: closingEvent, worker: workerEvent }

/**
 * Makes the guard of every document. `keepsDrags`: the mouse may drag within it, because nothing dropped there is
 * opened.
 */
export const documentGuard = (keepsDrags = false): Guard => ({
  binding: 'foyerNotice',
  source: `(${guardDocument.toString()})(beside, ${isShortcut.toString()}, ${JSON.stringify(events)}, ${keepsDrags})`,
})

/** Reads a message of the guard; undefined if it is not one. */
export function readDocumentNotice(payload: string): DocumentNotice | undefined {
  const [type = '', rest = ''] = payload.split(/ (.*)/s)
  if (type === 'activity' || type === 'released' || type === 'closing') return { type }
  if (type === 'navigation') return { type, url: rest }
  // An origin of its own kind (`null`) cannot be told.
  if (type === 'worker') return { type, from: networkOrigin(rest) }
  return undefined
}
