import type { BaseWindow, Rectangle } from 'electron'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { FormView, OpenFormError } from '../../../shared/windows.ts'
import { systemClock } from '../../base/clock.ts'
import { closeOnce } from '../../base/close-once.ts'
import { fileFieldsOf } from '../file-fields.ts'
import { formKeyboardOf } from '../form-keyboard.ts'
import type { ProtocolSession } from '../guard-world.ts'
import { formLeavingOf } from '../form-leaving.ts'
import { limitMemory } from '../memory-limit.ts'
import { createPapers } from '../papers.ts'
import { pdfRules } from '../pdf-rules.ts'
import { originPolicy, storageBytes } from '../policy.ts'
import type { FormViewOptions } from '../port.ts'
import { startFilteringProxy } from '../proxy.ts'
import { joinRefusals } from '../refusals.ts'
import { watchTouchDrags } from '../touch-drag.ts'
import { confinePage, load, type Refuse } from './confine-page.ts'
import { confineSession } from './confine-session.ts'
import { endPage } from './end-page.ts'
import { makeFormView, type FormContentsParts } from './form-contents.ts'
import { measureGrowth } from './form-memory.ts'
import { largestStorageUsage } from './form-storage.ts'
import { onPaneKey, onPress } from './focus-moves.ts'
import { reportSigns } from './form-signs.ts'
import { colorsCommand } from '../form-colors.ts'
import { languageChanged, languageCommand } from '../form-language.ts'
import { keepZoom } from './form-zoom.ts'
import { createElectronReader } from './reader.ts'
import { restoreForm } from './restore-form.ts'
import { formBounds, visibleSize } from './kiosk-window.ts'
import type { Sessions } from './sessions.ts'
import { watchForm } from './watch-form.ts'

/** What a form view is made of. */
export interface FormParts extends FormContentsParts {
  readonly sessions: Sessions
  readonly window: BaseWindow
  /** The form is pressed by a finger or the mouse. */
  readonly onPressed: () => void
  /** The built page that draws PDFs. */
  readonly readerDir: string
  /** Whether somebody left the form for the bar by the keyboard. */
  readonly isLeft: () => boolean
  /** Keeps what Chromium opens for a field within the form. */
  readonly keepWithin: (bounds: Rectangle) => Promise<void> | undefined
}

/**
 * Opens the service's page above the kiosk's own, in a process and a session in memory of its own.
 * Errors: `notAllowed` for an address that is neither https nor on this machine, `notLoaded` when the
 * page cannot be reached or answers with an error.
 */
export async function openElectronForm(
  parts: FormParts,
  options: FormViewOptions,
): Promise<Result<FormView, OpenFormError>> {
  const { electron, sessions, window } = parts
  const made = originPolicy(options.url, options.allowedOrigins)
  if (!made.ok) return made
  const policy = made.value
  let led: string | undefined
  const refusals = joinRefusals(systemClock, (refused) => options.onRefused?.(refused))
  const refuse: Refuse = (what, target, kind, from) => {
    if (what === 'navigation') led ??= target
    if (what === 'request') refusals.byProxy(target)
    else refusals.byPage({ what, target, ...(kind && { kind }), ...(from && { from }) })
  }
  const held = measureGrowth(electron)
  const proxy = await startFilteringProxy(policy, (target) => refuse('request', target))
  const session = await sessions.take('form')
  await confineSession(session, policy, proxy.address, options.locale, refuse)
  const view = makeFormView(parts, session, policy, refuse)
  const contents = view.webContents

  const keyboard = formKeyboardOf(options)
  const leaving = formLeavingOf(options)
  const files = fileFieldsOf(options, () => refuse('dialog', 'file'))
  onPaneKey(contents, leaving.pane)
  onPress(contents, parts.onPressed)
  const stopMeasuring: (() => void)[] = []
  let { insets } = options
  let isVisible = !options.hidden
  const seen = () => [view, ...(reader.view ? [reader.view] : [])]
  const place = () => {
    const bounds = formBounds(visibleSize(window, electron), insets)
    for (const each of seen()) each.setBounds(bounds)
    return parts.keepWithin(bounds)
  }
  const placeAgain = () => void place()
  /** Gives the keyboard to what is to be seen. */
  const focus = () => {
    const front = reader.contents ?? contents
    if (isVisible && !parts.isLeft() && !front.isDestroyed()) front.focus()
  }
  const watch = watchForm(contents, policy, {
    ...options,
    onRefused: (refused) => refusals.byPage(refused),
  })
  const pdfs = options.papers
    ? pdfRules(watch.page, options.locale, () => papers, refuse)
    : undefined
  const reader = createElectronReader(
    {
      ...{ ...parts, session, form: contents, policy, refuse },
      onRefused: (refused) => refusals.byPage(refused),
      arrange() {
        if (window.isDestroyed() || contents.isDestroyed()) return
        void place()
        reader.view?.setVisible(isVisible)
        focus()
      },
      pdfs,
      onGone: () => papers?.close(),
    },
    options,
  )
  const papers = options.papers
    ? createPapers(systemClock, {
        ...{ policy, reader },
        mayOpen: () => isVisible && !parts.isLeft(),
        onRefused: (target) => refuse('popup', target),
        onPaper: (open) => options.onPaper?.(open),
      })
    : undefined
  const end = async () => {
    papers?.end()
    watch.end()
    refusals.end()
    for (const stop of stopMeasuring) stop()
    window.off('resize', placeAgain)
    if (!window.isDestroyed()) window.contentView.removeChildView(view)
    await Promise.all([reader.close(), endPage(contents)])
    await sessions.giveBack('form', session).finally(() => proxy.close())
  }
  const { close, gone } = closeOnce(end, options.onGone)

  const guards = async (session: ProtocolSession) => {
    await keyboard.watch(session)
    await leaving.watch(session)
    await files.watch(session)
    await watchTouchDrags(session)
    await papers?.watch(session)
  }
  const storage = await confinePage(contents, { policy, pageWatch: watch.page, pdfs }, options, {
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
  window.on('resize', placeAgain)
  await place()
  if (!options.hidden) contents.focus()
  return ok({
    setVisible(visible) {
      isVisible = visible
      for (const each of seen()) each.setVisible(visible)
      focus()
      return Promise.resolve()
    },
    setInsets(next) {
      insets = next
      return Promise.resolve(place())
    },
    async setZoom(factor) {
      await setZoom(factor)
      await reader.setZoom(factor)
    },
    async setTheme(theme) {
      await contents.debugger.sendCommand(...colorsCommand(theme))
    },
    async setLanguage(locale) {
      const { debugger: protocol } = contents
      await protocol.sendCommand(...languageCommand(locale, session.getUserAgent()))
      await protocol.sendCommand(...languageChanged)
    },
    async showKeys(shown) {
      leaving.keysShown(shown)
      await keyboard.show(shown)
      // The keyboard of the machine is the form's again.
      if (!shown) focus()
    },
    press: (token, key) => {
      if (isVisible) keyboard.press(token, key)
    },
    async enter(at) {
      if (!isVisible || contents.isDestroyed()) return
      focus()
      await (reader.view ? reader.leaving : leaving).enter(at)
    },
    closePaper: () => papers?.close(),
    close,
  })
}
