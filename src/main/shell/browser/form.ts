import { err, ok, type Result } from '../../../shared/result.ts'
import type {
  FormView,
  Insets,
  OpenFormError,
  Refused,
  RefusedKind,
} from '../../../shared/windows.ts'
import { systemClock } from '../../base/clock.ts'
import { createSequencer } from '../../base/sequencer.ts'
import { closeOnce } from '../../base/close-once.ts'
import { describe, originPolicy, storageBytes } from '../policy.ts'
import { limitStorage } from '../storage-origins.ts'
import { pdfRules } from '../pdf-rules.ts'
import { answeredWithError, ledAway, type FormViewOptions } from '../port.ts'
import { launchWindow, type Bounds, type BrowserWindow, type Machine } from './launch.ts'
import { formKeyboardOf } from '../form-keyboard.ts'
import { formLeavingOf } from '../form-leaving.ts'
import { limitMemory } from '../memory-limit.ts'
import { reportSigns } from './form-signs.ts'
import { openFormPapers, type FormPapers } from './form-papers.ts'
import { colorsCommand } from '../form-colors.ts'
import { languageChanged, languageCommand } from '../form-language.ts'
import { scale } from './form-zoom.ts'
import { guardWindow, type FormWindow } from './guard-window.ts'
import { ownWindows } from './own-windows.ts'
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
  /** Whether somebody left the form for the bar by the keyboard. */
  readonly isLeft: () => boolean
  /** Gives the keyboard back to whoever had it before a window of the form's that nobody sees came up or went. */
  readonly keepKeyboard: () => void
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
  const refuse = (what: Refused['what'], target: string, kind?: RefusedKind, from?: string) => {
    if (what === 'navigation') led ??= target
    refusals.byPage({ what, target, ...(kind && { kind }), ...(from && { from }) })
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
  let papers: FormPapers | undefined
  let watch: FormWatch | undefined
  const inSequence = createSequencer()
  /** Puts the form, or the paper over it, where it is to be seen; the other one lies beside the screen. */
  const arrange = (form: FormWindow, raises = true) =>
    inSequence(async () => {
      const paper = papers?.window
      const front = paper ?? form
      await setBounds(front, visible ? bounds : unseen())
      if (zoom !== 1) await scale(front, bounds, zoom)
      if (visible && raises) await front.page.bringToFront()
      if (paper) await setBounds(form, unseen())
    })
  const { close, gone } = closeOnce(async () => {
    stopMeasuring()
    papers?.end()
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
    const rules = {
      ...{ policy: policy.value, storage, watch },
      pdfs: options.papers ? pdfRules(watch, options.locale, () => papers, refuse) : undefined,
    }
    const { onReleased } = parts
    const form = window
    const windows = ownWindows(form.context, (popup) => {
      refuse('popup', describe(popup.url()))
      void popup.close().catch(() => undefined)
    })
    if (options.papers)
      papers = openFormPapers(
        form,
        {
          ...{ ...rules, ...parts, windows, refuse },
          onRefused: (refused) => refusals.byPage(refused),
          mayOpen: () => visible && !parts.isLeft(),
          aside: unseen,
          arrange: () => arrange(form),
        },
        options,
      )
    const guarded = guardWindow(form, rules, options, {
      ...{ refuse, leaving, onReleased },
      onClosing: () => options.onSign?.('closing'),
      async also(session) {
        await keyboard.watch(session)
        await papers?.watch(session)
      },
    })
    await Promise.all([guarded, papers?.ready])
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
    if (visible) await arrange(window)
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
      // The X server stacks windows of two browsers in no guaranteed order, so the form is also moved off the screen.
      await arrange(opened)
      if (!visible) await parts.raiseKiosk()
    },
    setInsets(insets) {
      bounds = parts.boundsWith(insets)
      return arrange(opened, false)
    },
    setZoom(factor) {
      zoom = factor
      return inSequence(async () => {
        for (const each of [opened, papers?.window]) if (each) await scale(each, bounds, zoom)
      })
    },
    setTheme: (theme) =>
      inSequence(async () => {
        await opened.cdp.send(...colorsCommand(theme))
      }),
    setLanguage: (locale) =>
      inSequence(async () => {
        await opened.cdp.send(...languageCommand(locale))
        await opened.cdp.send(...languageChanged)
      }),
    showKeys(shown) {
      leaving.keysShown(shown)
      return keyboard.show(shown)
    },
    enter: (at) => (papers?.isOpen ? papers.leaving : leaving).enter(at),
    press: (token, key) => {
      if (visible) keyboard.press(token, key)
    },
    closePaper: () => papers?.close(),
    close,
  })
}

/** Only the network error's name: Playwright's message holds the address. */
function reasonOf(error: unknown): string {
  return /net::\w+|Timeout/.exec(String(error))?.[0] ?? 'not opened'
}

async function setBounds({ cdp }: FormWindow, bounds: Bounds): Promise<void> {
  const { windowId } = await cdp.send('Browser.getWindowForTarget')
  await cdp.send('Browser.setWindowBounds', { windowId, bounds })
}
