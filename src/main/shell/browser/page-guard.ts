import type { BrowserContext, Page } from 'playwright-core'
import { isShortcut, type KeyPress } from '../keys.ts'
import { removeWebApis } from '../removed-web-apis.ts'
import { closingEvent, hearClosing, reportClosing } from '../closing-page.ts'
import { openedEvent, reportOpening } from '../document-opening.ts'
import { askByRequest, dialogPath, type AskPatient } from '../page-dialogs.ts'
import { answerDialogs } from './dialog-requests.ts'
import { hearWorkers, workerEvent, workerNotice } from '../worker-reports.ts'
import { installGuard, type Guard, type ProtocolSession } from '../guard-world.ts'
import { onEachFrameProcess } from './frame-sessions.ts'

/**
 * What the guard of a page tells main; `released`: a finger or a button of the mouse came up; `closing`: it asked to be
 * closed, and was not; `worker` and an origin: that origin asked for a service worker.
 */
export type Notice = 'activity' | 'released' | 'navigation' | 'closing' | `worker ${string}`

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
interface Target {
  addEventListener(
    type: string,
    listener: (event: GuardEvent) => void,
    options?: { capture: boolean; passive: boolean },
  ): void
}

/** Runs in a world of its own beside each document: the page's scripts can neither see nor undo it. */
function guardDocument(isShortcut: (press: KeyPress) => boolean, openedEvent: string): void {
  const self = globalThis as unknown as Target & {
    readonly top: unknown
    readonly document: object
    readonly visualViewport: Target | null
    readonly MutationObserver: new (onChange: () => void) => {
      observe(target: object, options: { childList: true }): void
    }
    navigation?: Target
    foyerNotice(notice: string): void
  }
  const options = { capture: true, passive: false }
  const guards: (readonly [type: string, listener: (event: GuardEvent) => void])[] = []
  /** A listener that is there already is not added twice. */
  const listen = () => {
    for (const [type, listener] of guards) self.addEventListener(type, listener, options)
  }
  const prevent = (types: string, which: (event: GuardEvent) => boolean) => {
    const listener = (event: GuardEvent) => {
      if (which(event)) event.preventDefault()
    }
    for (const type of types.split(' ')) guards.push([type, listener])
  }
  const notice = (types: string, what: Notice) => {
    const listener = (event: GuardEvent) => {
      if (event.isTrusted) self.foyerNotice(what)
    }
    for (const type of types.split(' ')) guards.push([type, listener])
  }
  notice('pointerdown keydown wheel', 'activity')
  notice('pointerup pointercancel', 'released')
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
  // What a script pretends drags nothing but in the page's own eyes.
  prevent('dragstart', ({ isTrusted }) => isTrusted)
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
  // What is dropped on a page is opened in its place.
  const refuseDrop = (event: GuardEvent) => {
    if (!event.isTrusted) return
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  for (const type of ['dragenter', 'dragover', 'drop']) guards.push([type, refuseDrop])
  listen()
  // A document that is opened to be written anew loses all listeners of its window.
  self.visualViewport?.addEventListener(openedEvent, listen)
  new self.MutationObserver(listen).observe(self.document, { childList: true })

  // A document made by the page (blob:), and an empty one in the place of the form, have none of the headers
  // that confine it. An empty one in a frame is confined with the page that it stands in.
  const isOpen =
    self.top === self ? /^(https?|javascript):/i : /^(https?:|javascript:|about:(blank|srcdoc)$)/i
  self.navigation?.addEventListener('navigate', (event) => {
    if (isOpen.test(event.destination.url)) return
    event.preventDefault()
    self.foyerNotice('navigation')
  })
}

const guard: Guard = {
  world: 'foyer-guard',
  binding: 'foyerNotice',
  source: `(${guardDocument.toString()})(${isShortcut.toString()}, ${JSON.stringify(openedEvent)});
(${hearClosing.toString()})(${JSON.stringify(closingEvent)}, () => foyerNotice('closing'));
(${hearWorkers.toString()})('${workerEvent}', '${workerNotice}', (notice) => foyerNotice(notice))`,
}

/**
 * Puts the guard beside every document of `page` before its first script, frames in other processes too: keys of the
 * browser do nothing, other programs are not started, no chooser of files opens, and the patient's touches are noticed.
 * `also` is done for each of them too, before its first script, and `onWorker` for each worker that they start.
 */
export async function guardPage(
  context: BrowserContext,
  page: Page,
  onNotice: (notice: Notice) => void,
  askPatient?: AskPatient,
  also: (session: ProtocolSession) => Promise<void> = () => Promise.resolve(),
  onWorker?: (session: ProtocolSession) => Promise<void>,
): Promise<void> {
  const install = async (session: ProtocolSession) => {
    await installGuard(session, guard, (notice) => onNotice(notice as Notice))
    await session.send('Page.setInterceptFileChooserDialog', { enabled: true, cancel: true })
    await answerDialogs(session, askPatient)
    await also(session)
  }
  await page.addInitScript(removeWebApis, workerEvent)
  await page.addInitScript(reportOpening, openedEvent)
  await page.addInitScript(reportClosing, closingEvent)
  await page.addInitScript(askByRequest, dialogPath)
  const session = (await context.newCDPSession(page)) as unknown as ProtocolSession
  await install(session)
  await onEachFrameProcess(session, install, onWorker)
}
