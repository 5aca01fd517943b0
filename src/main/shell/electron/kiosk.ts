import { randomUUID } from 'node:crypto'
import type { BaseWindow, Session, WebContentsView } from 'electron'
import type { View } from '../../../shared/ipc.ts'
import { ownPageHeaders, pageFile, type PageFile } from '../pages.ts'
import type { KioskOptions, KioskWindow } from '../port.ts'
import { ownOrigin, ownScheme, safePreferences, type ElectronApi } from './api.ts'
import { oneAtATime } from '../in-turn.ts'
import { attachBridge, type BridgeEnd } from './bridge.ts'
import { guardSession, wipeSession, type NavigationRules } from './guards.ts'

/** What the kiosk window is made of. */
export interface KioskParts {
  readonly electron: ElectronApi
  readonly rules: NavigationRules
  readonly window: BaseWindow
  readonly pages: ReadonlyMap<string, PageFile>
  /** The built preload, one CommonJS file. */
  readonly preload: string
  readonly devTools: boolean
}

interface Opened {
  readonly view: WebContentsView
  readonly session: Session
  readonly bridge: BridgeEnd
}

/** Shows our own pages in `window`, and makes them anew when they crash. */
export async function openElectronKiosk(
  parts: KioskParts,
  options: KioskOptions,
): Promise<KioskWindow> {
  const { window } = parts
  let newest: View | undefined
  let generation = 0
  const inTurn = oneAtATime()
  const renew = () => inTurn(replace)

  const open = async (): Promise<Opened> => {
    const opened = openView(parts, options, () => newest)
    const { webContents } = opened.view
    webContents.once('render-process-gone', () => void renew().catch(options.onClosed))
    // The number only lets who drives the windows tell one page from the next.
    await webContents.loadURL(`${ownOrigin}/?${generation++}`)
    webContents.navigationHistory.clear()
    // Below the one before, so that the desktop is never seen, and below a form.
    window.contentView.addChildView(opened.view, 0)
    return opened
  }
  const place = () => {
    const { width, height } = window.getContentBounds()
    current.view.setBounds({ x: 0, y: 0, width, height })
  }
  const replace = async () => {
    if (window.isDestroyed()) return
    const old = current
    current = await open()
    place()
    window.contentView.removeChildView(old.view)
    if (!old.view.webContents.isDestroyed()) old.view.webContents.close()
    parts.electron.clipboard.clear()
    await wipeSession(old.session)
  }

  let current = await open()
  place()
  window.on('resize', place)
  return {
    show(view) {
      newest = view
      if (!current.view.webContents.isDestroyed()) current.bridge.push(view)
    },
    renew,
  }
}

function openView(
  { electron, rules, pages, preload, devTools }: KioskParts,
  options: KioskOptions,
  newest: () => View | undefined,
): Opened {
  const session = electron.session.fromPartition(`kiosk-${randomUUID()}`, { cache: false })
  guardSession(session, () => undefined)
  session.setSpellCheckerEnabled(false)
  session.setUserAgent(session.getUserAgent(), options.locale)
  session.protocol.handle(ownScheme, ({ url }) => answer(pages, url))
  session.webRequest.onBeforeRequest(({ url }, decide) =>
    decide({ cancel: !isOwnPage(url) && !(devTools && url.startsWith('devtools:')) }),
  )
  const view = new electron.WebContentsView({
    webPreferences: { ...safePreferences, session, preload, devTools },
  })
  rules.allow(view.webContents, isOwnPage)
  const bridge = attachBridge(view.webContents, newest, options.handler)
  return { view, session, bridge }
}

const isOwnPage = (url: string) => url.startsWith(`${ownOrigin}/`)

function answer(pages: ReadonlyMap<string, PageFile>, url: string): Response {
  const file = isOwnPage(url) ? pageFile(pages, url) : undefined
  if (!file) return new Response(null, { status: 404 })
  const headers = { ...ownPageHeaders, 'Content-Type': file.contentType }
  return new Response(new Uint8Array(file.body), { headers })
}
