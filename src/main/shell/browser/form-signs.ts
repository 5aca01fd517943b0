import type { CDPSession, Frame, Page, Request } from 'playwright-core'
import type { FormSign } from '../../../shared/windows.ts'
import { isAllowed, type OriginPolicy } from '../policy.ts'
import { createSentSigns } from '../sent-requests.ts'

type OnSign = (sign: FormSign) => void

/**
 * Tells from now on what happens in a form's page that may be its end; `closing` is told by the page's guard. Rejects
 * when the page is gone.
 */
export async function reportSigns(
  { page, cdp }: { readonly page: Page; readonly cdp: CDPSession },
  policy: OriginPolicy,
  onSign: OnSign,
): Promise<void> {
  await cdp.send('Page.enable')
  const { frameTree } = await cdp.send('Page.getFrameTree')
  let topFrame = frameTree.frame.id
  cdp.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId !== undefined) return
    topFrame = frame.id
    onSign('document')
  })
  cdp.on('Page.navigatedWithinDocument', ({ frameId }) => {
    if (frameId === topFrame) onSign('address')
  })
  const isTop = (request: Request) =>
    request.isNavigationRequest() && frameOf(request) === page.mainFrame()
  const signOf = createSentSigns()
  const finished = async (request: Request) => {
    // What counts visitors while a page is left says nothing.
    if (request.method() === 'GET' || request.resourceType() === 'ping') return
    const response = await request.response()
    const sign =
      response &&
      signOf({ method: request.method(), url: request.url(), status: response.status() })
    if (sign) onSign(sign)
  }
  // The page may be gone by now.
  page.on('requestfinished', (request) => void finished(request).catch(() => undefined))
  page.on('requestfailed', (request) => {
    if (isTop(request) && !isAllowed(request.url(), policy)) onSign('leaving')
  })
}

/** A navigation whose frame is gone by now, or is not there yet, has none. */
function frameOf(request: Request): Frame | undefined {
  try {
    return request.frame()
  } catch {
    return undefined
  }
}
