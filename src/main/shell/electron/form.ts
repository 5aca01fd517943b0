import type { BaseWindow, Session, WebContents } from 'electron'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { FormView, OpenFormError, Refused } from '../../../shared/windows.ts'
import { systemClock } from '../../base/clock.ts'
import { within } from '../../base/timers.ts'
import { throttle } from '../../base/throttle.ts'
import { closeOnce } from '../../base/close-once.ts'
import { limitMemory } from '../memory-limit.ts'
import {
  confinedHeaders,
  describe,
  disabledFeatures,
  isAllowed,
  originPolicy,
  storageBytes,
  type OriginPolicy,
} from '../policy.ts'
import { activityEveryMs, answeredWithError, type FormViewOptions } from '../port.ts'
import { startFilteringProxy } from '../proxy.ts'
import { safePreferences, type ElectronApi } from './api.ts'
import { endPage } from './end-page.ts'
import { measureGrowth } from './form-memory.ts'
import { largestStorageUsage } from './form-storage.ts'
import { guardFrames } from './frame-guard.ts'
import { guardSession, type NavigationRules } from './guards.ts'
import { restoreForm } from './restore-form.ts'
import { visibleSize } from './kiosk-window.ts'
import type { Sessions } from './sessions.ts'

/** What a form view is made of. */
export interface FormParts {
  readonly electron: ElectronApi
  readonly rules: NavigationRules
  readonly sessions: Sessions
  readonly window: BaseWindow
  readonly devTools: boolean
}

type LoadFailure = Omit<Extract<OpenFormError, { readonly kind: 'notLoaded' }>, 'kind'>
type Refuse = (what: Refused['what'], target: string) => void

const loadTimeoutMs = 20_000
const touches = new Set(['mouseDown', 'rawKeyDown', 'keyDown', 'touchStart', 'mouseWheel'])

/**
 * Opens the service's page above the kiosk's own, in a process and a session in memory of its own.
 * Errors: `notAllowed` for an address that is neither https nor on this machine, `notLoaded` when the
 * page cannot be reached or answers with an error.
 */
export async function openElectronForm(
  parts: FormParts,
  options: FormViewOptions,
): Promise<Result<FormView, OpenFormError>> {
  const { electron, rules, sessions, window } = parts
  const made = originPolicy(options.url, options.allowedOrigins)
  if (!made.ok) return made
  const policy = made.value
  const refuse: Refuse = (what, target) => options.onRefused?.({ what, target })
  const held = measureGrowth(electron)
  const proxy = await startFilteringProxy(policy, (target) => refuse('request', target))
  const session = await sessions.take('form')
  await confineSession(session, policy, proxy.address, options.locale, refuse)
  const view = new electron.WebContentsView({
    webPreferences: {
      ...safePreferences,
      disableBlinkFeatures: disabledFeatures.join(),
      session,
      devTools: parts.devTools,
    },
  })
  const contents = view.webContents
  rules.allow(contents, (url) => {
    const allowed = isAllowed(url, policy)
    if (!allowed) refuse('navigation', describe(url))
    return allowed
  })

  const stopMeasuring: (() => void)[] = []
  const place = () => view.setBounds(formBounds(visibleSize(window, electron), options.barHeight))
  const end = async () => {
    for (const stop of stopMeasuring) stop()
    window.off('resize', place)
    if (!window.isDestroyed()) window.contentView.removeChildView(view)
    await endPage(contents)
    await sessions.giveBack('form', session).finally(() => proxy.close())
  }
  const { close, gone } = closeOnce(end, options.onGone)

  const failure =
    (await confinePage(contents, policy, options, refuse)) ??
    (await load(contents, options.url, policy))
  if (failure !== undefined) {
    await close()
    return err({ kind: 'notLoaded', ...failure })
  }
  contents.navigationHistory.clear()
  restoreForm(contents, policy, (target) => refuse('navigation', target), gone)
  contents.once('render-process-gone', gone)
  contents.once('destroyed', gone)
  stopMeasuring.push(
    limitMemory(held, gone),
    limitMemory(() => largestStorageUsage(contents, policy), gone, storageBytes),
  )
  view.setBackgroundColor('#ffffff')
  if (options.hidden) view.setVisible(false)
  window.contentView.addChildView(view)
  window.on('resize', place)
  place()
  if (!options.hidden) contents.focus()
  return ok({
    setVisible(visible) {
      view.setVisible(visible)
      if (visible && !contents.isDestroyed()) contents.focus()
      return Promise.resolve()
    },
    close,
  })
}

async function confineSession(
  session: Session,
  policy: OriginPolicy,
  proxy: string,
  locale: string,
  refuse: Refuse,
): Promise<void> {
  guardSession(session, (what, target) =>
    refuse(what, what === 'download' ? describe(target) : target),
  )
  session.setUserAgent(session.getUserAgent(), locale)
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    // What has no origin (blob:, data: inside the page) reaches no one.
    const cancel = /^(https?|wss?|ftp|file|foyer):/i.test(url) && !isAllowed(url, policy)
    if (cancel) refuse('request', describe(url))
    answer({ cancel })
  })
  session.webRequest.onHeadersReceived(({ resourceType, responseHeaders }, answer) => {
    const isDocument = resourceType === 'mainFrame' || resourceType === 'subFrame'
    answer(isDocument ? { responseHeaders: confined(responseHeaders ?? {}) } : {})
  })
  // Beside the filter above: redirects, WebRTC and whatever else finds a way past it.
  await session.setProxy({
    mode: 'fixed_servers',
    proxyRules: proxy,
    proxyBypassRules: '<-loopback>',
  })
}

/** The headers of a document with the confining ones beside them, each under one spelling of its name. */
export function confined(headers: Record<string, string[]>): Record<string, string[]> {
  const lines = Object.entries(headers).flatMap(([name, values]) =>
    values.map((value) => ({ name, value })),
  )
  const named = new Map<string, [name: string, values: string[]]>()
  for (const { name, value } of confinedHeaders(lines)) {
    const [first, values] = named.get(name.toLowerCase()) ?? [name, []]
    named.set(name.toLowerCase(), [first, [...values, value]])
  }
  return Object.fromEntries(named.values())
}

/** Confines the page before its address is loaded; what went wrong, or undefined. */
async function confinePage(
  contents: WebContents,
  policy: OriginPolicy,
  options: FormViewOptions,
  refuse: Refuse,
): Promise<LoadFailure | undefined> {
  contents.setWindowOpenHandler(({ url }) => {
    refuse('popup', describe(url))
    return { action: 'deny' }
  })
  contents.on('will-prevent-unload', (event) => {
    // Here "prevent" means: do not ask, leave.
    event.preventDefault()
    refuse('dialog', 'beforeunload')
  })
  const onActivity = throttle(activityEveryMs, () => options.onActivity?.())
  // Of the top frame's process alone; but also while its page does not answer.
  contents.on('input-event', (_event, input) => {
    if (touches.has(input.type)) onActivity()
  })
  // A page that asks to be elsewhere, or of another size, stays.
  contents.on('content-bounds-updated', (event) => event.preventDefault())
  void contents.setVisualZoomLevelLimits(1, 1)
  try {
    // What is asked of a page that is not there yet comes too late for the first document.
    await contents.loadURL('about:blank')
    await guardFrames(contents, { locale: options.locale, policy, refuse, onActivity })
    return undefined
  } catch {
    return { reason: 'not confined' }
  }
}

/** Loads the page; what went wrong, or undefined. */
async function load(
  webContents: WebContents,
  url: string,
  policy: OriginPolicy,
): Promise<LoadFailure | undefined> {
  let status = 0
  webContents.once('did-navigate', (_event, _url, code) => (status = code))
  const loading = webContents.loadURL(url).then(
    () => ok(undefined),
    (error: unknown) => err(/ERR_\w+/.exec(String(error))?.[0] ?? 'not opened'),
  )
  const loaded = (await within(systemClock, loadTimeoutMs, loading)) ?? err('Timeout')
  if (!loaded.ok) return { reason: loaded.error }
  if (!isAllowed(webContents.getURL(), policy)) return { reason: 'led away' }
  return status >= 400 ? { reason: answeredWithError, status } : undefined
}

function formBounds({ width, height }: ReturnType<typeof visibleSize>, barHeight: number) {
  return { x: 0, y: barHeight, width, height: height - barHeight }
}
