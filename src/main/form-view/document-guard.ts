import * as z from 'zod/mini'
import { isShortcut, type KeyPress } from './keys.ts'
import { closingEvent, workerEvent } from './page-apis.ts'
import { makeGuard, type Beside } from './protocol.ts'

const documentNotice = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['activity', 'released', 'closing']) }),
  z.strictObject({ type: z.literal('navigation'), url: z.string() }),
  z.strictObject({ type: z.literal('worker'), from: z.string() }),
])
export type DocumentNotice = z.infer<typeof documentNotice>

/** Guards a document against browser keys, menus, drags, history and unconfined addresses; its source runs there. */
function guardDocument(
  { tell, listen, viewport, isTop }: Beside<DocumentNotice>,
  isShortcut: (press: KeyPress) => boolean,
  events: { readonly closing: string; readonly worker: string },
  keepsDrags: boolean,
): void {
  const active = () => tell({ type: 'activity' })
  const released = () => tell({ type: 'released' })
  listen({
    pointerdown: active,
    keydown: active,
    wheel: active,
    pointerup: released,
    pointercancel: released,
  })
  const prevent =
    <Kind extends Event>(which: (event: Kind) => boolean) =>
    (event: Kind) => {
      if (which(event)) event.preventDefault()
    }
  const pinch = prevent(({ touches }: TouchEvent) => touches.length > 1)
  // The middle button opens windows and pastes what another marked; the fourth and fifth walk the history.
  const otherButton = prevent(({ button }: MouseEvent) => button === 1 || button > 2)
  const opener = 'a, area, button, input[type=submit], input[type=image]'
  // A browser would open a dropped item in the page's place.
  const refuseDrop = (event: DragEvent) => {
    if (!event.isTrusted || keepsDrags) return
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  listen(
    {
      keydown: prevent((event: KeyboardEvent) =>
        isShortcut({
          key: event.key,
          control: event.ctrlKey,
          alt: event.altKey,
          meta: event.metaKey,
          shift: event.shiftKey,
          altGraph: event.getModifierState('AltGraph'),
        }),
      ),
      contextmenu: prevent(() => true),
      // A drag faked by a script moves nothing outside the page.
      dragstart: prevent(({ isTrusted }) => isTrusted && !keepsDrags),
      wheel: prevent((event: WheelEvent) => event.ctrlKey),
      touchstart: pinch,
      touchmove: pinch,
      mousedown: otherButton,
      mouseup: otherButton,
      auxclick: otherButton,
      // A held key opens what is clicked in a window of its own, or keeps it as a file.
      click: prevent(
        (event: MouseEvent) =>
          (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) &&
          event.composedPath().some((each) => (each as Partial<Element>).matches?.(opener)),
      ),
      dragenter: refuseDrop,
      dragover: refuseDrop,
      drop: refuseDrop,
    },
    'all',
  )

  // Documents of the page's making have no confining headers; an empty one in a frame is confined as its page is.
  const mayOpen = isTop ? /^(https?|javascript):/i : /^(https?:|javascript:|about:(blank|srcdoc)$)/i
  navigation.addEventListener('navigate', (event) => {
    const { url } = event.destination
    if (mayOpen.test(url)) return
    event.preventDefault()
    tell({ type: 'navigation', url })
  })
  // A page that makes these events itself says no more by them than that it wants it.
  viewport?.addEventListener(events.worker, () => tell({ type: 'worker', from: origin }))
  if (isTop) viewport?.addEventListener(events.closing, () => tell({ type: 'closing' }))
}

const events = { closing: closingEvent, worker: workerEvent }

/** Makes the guard of every document. `keepsDrags`: the mouse may drag within it, as nothing dropped there is opened. */
export const documentGuard = (keepsDrags = false) =>
  makeGuard('foyerNotice', documentNotice, guardDocument, isShortcut, events, keepsDrags)
