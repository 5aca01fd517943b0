import type { Page } from 'playwright-core'
import { pdfPath, readerAddress, zoomScript } from '../../../shared/paper-page.ts'
import { throttle } from '../../base/throttle.ts'
import type { ProtocolSession } from '../guard-world.ts'
import { pageFile, readerHeaders, type PageFile } from '../pages.ts'
import type { Pdf } from '../pdf.ts'
import { activityEveryMs, type FormViewOptions } from '../port.ts'
import type { FormWindow, GuardParts } from './guard-window.ts'
import { guardPage } from './page-guard.ts'
import { expectFirstPaint } from './watch-form.ts'

/** What a window that draws a PDF needs. */
export interface PdfWindowParts extends Pick<GuardParts, 'onReleased'> {
  /** The built page that draws PDFs. */
  readonly pages: ReadonlyMap<string, PageFile>
  readonly pdf: Pdf
  readonly options: Pick<FormViewOptions, 'locale' | 'onActivity'>
  /** Is done for the page before its first script. */
  readonly also: (session: ProtocolSession) => Promise<void>
}

// `.invalid` can never exist: all of it is answered from memory, and the form's policy lets no page go there.
const origin = 'https://foyer-paper.invalid'
const loadTimeoutMs = 20_000

/** Whether this is the page that draws PDFs. */
export const isPdfPage = (url: string): boolean => url.startsWith(`${origin}/`)

/** Draws a PDF in an empty window of a form's browser: by a page of Foyer's own, of another origin than any form. */
export async function drawPdf(
  { context, page, cdp }: FormWindow,
  { pages, pdf, options, onReleased, also }: PdfWindowParts,
): Promise<Pick<FormWindow, 'zoom'>> {
  const active = throttle(activityEveryMs, () => options.onActivity?.())
  await answerFromMemory(page, pages, pdf)
  await guardPage(
    context,
    page,
    (notice) => {
      if (notice === 'activity') active()
      if (notice === 'released') onReleased()
    },
    undefined,
    also,
  )
  const painted = await expectFirstPaint(page, cdp)
  await page.goto(`${origin}${readerAddress(options.locale)}`, {
    waitUntil: 'commit',
    timeout: loadTimeoutMs,
  })
  await painted()
  await cdp.send('Page.resetNavigationHistory')
  return {
    async zoom(factor) {
      await cdp.send('Runtime.evaluate', { expression: zoomScript(factor) })
    },
  }
}

/** Everything that the window asks for is in memory, or is not to be had. */
async function answerFromMemory(
  page: Page,
  pages: ReadonlyMap<string, PageFile>,
  { bytes }: Pdf,
): Promise<void> {
  await page.route('**/*', async (route) => {
    const url = route.request().url()
    if (!isPdfPage(url)) return route.abort('aborted')
    if (new URL(url).pathname === pdfPath) {
      if (!bytes) return route.fulfill({ status: 413 })
      return route.fulfill({ body: Buffer.from(bytes), contentType: 'application/pdf' })
    }
    const file = pageFile(pages, url)
    if (!file) return route.abort('aborted')
    const headers = { ...readerHeaders, 'Content-Type': file.contentType }
    return route.fulfill({ body: file.body, headers })
  })
}
