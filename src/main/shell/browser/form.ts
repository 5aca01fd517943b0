import { err, ok, type Result } from '../../../shared/result.ts'
import type {
  FormView,
  Insets,
  OpenFormError,
  Refused,
  RefusedKind,
} from '../../../shared/windows.ts'
import { systemClock } from '../../base/clock.ts'
import { throttle } from '../../base/throttle.ts'
import { closeOnce } from '../../base/close-once.ts'
import { describe, isAllowed, originPolicy, storageBytes, type OriginPolicy } from '../policy.ts'
import { limitStorage, type StorageOrigins } from '../storage-origins.ts'
import { activityEveryMs, answeredWithError, ledAway, type FormViewOptions } from '../port.ts'
import { launchWindow, type Bounds, type BrowserWindow, type Machine } from './launch.ts'
import { confineDocuments } from './confine-documents.ts'
import { fileFieldsOf } from '../file-fields.ts'
import { formKeyboardOf, type FormKeyboard } from '../form-keyboard.ts'
import { formLeavingOf, type FormLeaving } from '../form-leaving.ts'
import { limitMemory } from '../memory-limit.ts'
import { watchTouchDrags } from '../touch-drag.ts'
import { reportSigns } from './form-signs.ts'
import { guardPage, type Notice } from './page-guard.ts'
import { restorePage } from './restore-page.ts'
import type { Profiles } from './profiles.ts'
import { startFilteringProxy } from '../proxy.ts'
import { joinRefusals } from '../refusals.ts'
import { expectFirstPaint, watchForm, type FormWatch } from './watch-form.ts'

/** What a form view is made of. */
export interface FormParts extends Machine {
  readonly profiles: Profiles
  /** Where the form lies on the screen with these insets. */
  readonly boundsWith: (insets: Insets) => Bounds
  /** How far from the left of the screen nothing is seen any more, in CSS px. */
  readonly aside: number
  readonly onProfile: (profile: string) => Promise<void>
  /** The window is guarded and still empty: who watches what its page needs begins here. */
  readonly onWindow?: (window: BrowserWindow) => void
  /** Puts the kiosk window above every other. */
  readonly raiseKiosk: () => Promise<void>
  /** A finger or a button of the mouse came up over the form. */
  readonly onReleased: () => void
}

/** WM_CLASS of the window. */
export const formClass = 'foyer-form'

const loadTimeoutMs = 20_000
/** How a navigation ends that `confineDocuments` stopped. */
const aborted = 'net::ERR_ABORTED'

/**
 * Opens the service's page in a browser process of its own. It is moved onto the screen once the page
 * has loaded and it is to be seen. Errors: `notAllowed` for an address that is neither https nor on this machine,
 * `notLoaded` when the page cannot be reached or answers with an error.
 */
export async function openBrowserForm(
  parts: FormParts,
  options: FormViewOptions,
): Promise<Result<FormView, OpenFormError>> {
  const policy = originPolicy(options.url, options.allowedOrigins)
  if (!policy.ok) return policy
  let led: string | undefined
  const refusals = joinRefusals(systemClock, (refused) => options.onRefused?.(refused))
  const refuse = (what: Refused['what'], target: string, kind?: RefusedKind) => {
    if (what === 'navigation') led ??= target
    refusals.byPage({ what, target, ...(kind && { kind }) })
  }
  const profile = await parts.profiles.create('form')
  const proxy = await startFilteringProxy(policy.value, (origin) => refusals.byProxy(origin))
  let window: BrowserWindow | undefined
  let bounds = parts.boundsWith(options.insets)
  /** The same size, past the edge of the screen. */
  const unseen = () => ({ ...bounds, left: parts.aside })
  let visible = !options.hidden
  let zoom = 1
  let stopMeasuring: () => void = () => undefined
  const keyboard = formKeyboardOf(options)
  const leaving = formLeavingOf(options)
  let watch: FormWatch | undefined
  const { close, gone } = closeOnce(async () => {
    stopMeasuring()
    watch?.end()
    refusals.end()
    await window?.close()
    await proxy.close()
    await parts.profiles.remove(profile)
  }, options.onGone)

  try {
    window = await launchWindow({
      ...parts,
      profile,
      proxy: proxy.address,
      locale: options.locale,
      isForeign: true,
      kiosk: false,
      name: formClass,
      bounds: unseen(),
    })
    const { cdp } = window
    // It holds as long as `cdp` does.
    const storage = await limitStorage(policy.value, (origin) =>
      cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: storageBytes }),
    )
    watch = watchForm(window.page, cdp, policy.value, {
      ...options,
      onRefused: (refused) => refusals.byPage(refused),
    })
    const held = { refuse, keyboard, leaving, onReleased: parts.onReleased }
    await guard(window, { policy: policy.value, storage, watch }, options, held)
    await parts.onProfile(profile)
    const painted = await expectFirstPaint(window.page, cdp)
    parts.onWindow?.(window)
    const answer = await window.page.goto(options.url, {
      waitUntil: 'commit',
      timeout: loadTimeoutMs,
    })
    if (!answer?.ok()) {
      await close()
      if (!answer) return err({ kind: 'notLoaded', reason: 'no answer' })
      return err({ kind: 'notLoaded', reason: answeredWithError, status: answer.status() })
    }
    watch.start()
    await painted()
    await window.cdp.send('Page.resetNavigationHistory')
    await reportSigns(window, policy.value, (sign) => options.onSign?.(sign))
    if (visible) await place(window, bounds)
  } catch (error) {
    await close()
    const reason = reasonOf(error)
    if (led !== undefined && reason === aborted)
      return err({ kind: 'notAllowed', reason: ledAway, origin: led })
    return err({ kind: 'notLoaded', reason })
  }
  const opened = window
  const { page, context } = opened
  context.once('close', gone)
  page.once('crash', gone)
  restorePage(page, policy.value, (url) => refuse('navigation', describe(url)), gone)
  stopMeasuring = limitMemory(window.held, gone)
  return ok({
    async setVisible(next) {
      visible = next
      if (visible) return place(opened, bounds)
      // The X server stacks windows of two browsers in no guaranteed order, so the form is also moved off the screen.
      await setBounds(opened, unseen())
      await parts.raiseKiosk()
    },
    async setInsets(insets) {
      bounds = parts.boundsWith(insets)
      await setBounds(opened, visible ? bounds : unseen())
      if (zoom !== 1) await scale(opened, bounds, zoom)
    },
    setZoom(factor) {
      zoom = factor
      return scale(opened, bounds, zoom)
    },
    showKeys(shown) {
      leaving.keysShown(shown)
      return keyboard.show(shown)
    },
    enter: (at) => leaving.enter(at),
    press: (token, key) => {
      if (visible) keyboard.press(token, key)
    },
    close,
  })
}

/** Only the network error's name: Playwright's message holds the address. */
function reasonOf(error: unknown): string {
  return /net::\w+|Timeout/.exec(String(error))?.[0] ?? 'not opened'
}

async function place(window: BrowserWindow, bounds: Bounds): Promise<void> {
  await setBounds(window, bounds)
  await window.page.bringToFront()
}

async function setBounds({ cdp }: BrowserWindow, bounds: Bounds): Promise<void> {
  const { windowId } = await cdp.send('Browser.getWindowForTarget')
  await cdp.send('Browser.setWindowBounds', { windowId, bounds })
}

/** Lays the page out in less than the window, and draws it larger by as much: what a browser calls zoom. */
async function scale({ cdp }: BrowserWindow, bounds: Bounds, factor: number): Promise<void> {
  if (factor === 1) {
    await cdp.send('Emulation.clearDeviceMetricsOverride')
    return
  }
  await cdp.send('Emulation.setDeviceMetricsOverride', {
    width: Math.floor(bounds.width / factor),
    height: Math.floor(bounds.height / factor),
    deviceScaleFactor: 0,
    scale: factor,
    mobile: false,
    // Else it is drawn in as much of the window only.
    dontSetVisibleSize: true,
  })
}

interface GuardParts {
  readonly refuse: (what: Refused['what'], target: string, kind?: RefusedKind) => void
  readonly keyboard: FormKeyboard
  readonly leaving: FormLeaving
  readonly onReleased: () => void
}

async function guard(
  { context, page, cdp }: BrowserWindow,
  rules: {
    readonly policy: OriginPolicy
    readonly storage: StorageOrigins
    readonly watch: FormWatch
  },
  options: FormViewOptions,
  { refuse, keyboard, leaving, onReleased }: GuardParts,
): Promise<void> {
  const { policy, storage, watch } = rules
  context.on('page', (popup) => {
    refuse('popup', describe(popup.url()))
    void popup.close().catch(() => undefined)
  })
  page.on('download', (download) => {
    const told = download
      .failure()
      .then((why) => why && refuse('download', describe(download.url())))
    void told.catch(() => undefined)
  })
  await confineDocuments(cdp, {
    policy,
    storage,
    isOpen: () => isAllowed(page.url(), policy),
    onRefused: (url, kind) => refuse('navigation', describe(url), kind),
  })

  const files = fileFieldsOf(options, () => refuse('dialog', 'file'))
  const active = throttle(activityEveryMs, () => options.onActivity?.())
  const hear = (notice: Notice) => {
    if (notice === 'activity') active()
    if (notice === 'closing') options.onSign?.('closing')
    if (notice === 'released') onReleased()
    if (notice === 'navigation') refuse('navigation', 'other program')
  }
  await guardPage(context, page, hear, options.onDialog, async (session) => {
    await keyboard.watch(session)
    await leaving.watch(session)
    await files.watch(session)
    await watchTouchDrags(session)
    await watch.install(session)
  })
}
