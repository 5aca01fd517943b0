import type { WebContents } from 'electron'
import { describe, isAllowed, type OriginPolicy } from '../policy.ts'

/** net::ERR_ABORTED: nothing took the page's place. */
const aborted = -3

/**
 * Brings the form's last page back when another stands in its place all the same: an address that the
 * policy does not know, or Chromium's own page about one that could not be loaded. `onRefused` hears where
 * it had gone, `onLost` when the last page does not come back either.
 */
export function keepForm(
  contents: WebContents,
  policy: OriginPolicy,
  onRefused: (target: string) => void,
  onLost: () => void,
): void {
  let last = contents.getURL()
  let restoring = false
  const restore = async (from: string) => {
    if (restoring) return
    restoring = true
    onRefused(describe(from))
    try {
      await contents.loadURL(last)
    } catch (error) {
      if (!String(error).includes('ERR_ABORTED')) onLost()
    } finally {
      restoring = false
    }
  }
  contents.on('did-navigate', (_event, url) => {
    if (isAllowed(url, policy)) last = url
    else void restore(url)
  })
  contents.on('did-fail-load', (_event, code, _description, url, isMainFrame) => {
    if (isMainFrame && code !== aborted) void restore(url)
  })
}
