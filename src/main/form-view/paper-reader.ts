import type { Way } from '../../shared/form-entry.ts'
import { zoomScript } from '../../shared/paper-page.ts'
import { isAllowed, type OriginPolicy } from './policy.ts'
import type { FormDriver, FormPage, FormState } from './form-driver.ts'
import { createFormLeaving, type FormLeaving } from './form-leaving.ts'
import type { Posted } from './paper-guard.ts'
import type { OpenerNotice } from './paper-opener.ts'
import { isPdfPage, type Pdf } from './pdf.ts'
import { installGuard, onTopDocument } from './protocol.ts'
import { touchDragGuard } from './touch-drag.ts'
import { isSuccess, loadContent } from './useless-page.ts'

interface Opening {
  readonly post: Posted | undefined
  readonly onTold: ((notice: OpenerNotice) => void) | undefined
  readonly onPdf: (pdf: Pdf) => void
}

export type PaperReader = ReturnType<typeof createPaperReader>

/** Makes what draws the papers of one form, in a page over the form's. */
export function createPaperReader(
  driver: Pick<FormDriver, 'makePage' | 'openPdf' | 'paintsUnseen'>,
  parts: {
    readonly policy: OriginPolicy
    readonly state: FormState
    readonly guard: (
      page: FormPage,
      leaving: FormLeaving,
      isAtHome: () => boolean,
      opening: Opening,
    ) => Promise<void>
    readonly arrange: () => Promise<void>
    readonly onDisturbed: () => void
    readonly onLeave: (way: Way) => void
    /** The paper ended by itself, or went where it may not. */
    readonly onGone: () => void
  },
) {
  const { policy, state, guard, arrange, onDisturbed, onLeave, onGone } = parts
  interface Paper {
    readonly page: FormPage
    readonly leaving: FormLeaving
  }
  let made: Paper | undefined
  let seen: Paper | undefined
  /** Number of requests: work begun before the last one has no effect. */
  let asked = 0

  const show = async (own: number, paper: Paper): Promise<boolean> => {
    if (own !== asked) {
      await paper.page.end()
      return false
    }
    paper.page.onGone(() => {
      if (seen === paper) onGone()
    })
    await paper.page.protocol.send('Page.resetNavigationHistory')
    made = paper
    seen = paper
    await arrange()
    return true
  }
  const showPdf = async (own: number, pdf: Pdf): Promise<boolean> => {
    const leaving = createFormLeaving(onLeave)
    const opened = await driver.openPdf(pdf, async (session) => {
      await leaving.watch(session)
      await installGuard(session, touchDragGuard)
    })
    // It draws itself larger: a browser would only blur it.
    const page = Object.assign(opened, {
      async scale(factor: number) {
        await opened.protocol.send('Runtime.evaluate', { expression: zoomScript(factor) })
      },
    })
    const paper = { page, leaving }
    onTopDocument(page.protocol, ({ url }) => {
      if (seen === paper && !isPdfPage(url)) onGone()
    })
    return show(own, paper)
  }
  const follow = async (pdf: Pdf) => {
    const before = made
    const isThere = await showPdf(++asked, pdf).catch(() => false)
    if (!isThere) onGone()
    else await before?.page.end()
  }
  const openAddress = async (own: number, url: string, opening: Opening): Promise<boolean> => {
    const page = await driver.makePage()
    const paper = { page, leaving: createFormLeaving(onLeave) }
    made = paper
    onDisturbed()
    let isAtHome = false
    onTopDocument(page.protocol, (document) => {
      isAtHome = document.unreachableUrl === undefined && isAllowed(document.url, policy)
      if (!isAtHome && seen === paper) onGone()
    })
    const prepare = async () => {
      await guard(page, paper.leaving, () => isAtHome, opening)
      if (state.zoom !== 1) await page.scale(state.zoom)
      if (own !== asked) return false
      const loaded = await loadContent(page, url, driver.paintsUnseen)
      return loaded.ok && isSuccess(loaded.value) && isAtHome
    }
    if (await prepare().catch(() => false)) return show(own, paper)
    if (made === paper) made = undefined
    await page.end()
    return false
  }
  return {
    get seen() {
      return seen
    },
    /** Draws a PDF, or the answer of an address to `post`; false for nothing to be seen. `onTold`: it has an opener. */
    async open(wanted: string | Pdf, post?: Posted, onTold?: Opening['onTold']): Promise<boolean> {
      const own = ++asked
      if (typeof wanted !== 'string') return showPdf(own, wanted)
      let pdf: Pdf | undefined
      const onPdf = (found: Pdf) => {
        if (own === asked && seen) void follow(found)
        else pdf = found
      }
      const isShown = await openAddress(own, wanted, { post, onPdf, onTold })
      return isShown || !pdf || own !== asked ? isShown : showPdf(own, pdf)
    },
    async close() {
      asked += 1
      const paper = made
      made = undefined
      const wasSeen = seen !== undefined
      seen = undefined
      if (wasSeen) await arrange()
      await paper?.page.end()
      onDisturbed()
    },
  }
}
