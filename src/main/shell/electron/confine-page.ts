import type { WebContents } from 'electron'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { OpenFormError, Refused, RefusedKind } from '../../../shared/windows.ts'
import { systemClock } from '../../base/clock.ts'
import { throttle } from '../../base/throttle.ts'
import { within } from '../../base/timers.ts'
import { describe, isAllowed, type OriginPolicy } from '../policy.ts'
import { activityEveryMs, answeredWithError, ledAway, type FormViewOptions } from '../port.ts'
import type { StorageOrigins } from '../storage-origins.ts'
import { guardFrames, type FrameGuardOptions } from './frame-guard.ts'
import { firstContent } from './watch-form.ts'

/** Why a page was not loaded. */
export type LoadFailure = Exclude<OpenFormError, { readonly kind: 'notConfirmed' }>
/** Hears of what was refused. */
export type Refuse = (
  what: Refused['what'],
  target: string,
  kind?: RefusedKind,
  from?: string,
) => void

const loadTimeoutMs = 20_000
/** How a load ends that the rules of navigation or the filter of requests stopped. */
const stopped = /^ERR_(ABORTED|BLOCKED_BY_CLIENT|FAILED)$/
/** Events of input that say that somebody is there. */
export const touches: ReadonlySet<string> = new Set([
  'mouseDown',
  'rawKeyDown',
  'keyDown',
  'touchStart',
  'mouseWheel',
])

/** Confines the page before its address is loaded; the error is what went wrong. */
export async function confinePage(
  contents: WebContents,
  rules: Pick<FrameGuardOptions, 'policy' | 'pageWatch' | 'pdfs' | 'posting'>,
  options: Pick<FormViewOptions, 'locale' | 'onActivity' | 'onDialog' | 'onSign'>,
  { refuse, watch }: { readonly refuse: Refuse } & Pick<FrameGuardOptions, 'watch'>,
): Promise<Result<StorageOrigins, LoadFailure>> {
  contents.setWindowOpenHandler(({ url }) => {
    refuse('popup', describe(url))
    return { action: 'deny' }
  })
  contents.on('will-prevent-unload', (event) => {
    // Here "prevent" means: do not ask, leave.
    event.preventDefault()
    refuse('dialog', 'beforeunload')
  })
  const onActivity = throttle(activityEveryMs, () => options.onActivity?.())
  // Of the top frame's process alone; but also while its page does not answer.
  contents.on('input-event', (_event, input) => {
    if (touches.has(input.type)) onActivity()
  })
  // A page that asks to be elsewhere, or of another size, stays.
  contents.on('content-bounds-updated', (event) => event.preventDefault())
  void contents.setVisualZoomLevelLimits(1, 1)
  try {
    // What is asked of a page that is not there yet comes too late for the first document.
    await contents.loadURL('about:blank')
    return ok(
      await guardFrames(contents, {
        ...{ ...rules, locale: options.locale, refuse, onActivity },
        askPatient: options.onDialog,
        onClosing: () => options.onSign?.('closing'),
        watch,
      }),
    )
  } catch {
    return err({ kind: 'notLoaded', reason: 'not confined' })
  }
}

/** Loads the page until something stands in it; what went wrong, or undefined. */
export async function load(
  webContents: WebContents,
  url: string,
  policy: OriginPolicy,
  led: () => string | undefined,
): Promise<LoadFailure | undefined> {
  let status = 0
  webContents.once('did-navigate', (_event, _url, code) => (status = code))
  const loading = webContents.loadURL(url).then(
    () => ok(undefined),
    (error: unknown) => err(/ERR_\w+/.exec(String(error))?.[0] ?? 'not opened'),
  )
  const shown = firstContent(webContents).then(() => ok(undefined))
  const loaded =
    (await within(systemClock, loadTimeoutMs, Promise.race([loading, shown]))) ?? err('Timeout')
  if (!loaded.ok) {
    const origin = stopped.test(loaded.error) ? led() : undefined
    if (origin !== undefined) return { kind: 'notAllowed', reason: ledAway, origin }
    return { kind: 'notLoaded', reason: loaded.error }
  }
  const at = webContents.getURL()
  if (!isAllowed(at, policy)) return { kind: 'notAllowed', reason: ledAway, origin: describe(at) }
  return status >= 400 ? { kind: 'notLoaded', reason: answeredWithError, status } : undefined
}
