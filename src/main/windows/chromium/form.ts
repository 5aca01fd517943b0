import { join } from 'node:path'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { err, ok } from '../../../shared/result.ts'
import { readerAddress } from '../../../shared/paper-page.ts'
import type { Insets } from '../../../shared/windows.ts'
import { systemClock } from '../../base/clock.ts'
import { within } from '../../base/timers.ts'
import type { FormDriver, FormEvents, FormPage } from '../../form-view/form-driver.ts'
import { guardPage } from '../../form-view/guard-page.ts'
import { networkErrorOf } from '../../form-view/form-session.ts'
import { answerReader } from '../../form-view/pdf.ts'
import { loadContent } from '../../form-view/useless-page.ts'
import { readPages } from '../../form-view/pages.ts'
import { describe } from '../../form-view/policy.ts'
import { graceMs } from '../processes.ts'
import type { Area } from '../trial-window.ts'
import type { KeyboardFocus } from '../x11.ts'
import { kioskClass, setBounds } from './kiosk.ts'
import { launchWindow, type BrowserWindow, type Machine } from './launch.ts'
import { answerFromMemory } from './own-page.ts'
import { pageOf } from './protocol.ts'

const formClass = 'foyer-form'

const madeWithinMs = 10_000
// `.invalid` can never exist: all of it is answered from memory, and the form's policy lets no page go there.
const pdfOrigin = 'https://foyer-paper.invalid'

interface WindowPage extends FormPage {
  readonly page: Page
  readonly cdp: CDPSession
}

/** Opens a form's page in a browser process of its own, beside the screen. */
export async function openFormBrowser(
  parts: Machine & {
    readonly boundsWith: (insets: Insets) => Area
    /** Distance from the left of the screen beyond which nothing is visible, in CSS px. */
    readonly aside: number
    readonly onProfile: (profile: string | undefined) => Promise<void>
    /** While it is empty, so that observers of its page begin in time. */
    readonly onWindow?: (window: BrowserWindow) => void
    readonly raiseKiosk: () => Promise<void>
    /** Keeps Chromium's own list for a field in there; undefined once there is none. */
    readonly keepWithin?: (bounds: Area | undefined) => Promise<void> | undefined
    /** Undefined if nothing can. */
    readonly keyboard?: Pick<KeyboardFocus, 'giveTo' | 'raise'> | undefined
  },
  { options, state, proxy, refuse, onTouched, onActivity, onDisturbed }: FormEvents,
): Promise<FormDriver> {
  const { keyboard } = parts
  const bounds = () => parts.boundsWith(state.insets)
  const unseen = () => ({ ...bounds(), left: parts.aside })
  let window: BrowserWindow | undefined
  const end = async () => {
    await window?.close()
    await parts.keepWithin?.(undefined)
    await parts.onProfile(undefined)
  }

  const scale = async (cdp: CDPSession, factor: number) => {
    if (factor === 1) {
      await cdp.send('Emulation.clearDeviceMetricsOverride')
      return
    }
    const { width, height } = bounds()
    // Laid out in less than the window, and drawn larger by as much, as a browser zooms.
    await cdp.send('Emulation.setDeviceMetricsOverride', {
      width: Math.floor(width / factor),
      height: Math.floor(height / factor),
      deviceScaleFactor: 0,
      scale: factor,
      mobile: false,
      // Else it is drawn in as much of the window only.
      dontSetVisibleSize: true,
    })
  }
  const windowPage = (page: Page, cdp: CDPSession): WindowPage => {
    page.on('download', (download) => {
      const failure = download.failure()
      const told = failure.then((why) => why && refuse('download', describe(download.url())))
      void told.catch(() => undefined)
    })
    return {
      ...pageOf(cdp),
      page,
      cdp,
      async load(url) {
        try {
          const answer = await page.goto(url, { waitUntil: 'commit', timeout: 0 })
          return answer ? ok(answer.status()) : err('no answer')
        } catch (error) {
          return err(networkErrorOf(error))
        }
      },
      scale: (factor) => scale(cdp, factor),
      onGone(listener) {
        page.once('crash', listener)
        page.once('close', listener)
        page.context().once('close', listener)
      },
      async end() {
        const closing = page.close().then(
          () => true,
          () => true,
        )
        if (!(await within(systemClock, graceMs, closing)))
          void cdp.send('Page.crash').catch(() => undefined)
      },
    }
  }
  try {
    await parts.keepWithin?.(bounds())
    const opened = await launchWindow({
      ...parts,
      proxy,
      locale: options.locale,
      isForeign: true,
      name: 'form',
      bounds: unseen(),
    })
    window = opened
    const { context } = opened
    await parts.onProfile(opened.profile)
    parts.onWindow?.(opened)
    await watchForTools(context, (url) => {
      refuse('popup', describe(url))
      void opened.close().catch(() => undefined)
    })
    const form = windowPage(opened.page, opened.cdp)

    let expected = 0
    context.on('page', (page) => {
      if (expected > 0) {
        expected -= 1
        return
      }
      refuse('popup', describe(page.url()))
      void page.close().catch(() => undefined)
    })
    /** Makes an empty window from `maker`'s page, which is empty; they know nothing of each other. */
    const makeWindow = async (maker: CDPSession): Promise<{ page: Page; cdp: CDPSession }> => {
      expected += 1
      const { left, top, width, height } = unseen()
      const features = `noopener,popup,left=${left},top=${top},width=${width},height=${height}`
      const [page] = await Promise.all([
        context.waitForEvent('page', { timeout: madeWithinMs }),
        maker.send('Runtime.evaluate', {
          expression: `void open('about:blank', '', '${features}')`,
          userGesture: true,
        }),
      ])
      const cdp = await context.newCDPSession(page)
      // A browser may bring what a script opens onto the screen.
      await setBounds({ cdp }, unseen())
      return { page, cdp }
    }
    // Papers are made from this page of Foyer's own: never visible, and made before any of the form's pages exist.
    const maker = options.papers ? (await makeWindow(opened.cdp)).cdp : undefined
    const makePaper = async () => {
      if (!maker) throw new Error('the form has no papers')
      const { page, cdp } = await makeWindow(maker)
      return windowPage(page, cdp)
    }

    const giveKeyboard = async () => {
      const { visible, keysShown, isLeft } = state
      if (!keyboard) return
      // A press on the window that has the keyboard raises nothing. One that came before it had it has raised it.
      if (visible && keysShown) {
        await keyboard.giveTo(kioskClass)
        await keyboard.raise(formClass)
      } else await keyboard.giveTo(visible && !isLeft ? formClass : kioskClass)
    }
    const arrange = async (front: FormPage, raises: boolean) => {
      await parts.keepWithin?.(bounds())
      await setBounds(front as WindowPage, state.visible ? bounds() : unseen())
      if (raises && state.visible) await (front as WindowPage).page.bringToFront()
      if (front !== form) await setBounds(form, unseen())
      // The X server stacks windows of two browsers in no guaranteed order, so the form is also moved off the screen.
      if (raises && !state.visible) await parts.raiseKiosk()
    }
    return {
      page: form,
      userAgent: '',
      confinesDocuments: false,
      limitsStorage: true,
      paintsUnseen: true,
      keepsDrags: false,
      canLeave: keyboard !== undefined,
      makePage: makePaper,
      async openPdf(pdf, guard) {
        const paper = await makePaper()
        onDisturbed()
        try {
          const pages = await readPages(join(parts.root, 'out', 'reader'))
          await answerFromMemory(paper.page, (url) => answerReader(pages, pdf, url))
          await guardPage(paper, {
            hear({ type }) {
              if (type === 'activity') onActivity()
              if (type === 'released') onTouched()
            },
            also: guard,
          })
          const address = `${pdfOrigin}${readerAddress(options.locale)}`
          const loaded = await loadContent(paper, address, true)
          if (!loaded.ok) throw new Error(loaded.error)
        } catch (error) {
          await paper.end()
          throw error
        }
        return paper
      },
      arrange,
      // If the keyboard cannot be given to a window, a window that came up lies above the form.
      async giveKeyboard(front) {
        if (keyboard) await giveKeyboard()
        else if (state.visible) await (front as WindowPage).page.bringToFront()
      },
      async restack(front) {
        if (!state.keysShown || !keyboard) await arrange(front, true)
        await giveKeyboard()
      },
      memory: opened.held,
      end,
    }
  } catch (error) {
    await end()
    throw error
  }
}

async function watchForTools(context: BrowserContext, onTools: (url: string) => void) {
  const session = await context.browser()?.newBrowserCDPSession()
  const look = ({
    targetInfo: { targetId, url },
  }: Record<'targetInfo', Record<'targetId' | 'url', string>>) => {
    if (!url.startsWith('devtools:')) return
    void session?.send('Target.closeTarget', { targetId }).catch(() => undefined)
    onTools(url)
  }
  session?.on('Target.targetCreated', look)
  session?.on('Target.targetInfoChanged', look)
  await session?.send('Target.setDiscoverTargets', { discover: true, filter: [{}] })
}
