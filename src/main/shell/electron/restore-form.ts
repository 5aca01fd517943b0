import type { WebContents } from 'electron'
import { describe, isAllowed, type OriginPolicy } from '../policy.ts'

/** net::ERR_ABORTED: the page was not replaced. */
const aborted = -3

/**
 * Loads the form's last allowed page again after a navigation that got past the guards: to an address that the policy
 * refuses, or to Chromium's own error page. Calls `onRefused` with that address, and `onLost` if loading again fails.
 */
export function restoreForm(
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
