import { systemClock } from '../../base/clock.ts'
import { after } from '../../base/timers.ts'
import { err, ok } from '../../../shared/result.ts'
import type { BrowserUser } from './browser-user.ts'

/** Whose browser is opened, and with which profile. */
export interface OpeningBrowser {
  readonly user: Pick<BrowserUser, 'end'>
  /** The folder of its profile. */
  readonly profile: string
  /** ms after which a browser that has not opened is taken for stuck; 20,000 unless given. */
  readonly openWithinMs?: number | undefined
}

/** ms. A slow machine's first start of Chromium after it was switched on takes up to ten seconds. */
export const usualOpenWithinMs = 20_000

/** A browser was ended because it did not open in time: another one may. */
export class StuckBrowserError extends Error {
  constructor(options: ErrorOptions) {
    super('a browser did not open in time, and was ended', options)
  }
}

/**
 * Resolves as `open` does. A browser that is not open in time is ended, so that all that waits for it fails at once.
 * Rejects with a `StuckBrowserError` then, else as `open` does.
 */
export async function openInTime<T>(browser: OpeningBrowser, open: () => Promise<T>): Promise<T> {
  const { user, profile, openWithinMs = usualOpenWithinMs } = browser
  const late = new AbortController()
  const cancel = after(systemClock, openWithinMs, () => {
    late.abort()
    void user.end(profile).catch(() => undefined)
  })
  const opened = await open().then(ok, err).finally(cancel)
  // One that opened just when it was ended is gone, too.
  if (late.signal.aborted) throw new StuckBrowserError(opened.ok ? {} : { cause: opened.error })
  if (!opened.ok) throw opened.error
  return opened.value
}
