import type { WebContents } from 'electron'
import type { FormSign } from '../../../shared/windows.ts'
import { isAllowed, type OriginPolicy } from '../policy.ts'
import { createSentSigns } from '../sent-requests.ts'

/**
 * Tells from now on what happens in a form's page that may be its end; `closing` is told by the page's guard. It takes
 * the session's one listener to completed requests, until the session is wiped.
 */
export function reportSigns(
  contents: WebContents,
  policy: OriginPolicy,
  onSign: (sign: FormSign) => void,
): void {
  const { webRequest } = contents.session
  const signOf = createSentSigns()
  contents.on('did-navigate', () => onSign('document'))
  contents.on('did-navigate-in-page', (_event, _url, isMainFrame) => {
    if (isMainFrame) onSign('address')
  })
  contents.on('will-frame-navigate', ({ isMainFrame, url }) => {
    if (isMainFrame && !isAllowed(url, policy)) onSign('leaving')
  })
  contents.on('will-redirect', ({ isMainFrame, url }) => {
    if (isMainFrame && !isAllowed(url, policy)) onSign('leaving')
  })
  webRequest.onCompleted(({ method, url, statusCode, resourceType }) => {
    // What counts visitors while a page is left says nothing.
    if (resourceType === 'ping' || !/^https?:/.test(url)) return
    const sign = signOf({ method, url, status: statusCode })
    if (sign) onSign(sign)
  })
}
