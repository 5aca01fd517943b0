import type { BrowserContext, CDPSession, Frame, Page } from 'playwright-core'
import { isShortcut, type KeyPress } from '../keys.ts'
import { takeAway } from '../take-away.ts'

const world = 'foyer-guard'
const binding = 'foyerNotice'

/** What the guard inside a page tells main; `released`: a finger or a button of the mouse came up. */
export type Notice = 'activity' | 'released' | 'navigation'

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
function guardDocument(isShortcut: (press: KeyPress) => boolean): void {
  const self = globalThis as unknown as Target & {
    navigation?: Target
    foyerNotice(notice: string): void
  }
  const options = { capture: true, passive: false }
  const prevent = (types: string, which: (event: GuardEvent) => boolean) => {
    for (const type of types.split(' '))
      self.addEventListener(type, (event) => which(event) && event.preventDefault(), options)
  }
  for (const type of ['pointerdown', 'keydown', 'wheel']) {
    self.addEventListener(type, (event) => event.isTrusted && self.foyerNotice('activity'), options)
  }
  for (const type of ['pointerup', 'pointercancel']) {
    self.addEventListener(type, (event) => event.isTrusted && self.foyerNotice('released'), options)
  }
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
  prevent('contextmenu dragstart', () => true)
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
  for (const type of ['dragenter', 'dragover', 'drop']) {
    self.addEventListener(
      type,
      (event) => {
        if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
        event.preventDefault()
        event.stopImmediatePropagation()
      },
      options,
    )
  }
  self.navigation?.addEventListener('navigate', (event) => {
    // A document made by the page (blob:) would have none of the headers that confine it.
    if (/^(https?:|javascript:|about:(blank|srcdoc)$)/i.test(event.destination.url)) return
    event.preventDefault()
    self.foyerNotice('navigation')
  })
}

const source = `(${guardDocument.toString()})(${isShortcut.toString()})`

/**
 * Puts the guard beside every document of `page`, frames in other processes too: keys of the browser do
 * nothing, other programs are not started, and the patient's touches are noticed.
 */
export async function guardPage(
  context: BrowserContext,
  page: Page,
  onNotice: (notice: Notice) => void,
): Promise<void> {
  const install = async (session: CDPSession) => {
    session.on('Runtime.bindingCalled', (call) => {
      if (call.name === binding) onNotice(call.payload as Notice)
    })
    await session.send('Runtime.enable')
    await session.send('Runtime.addBinding', { name: binding, executionContextName: world })
    await session.send('Page.enable')
    await session.send('Page.addScriptToEvaluateOnNewDocument', {
      source,
      worldName: world,
      runImmediately: true,
    })
  }
  await page.addInitScript(takeAway)
  await install(await context.newCDPSession(page))
  const guarded = new WeakSet<Frame>()
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() || guarded.has(frame)) return
    // Only a frame with a process of its own has a session of its own; the others share the page's.
    context
      .newCDPSession(frame)
      .then((session) => {
        guarded.add(frame)
        session.once('close', () => guarded.delete(frame))
        return install(session)
      })
      .catch(() => undefined)
  })
}
