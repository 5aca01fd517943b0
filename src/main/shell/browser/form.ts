import type { CDPSession } from 'playwright-core'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { FormView, OpenFormError, Refused } from '../../../shared/windows.ts'
import { throttle } from '../../base/throttle.ts'
import { closeOnce } from '../../base/close-once.ts'
import { describe, isAllowed, originPolicy, storageBytes, type OriginPolicy } from '../policy.ts'
import { activityEveryMs, answeredWithError, type FormViewOptions } from '../port.ts'
import { launchWindow, type Bounds, type BrowserWindow, type Machine } from './launch.ts'
import { confineDocuments } from './confine-documents.ts'
import { limitMemory } from '../memory-limit.ts'
import { guardPage } from './page-guard.ts'
import type { Profiles } from './profiles.ts'
import { startFilteringProxy } from '../proxy.ts'

/** What a form view is made of. */
export interface FormParts extends Machine {
  readonly profiles: Profiles
  /** Where the form lies on the screen: below the bar. */
  readonly bounds: Bounds
  readonly onProfile: (profile: string) => Promise<void>
  /** Puts the kiosk window above every other. */
  readonly raiseKiosk: () => Promise<void>
}

const loadTimeoutMs = 20_000

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
  const refuse = (what: Refused['what'], target: string) => options.onRefused?.({ what, target })
  const profile = await parts.profiles.create('form')
  const proxy = await startFilteringProxy(policy.value, (target) => refuse('request', target))
  let window: BrowserWindow | undefined
  let stopMeasuring: () => void = () => undefined
  const { close, gone } = closeOnce(async () => {
    stopMeasuring()
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
      name: 'foyer-form',
      bounds: aside(parts.bounds),
    })
    await guard(window, policy.value, options, refuse)
    await limitStorage(window.cdp, policy.value)
    await parts.onProfile(profile)
    const answer = await window.page.goto(options.url, {
      waitUntil: 'domcontentloaded',
      timeout: loadTimeoutMs,
    })
    if (!answer?.ok()) {
      await close()
      if (!answer) return err({ kind: 'notLoaded', reason: 'no answer' })
      return err({ kind: 'notLoaded', reason: answeredWithError, status: answer.status() })
    }
    await window.cdp.send('Page.resetNavigationHistory')
    if (!options.hidden) await place(window, parts.bounds)
  } catch (error) {
    await close()
    return err({ kind: 'notLoaded', reason: reasonOf(error) })
  }
  const opened = window
  const { page, context } = opened
  context.once('close', gone)
  page.once('crash', gone)
  stopMeasuring = limitMemory(window.held, gone)
  return ok({
    async setVisible(visible) {
      if (visible) return place(opened, parts.bounds)
      // The X server stacks windows of two browsers in no guaranteed order, so the form is also moved off the screen.
      await setBounds(opened, aside(parts.bounds))
      await parts.raiseKiosk()
    },
    close,
  })
}

/** Limits files, databases and caches of the form's origins; holds as long as `cdp` does. */
async function limitStorage(cdp: CDPSession, { origins }: OriginPolicy): Promise<void> {
  for (const origin of origins)
    await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: storageBytes })
}

/** Only the network error's name: Playwright's message holds the address. */
function reasonOf(error: unknown): string {
  return /net::\w+|Timeout/.exec(String(error))?.[0] ?? 'not opened'
}

/** The same size, past the edge of the screen. */
const aside = (bounds: Bounds): Bounds => ({ ...bounds, left: bounds.left + 2 * bounds.width })

async function place(window: BrowserWindow, bounds: Bounds): Promise<void> {
  await setBounds(window, bounds)
  await window.page.bringToFront()
}

async function setBounds({ cdp }: BrowserWindow, bounds: Bounds): Promise<void> {
  const { windowId } = await cdp.send('Browser.getWindowForTarget')
  await cdp.send('Browser.setWindowBounds', { windowId, bounds })
}

async function guard(
  { context, page, cdp }: BrowserWindow,
  policy: OriginPolicy,
  options: FormViewOptions,
  refuse: (what: Refused['what'], target: string) => void,
): Promise<void> {
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
    isOpen: () => isAllowed(page.url(), policy),
    onRefused: (url) => refuse('navigation', describe(url)),
  })

  const active = throttle(activityEveryMs, () => options.onActivity?.())
  await guardPage(context, page, (notice) => {
    if (notice === 'activity') active()
    if (notice === 'navigation') refuse('navigation', 'other program')
    if (notice === 'fileChooser') refuse('dialog', 'file')
  })
}
