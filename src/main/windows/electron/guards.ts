import type { Session, WebContents } from 'electron'
import type { Way } from '../../../shared/form-entry.ts'
import { isShortcut, withAltGraph } from '../../form-view/keys.ts'
import type { ElectronApi } from './api.ts'

/** Rules for each page's navigation. A page without a rule may go nowhere. */
export type NavigationRules = WeakMap<WebContents, (url: string, isTop: boolean) => boolean>

/** Guards every page, even an unintended one: refuses other navigation, windows, wrong certificates and password prompts. */
export function guardApplication({ app }: ElectronApi, rules: NavigationRules): void {
  app.on('web-contents-created', (_created, contents) => {
    // The proxy sees no other packets than TCP.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
    const check = (details: { url: string; isMainFrame: boolean; preventDefault(): void }) => {
      const mayGo = rules.get(contents)?.(details.url, details.isMainFrame)
      if (!mayGo) details.preventDefault()
    }
    contents.on('will-frame-navigate', check)
    contents.on('will-redirect', check)
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.on('select-bluetooth-device', (event, _devices, choose) => {
      event.preventDefault()
      choose('')
    })
    contents.on('before-input-event', (event, input) => {
      const press = withAltGraph(input, process.platform)
      if (input.type === 'keyDown' && isShortcut(press)) event.preventDefault()
    })
  })
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, decide) => {
    event.preventDefault()
    decide(false)
  })
  app.on('select-client-certificate', (event, _contents, _url, _list, choose) => {
    event.preventDefault()
    choose()
  })
  app.on('login', (event, _contents, _details, _authInfo, answer) => {
    event.preventDefault()
    answer()
  })
}

/** Denies a session every permission, device and download; replaces the `onRefused` of an earlier call. */
export function guardSession(
  session: Session,
  onRefused: (what: 'permission' | 'download', target: string) => void,
): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => {
    onRefused('permission', permission)
    answer(false)
  })
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null))
  session.removeAllListeners('will-download')
  session.on('will-download', (event, item) => {
    event.preventDefault()
    onRefused('download', item.getURL())
  })
}

/** Deletes what a session kept, and cuts its connections. */
export async function wipeSession(session: Session): Promise<void> {
  await session.closeAllConnections()
  await Promise.all([
    session.clearStorageData(),
    session.clearCache(),
    session.clearAuthCache(),
    session.clearHostResolverCache(),
    session.clearCodeCaches({}),
  ])
}

/** Sends all that a session asks for through a proxy, loopback too. */
export const sendThrough = (session: Session, proxyRules: string): Promise<void> =>
  session.setProxy({ mode: 'fixed_servers', proxyRules, proxyBypassRules: '<-loopback>' })

/** Calls `leave` when F6 is pressed in any frame; the guard of every page keeps the key itself from it. */
export function onPaneKey(contents: WebContents, leave: (way: Way) => void): void {
  contents.on('before-input-event', (_event, { type, key, shift, control, alt, meta }) => {
    if (type !== 'keyDown' || key !== 'F6' || control || alt || meta) return
    leave(shift ? 'backward' : 'forward')
  })
}
