import type { BaseWindow, Session, WebContents } from 'electron'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { FormView, OpenFormError, Refused } from '../../../shared/windows.ts'
import { systemClock } from '../../base/clock.ts'
import { within } from '../../base/timers.ts'
import { throttle } from '../../base/throttle.ts'
import { closeOnce } from '../../base/close-once.ts'
import { permitDialogs } from '../dialog-policy.ts'
import { fileFieldsOf } from '../file-fields.ts'
import { formKeyboardOf } from '../form-keyboard.ts'
import type { ProtocolSession } from '../guard-world.ts'
import { formLeavingOf } from '../form-leaving.ts'
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
import { activityEveryMs, answeredWithError, ledAway, type FormViewOptions } from '../port.ts'
import { startFilteringProxy } from '../proxy.ts'
import { joinRefusals } from '../refusals.ts'
import { watchTouchDrags } from '../touch-drag.ts'
import { firstContent, watchForm } from './watch-form.ts'
import type { StorageOrigins } from '../storage-origins.ts'
import { safePreferences, type ElectronApi } from './api.ts'
import { endPage } from './end-page.ts'
import { measureGrowth } from './form-memory.ts'
import { largestStorageUsage } from './form-storage.ts'
import { onPaneKey, onPress } from './focus-moves.ts'
import { reportSigns } from './form-signs.ts'
import { keepZoom } from './form-zoom.ts'
import { guardFrames, type FrameGuardOptions } from './frame-guard.ts'
import { guardSession, type NavigationRules } from './guards.ts'
import { restoreForm } from './restore-form.ts'
import { formBounds, visibleSize } from './kiosk-window.ts'
import type { Sessions } from './sessions.ts'

/** What a form view is made of. */
export interface FormParts {
  readonly electron: ElectronApi
  readonly rules: NavigationRules
  readonly sessions: Sessions
  readonly window: BaseWindow
  readonly devTools: boolean
  /** The form is pressed by a finger or the mouse. */
  readonly onPressed: () => void
}

type LoadFailure = Exclude<OpenFormError, { readonly kind: 'notConfirmed' }>
type Refuse = (what: Refused['what'], target: string) => void

const loadTimeoutMs = 20_000
/** How a load ends that the rules of navigation or the filter of requests stopped. */
const stopped = /^ERR_(ABORTED|BLOCKED_BY_CLIENT|FAILED)$/
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
  let led: string | undefined
  const refusals = joinRefusals(systemClock, (refused) => options.onRefused?.(refused))
  const refuse: Refuse = (what, target) => {
    if (what === 'navigation') led ??= target
    if (what === 'request') refusals.byProxy(target)
    else refusals.byPage({ what, target })
  }
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
      // A page that goes on by itself must not take the keyboard from Foyer's bar.
      focusOnNavigation: false,
    },
  })
  const contents = view.webContents
  rules.allow(contents, (url) => {
    const allowed = isAllowed(url, policy)
    if (!allowed) refuse('navigation', describe(url))
    return allowed
  })

  const keyboard = formKeyboardOf(options)
  const leaving = formLeavingOf(options)
  const files = fileFieldsOf(options, () => refuse('dialog', 'file'))
  onPaneKey(contents, leaving.pane)
  onPress(contents, parts.onPressed)
  const stopMeasuring: (() => void)[] = []
  let { insets } = options
  let isVisible = !options.hidden
  const place = () => view.setBounds(formBounds(visibleSize(window, electron), insets))
  const watch = watchForm(contents, policy, {
    ...options,
    onRefused: (refused) => refusals.byPage(refused),
  })
  const end = async () => {
    watch.end()
    refusals.end()
    for (const stop of stopMeasuring) stop()
    window.off('resize', place)
    if (!window.isDestroyed()) window.contentView.removeChildView(view)
    await endPage(contents)
    await sessions.giveBack('form', session).finally(() => proxy.close())
  }
  const { close, gone } = closeOnce(end, options.onGone)

  const guards = async (session: ProtocolSession) => {
    await keyboard.watch(session)
    await leaving.watch(session)
    await files.watch(session)
    await watchTouchDrags(session)
  }
  const storage = await confinePage(contents, { policy, pageWatch: watch.page }, options, {
    refuse,
    watch: guards,
  })
  if (!storage.ok) {
    await close()
    return storage
  }
  const failure = await load(contents, options.url, policy, () => led)
  if (failure !== undefined) {
    await close()
    return err(failure)
  }
  watch.start()
  contents.navigationHistory.clear()
  reportSigns(contents, policy, (sign) => options.onSign?.(sign))
  restoreForm(contents, policy, (target) => refuse('navigation', target), gone)
  contents.once('render-process-gone', gone)
  contents.once('destroyed', gone)
  const setZoom = keepZoom(contents)
  stopMeasuring.push(
    limitMemory(held, gone),
    limitMemory(() => largestStorageUsage(contents, storage.value), gone, storageBytes),
  )
  view.setBackgroundColor('#ffffff')
  if (options.hidden) view.setVisible(false)
  window.contentView.addChildView(view)
  window.on('resize', place)
  place()
  if (!options.hidden) contents.focus()
  return ok({
    setVisible(visible) {
      view.setVisible((isVisible = visible))
      if (visible && !contents.isDestroyed()) contents.focus()
      return Promise.resolve()
    },
    setInsets(next) {
      insets = next
      place()
      return Promise.resolve()
    },
    setZoom,
    async showKeys(shown) {
      leaving.keysShown(shown)
      await keyboard.show(shown)
      // The keyboard of the machine is the form's again.
      if (!shown && isVisible && !contents.isDestroyed()) contents.focus()
    },
    press: (token, key) => {
      if (isVisible) keyboard.press(token, key)
    },
    async enter(at) {
      if (!isVisible || contents.isDestroyed()) return
      contents.focus()
      await leaving.enter(at)
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
  session.webRequest.onHeadersReceived(({ url, resourceType, responseHeaders }, answer) => {
    const isDocument = resourceType === 'mainFrame' || resourceType === 'subFrame'
    answer(isDocument ? { responseHeaders: confined(responseHeaders ?? {}, url) } : {})
  })
  // Beside the filter above: redirects, WebRTC and whatever else finds a way past it.
  await session.setProxy({
    mode: 'fixed_servers',
    proxyRules: proxy,
    proxyBypassRules: '<-loopback>',
  })
}

/** The headers of the document at `url` with the confining ones beside them, each under one spelling of its name. */
export function confined(headers: Record<string, string[]>, url: string): Record<string, string[]> {
  const lines = Object.entries(headers).flatMap(([name, values]) =>
    values.map((value) => ({ name, value })),
  )
  const named = new Map<string, [name: string, values: string[]]>()
  for (const { name, value } of confinedHeaders(permitDialogs(lines, url))) {
    const [first, values] = named.get(name.toLowerCase()) ?? [name, []]
    named.set(name.toLowerCase(), [first, [...values, value]])
  }
  return Object.fromEntries(named.values())
}

/** Confines the page before its address is loaded; the error is what went wrong. */
async function confinePage(
  contents: WebContents,
  rules: Pick<FrameGuardOptions, 'policy' | 'pageWatch'>,
  options: FormViewOptions,
  { refuse, watch }: { readonly refuse: Refuse } & Pick<FrameGuardOptions, 'watch'>,
): Promise<Result<StorageOrigins, LoadFailure>> {
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
    return ok(
      await guardFrames(contents, {
        ...{ ...rules, locale: options.locale, refuse, onActivity },
        askPatient: options.onDialog,
        onClosing: () => options.onSign?.('closing'),
        watch,
      }),
    )
  } catch {
    return err({ kind: 'notLoaded', reason: 'not confined' })
  }
}

/** Loads the page until something stands in it; what went wrong, or undefined. */
async function load(
  webContents: WebContents,
  url: string,
  policy: OriginPolicy,
  led: () => string | undefined,
): Promise<LoadFailure | undefined> {
  let status = 0
  webContents.once('did-navigate', (_event, _url, code) => (status = code))
  const loading = webContents.loadURL(url).then(
    () => ok(undefined),
    (error: unknown) => err(/ERR_\w+/.exec(String(error))?.[0] ?? 'not opened'),
  )
  const shown = firstContent(webContents).then(() => ok(undefined))
  const loaded =
    (await within(systemClock, loadTimeoutMs, Promise.race([loading, shown]))) ?? err('Timeout')
  if (!loaded.ok) {
    const origin = stopped.test(loaded.error) ? led() : undefined
    if (origin !== undefined) return { kind: 'notAllowed', reason: ledAway, origin }
    return { kind: 'notLoaded', reason: loaded.error }
  }
  const at = webContents.getURL()
  if (!isAllowed(at, policy)) return { kind: 'notAllowed', reason: ledAway, origin: describe(at) }
  return status >= 400 ? { kind: 'notLoaded', reason: answeredWithError, status } : undefined
}
