import type { Way } from '../../shared/form-entry.ts'
import type { Theme } from '../../shared/display.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { FormView, OpenFormError } from '../../shared/windows.ts'
import { systemClock } from '../base/clock.ts'
import { closeOnce } from '../base/close-all.ts'
import { createSequencer } from '../base/sequencer.ts'
import { throttle } from '../base/suppressor.ts'
import { pause } from '../base/timers.ts'
import { describe, isAllowed, networkOrigin, originPolicy, storageBytes } from './policy.ts'
import {
  activityEveryMs,
  answeredWithError,
  ledAway,
  type FormViewOptions,
} from './form-options.ts'
import { startFilteringProxy } from './proxy.ts'
import type { DocumentNotice } from './document-guard.ts'
import { answerFileFields } from './file-fields.ts'
import type { FormDriver, FormState, OpenDriver, Refuse } from './form-driver.ts'
import { createFormKeyboard } from './form-keyboard.ts'
import { createFormLeaving } from './form-leaving.ts'
import { guardPage } from './guard-page.ts'
import { watchPage } from './page-watch.ts'
import { postOnce } from './paper-guard.ts'
import { offerOpenerIn } from './paper-opener.ts'
import { createPaperReader, type PaperReader } from './paper-reader.ts'
import { createPapers, type Papers } from './papers.ts'
import type { PdfRules } from './pdf.ts'
import { installGuard, onTopDocument, type ProtocolSession } from './protocol.ts'
import { joinRefusals } from './refusals.ts'
import { limitStorage, type StorageOrigins } from './storage-origins.ts'
import { touchDragGuard } from './touch-drag.ts'
import { isSuccess, loadContent, lookAt, watchUsefulness } from './useless-page.ts'

/** Errors of a load that the navigation rules or the request filter stopped. */
const stopped = /ERR_(ABORTED|BLOCKED_BY_CLIENT|FAILED)$/
const mostRestored = 5
/** Most bytes that one form may hold, its files included: far more than a form needs, far less than the machine has. */
export const formMemoryBytes = 1024 ** 3
const measureEveryMs = 250

export interface FormSession extends FormView {
  /** The kiosk's window came before the form's: puts everything back in its place. */
  restack(): Promise<void>
}

/** Opens the service's page. Errors: `notAllowed` (its address, or where it led), `notLoaded` (or an error answered). */
export async function openForm(
  options: FormViewOptions,
  openDriver: OpenDriver,
): Promise<Result<FormSession, OpenFormError>> {
  const made = originPolicy(options.url, options.allowedOrigins)
  if (!made.ok) return made
  const policy = made.value
  const state: FormState = {
    visible: !options.hidden,
    insets: options.insets,
    zoom: 1,
    keysShown: false,
    isLeft: false,
  }
  const inSequence = createSequencer()
  const refusals = joinRefusals(systemClock, (refused) => options.onRefused?.(refused))
  let led: string | undefined
  const refuse: Refuse = (what, target, kind, from) => {
    if (what === 'navigation') led ??= target
    if (what === 'request') refusals.byProxy(target)
    else refusals.byPage({ what, target, ...(kind && { kind }), ...(from && { from }) })
  }
  const onActivity = throttle(activityEveryMs, () => options.onActivity?.())

  let isOpen = false
  let reader: PaperReader | undefined
  let papers: Papers | undefined
  let driver: FormDriver | undefined
  const front = (of: FormDriver) => reader?.seen?.page ?? of.page
  const arrange = (raises = true) =>
    inSequence(async () => {
      if (!driver) return
      await driver.arrange(front(driver), raises)
      if (state.zoom !== 1) await front(driver).scale(state.zoom)
    })
  const giveKeyboard = () => inSequence(async () => driver?.giveKeyboard(front(driver)))
  const leave = (way: Way) => {
    const { onLeave } = options
    if (!state.visible || !driver?.canLeave || !onLeave) return
    state.isLeft = true
    void giveKeyboard().then(() => onLeave(way))
  }
  const onTouched = () => {
    state.isLeft = false
    if (state.keysShown && state.visible) void giveKeyboard()
  }
  const onStopped = (url: string, isTop: boolean) => {
    refuse('navigation', describe(url), isTop ? 'document' : 'frame')
    if (isOpen && isTop && !isAllowed(url, policy)) options.onSign?.('leaving')
  }
  const hear = (onClosing: () => void) => (notice: DocumentNotice) => {
    if (notice.type === 'activity') onActivity()
    if (notice.type === 'closing') onClosing()
    if (notice.type === 'released') onTouched()
    if (notice.type === 'navigation') refuse('navigation', describe(notice.url))
    // An origin of its own kind (`null`) cannot be told.
    if (notice.type === 'worker')
      refuse('permission', 'service-worker', 'worker', networkOrigin(notice.from))
  }

  const proxy = await startFilteringProxy(policy, (origin) => refusals.byProxy(origin))
  const stops: (() => void)[] = [() => papers?.end(), () => refusals.end()]
  const { close, gone } = closeOnce(async () => {
    for (const stop of stops) stop()
    try {
      await driver?.end()
    } finally {
      await proxy.close()
    }
  }, options.onGone)
  const fail = async (error: OpenFormError) => {
    await close()
    return err(error)
  }
  try {
    driver = await openDriver({
      policy,
      proxy: proxy.address,
      options,
      state,
      refuse,
      onStopped,
      onActivity,
      onTouched,
      onPaneKey: leave,
      onDisturbed: () => void giveKeyboard(),
    })
  } catch (error) {
    return fail({ kind: 'notLoaded', reason: networkErrorOf(error) })
  }
  const opened = driver
  const { page, userAgent } = opened
  const { protocol } = page
  const language = (locale: string) => {
    const override = { userAgent, acceptLanguage: locale }
    return ['Emulation.setUserAgentOverride', override] as const
  }

  const watch = watchPage(policy, {
    onRefused: (refused) => refusals.byPage(refused),
    onFault: (fault) => options.onFault?.(fault),
    onSign: (sign) => isOpen && options.onSign?.(sign),
  })
  const keyboard = createFormKeyboard(options)
  const leaving = createFormLeaving(leave)
  const refuseFile = () => refuse('dialog', 'file')
  const pdfs: PdfRules | undefined = options.papers
    ? {
        onPdf(pdf, isTouched) {
          if (isTouched && papers) papers.openPdf(pdf)
          else refuse('download', describe(pdf.url), 'pdf')
        },
        onFile: (url) => refuse('download', describe(url)),
        isTouched: (id) => watch.isTouched(id),
        locale: options.locale,
      }
    : undefined

  const place = { isAtHome: false }
  let last = options.url
  let top: string | undefined
  let restored = 0
  const restore = async (): Promise<void> => {
    restored += 1
    if (restored > mostRestored) throw new Error('the page keeps leaving')
    const loaded = await page.load(last)
    // Another navigation may come between; of that one it is told as well.
    if (!loaded.ok && !place.isAtHome) gone()
  }
  const usefulness = watchUsefulness({
    timers: systemClock,
    hanging: watch.hanging,
    hasFailed: () => watch.hasFailed(led !== undefined),
    look: () => lookAt(protocol),
    address: () => last,
    onFault: (fault) => options.onFault?.(fault),
    onUseless: () => options.onUseless?.(),
  })
  stops.push(() => usefulness.end())
  onTopDocument(protocol, ({ id, url, urlFragment = '', unreachableUrl }) => {
    top = id
    place.isAtHome = unreachableUrl === undefined && isAllowed(url, policy)
    if (place.isAtHome) {
      last = url + urlFragment
      usefulness.documentCame()
      if (isOpen) options.onSign?.('document')
    } else if (isOpen) {
      // A navigation without a request is not stopped: a frame may lead the page to an empty document.
      refuse('navigation', describe(unreachableUrl ?? url))
      void restore().catch(gone)
    }
  })
  protocol.on(
    'Page.navigatedWithinDocument',
    ({ frameId, url }: { readonly frameId: string; readonly url: string }) => {
      if (frameId !== top) return
      if (isAllowed(url, policy)) last = url
      if (isOpen) options.onSign?.('address')
    },
  )

  let storage: StorageOrigins
  try {
    storage = await limitStorage(policy, (origin) =>
      protocol.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: storageBytes }),
    )
    const rules = {
      policy,
      storage,
      areConfined: opened.confinesDocuments,
      onRefused: onStopped,
    }
    const { keepsDrags } = opened
    const onWorker = (session: ProtocolSession) =>
      Promise.allSettled([watch.install(session, true), session.send(...language(options.locale))])
    if (options.papers) {
      reader = createPaperReader(opened, {
        policy,
        state,
        arrange: () => arrange(),
        onDisturbed: () => void giveKeyboard(),
        onGone: () => papers?.close(),
        onLeave: leave,
        async guard(paper, paperLeaving, isPaperAtHome, { post, onPdf, onTold }) {
          const paperWatch = watchPage(policy, {
            onRefused: (refused) => refusals.byPage(refused),
            onFault: () => undefined,
          })
          await guardPage(paper, {
            keepsDrags,
            hear: hear(() => papers?.close()),
            documents: {
              ...rules,
              isOpen: isPaperAtHome,
              posting: post && postOnce(post),
              pdfs: pdfs && { ...pdfs, onPdf },
            },
            async also(session) {
              await session.send(...language(options.locale))
              await paperLeaving.watch(session)
              if (onTold) await offerOpenerIn(session, onTold)
              await answerFileFields(session, refuseFile)
              await installGuard(session, touchDragGuard)
              await paperWatch.install(session)
            },
            onWorker: (session) => paperWatch.install(session, true),
          })
        },
      })
      papers = createPapers({
        policy,
        locale: options.locale,
        reader,
        mayOpen: () => state.visible && !state.isLeft,
        onRefused: (target) => refuse('popup', target),
        onUnheard: (from) => refuse('popup', from, 'opener'),
        onPaper(isThere) {
          options.onPaper?.(isThere)
          void giveKeyboard()
        },
      })
    }
    await guardPage(page, {
      keepsDrags,
      ask: options.onDialog,
      hear: hear(() => options.onSign?.('closing')),
      documents: { ...rules, isOpen: () => place.isAtHome, pdfs },
      async also(session) {
        await session.send(...language(options.locale))
        await watch.install(session)
        await keyboard.watch(session)
        await leaving.watch(session)
        await answerFileFields(session, refuseFile, options)
        await installGuard(session, touchDragGuard)
        await papers?.watch(session)
      },
      onWorker,
    })
  } catch {
    return fail({ kind: 'notLoaded', reason: 'not confined' })
  }

  try {
    const loaded = await loadContent(page, options.url, opened.paintsUnseen)
    if (!loaded.ok) {
      const isLed = led !== undefined && stopped.test(loaded.error)
      if (isLed) return await fail({ kind: 'notAllowed', reason: ledAway, origin: led ?? '' })
      return await fail({ kind: 'notLoaded', reason: loaded.error })
    }
    const status = loaded.value
    if (!isSuccess(status))
      return await fail({ kind: 'notLoaded', reason: answeredWithError, status })
    if (!place.isAtHome)
      return await fail({ kind: 'notAllowed', reason: ledAway, origin: led ?? 'unreadable' })
    await protocol.send('Page.resetNavigationHistory')
    page.onGone(gone)
    isOpen = true
    await arrange()
    if (state.visible) await giveKeyboard()
  } catch (error) {
    return fail({ kind: 'notLoaded', reason: networkErrorOf(error) })
  }
  stops.push(limitUse(() => opened.memory(), gone, formMemoryBytes))
  if (!opened.limitsStorage)
    stops.push(limitUse(() => largestUse(protocol, storage), gone, storageBytes))

  return ok({
    async setVisible(visible) {
      state.visible = visible
      await arrange()
      await giveKeyboard()
    },
    setInsets(insets) {
      state.insets = insets
      return arrange(false)
    },
    setZoom(factor) {
      state.zoom = factor
      return inSequence(async () => {
        for (const each of new Set([page, front(opened)])) await each.scale(factor)
      })
    },
    setTheme: (theme) =>
      inSequence(async () => {
        await protocol.send('Emulation.setEmulatedMedia', { features: colors[theme] })
      }),
    // Chromium fires `languagechange` only for the whole browser's language. A frame with its own process keeps its first.
    setLanguage: (locale) =>
      inSequence(async () => {
        await protocol.send(...language(locale))
        const expression = `void dispatchEvent(new Event('languagechange'))`
        await protocol.send('Runtime.evaluate', { expression })
      }),
    async showKeys(shown) {
      state.keysShown = shown
      if (shown) state.isLeft = false
      leaving.keysShown(shown)
      await keyboard.show(shown)
      if (state.visible) await giveKeyboard()
    },
    async enter(at) {
      if (!state.visible) return
      state.isLeft = false
      await giveKeyboard()
      await (reader?.seen?.leaving ?? leaving).enter(at)
    },
    press(token, key) {
      if (state.visible) keyboard.press(token, key)
    },
    closePaper() {
      // A patient who goes back to the form has its keyboard.
      state.isLeft = false
      papers?.close()
    },
    restack: () =>
      state.visible ? inSequence(() => opened.restack(front(opened))) : Promise.resolve(),
    close,
  })
}

/** Reduces a network error to its name: an engine's error text may hold the address. */
export const networkErrorOf = (error: unknown): string =>
  /net::\w+|Timeout/.exec(String(error))?.[0] ?? 'not opened'

const contrast = { name: 'prefers-contrast', value: 'more' }
// A system with such colours reports these media features to every page; they tell nothing of the clinic's own colours.
const colors: Readonly<Record<Theme, readonly object[]>> = {
  standard: [],
  contrastLight: [contrast, { name: 'prefers-color-scheme', value: 'light' }],
  contrastDark: [contrast, { name: 'prefers-color-scheme', value: 'dark' }],
}

function limitUse(measure: () => Promise<number> | number, onExceeded: () => void, limit: number) {
  const stop = new AbortController()
  const { signal } = stop
  const watch = async () => {
    while (!signal.aborted && (await measure()) <= limit)
      await pause(systemClock, measureEveryMs, signal)
    if (!signal.aborted) onExceeded()
  }
  void watch()
  return () => stop.abort()
}

/** Returns the most bytes that one origin keeps in files, databases and caches; 0 while the page does not report it. */
async function largestUse(protocol: ProtocolSession, storage: StorageOrigins): Promise<number> {
  const each = storage.all().map(async (origin) => {
    try {
      const answer = await protocol.send('Storage.getUsageAndQuota', { origin })
      return (answer as { readonly usage?: number } | undefined)?.usage ?? 0
    } catch {
      return 0
    }
  })
  return Math.max(0, ...(await Promise.all(each)))
}
