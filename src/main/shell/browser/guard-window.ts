import type { Refused, RefusedKind } from '../../../shared/windows.ts'
import { throttle } from '../../base/throttle.ts'
import { fileFieldsOf } from '../file-fields.ts'
import type { FormLeaving } from '../form-leaving.ts'
import type { ProtocolSession } from '../guard-world.ts'
import type { PdfRules } from '../pdf.ts'
import { describe, isAllowed, type OriginPolicy } from '../policy.ts'
import { activityEveryMs, type FormViewOptions } from '../port.ts'
import type { StorageOrigins } from '../storage-origins.ts'
import { workerAsker } from '../worker-reports.ts'
import { watchTouchDrags } from '../touch-drag.ts'
import { confineDocuments, type DocumentRules } from './confine-documents.ts'
import type { BrowserWindow } from './launch.ts'
import { guardPage, type Notice } from './page-guard.ts'
import type { FormWatch } from './watch-form.ts'

/** A window of a form's browser: the form's own, or one that a paper is drawn in. */
export interface FormWindow extends Pick<BrowserWindow, 'context' | 'page' | 'cdp'> {
  /** Draws what is in it larger, where that does so itself. */
  readonly zoom?: (factor: number) => Promise<void>
}

/** By what a window of a form is guarded. */
export interface WindowRules extends Pick<DocumentRules, 'posting'> {
  readonly policy: OriginPolicy
  readonly storage: StorageOrigins
  readonly watch: FormWatch
  readonly pdfs?: PdfRules | undefined
}

/** What hears of a window of a form. */
export interface GuardParts {
  readonly refuse: (
    what: Refused['what'],
    target: string,
    kind?: RefusedKind,
    from?: string,
  ) => void
  readonly leaving: FormLeaving
  readonly onReleased: () => void
  /** The page asked to be closed, and was not. */
  readonly onClosing: () => void
  /** Is told of the page and of every frame of it with a process of its own, before its first script. */
  readonly also: (session: ProtocolSession) => Promise<void>
}

/** Guards a window of a form before anything is loaded in it. */
export async function guardWindow(
  { context, page, cdp }: FormWindow,
  { policy, storage, watch, pdfs, posting }: WindowRules,
  options: Pick<FormViewOptions, 'onActivity' | 'onDialog' | 'onPicture'>,
  { refuse, leaving, onReleased, onClosing, also }: GuardParts,
): Promise<void> {
  page.on('download', (download) => {
    const told = download
      .failure()
      .then((why) => why && refuse('download', describe(download.url())))
    void told.catch(() => undefined)
  })
  await confineDocuments(cdp, {
    ...{ policy, storage, posting, pdfs },
    isOpen: () => isAllowed(page.url(), policy),
    onRefused: (url, kind) => refuse('navigation', describe(url), kind),
  })

  const files = fileFieldsOf(options, () => refuse('dialog', 'file'))
  const active = throttle(activityEveryMs, () => options.onActivity?.())
  const hear = (notice: Notice) => {
    if (notice === 'activity') active()
    if (notice === 'closing') onClosing()
    if (notice === 'released') onReleased()
    if (notice === 'navigation') refuse('navigation', 'other program')
    const asker = workerAsker(notice)
    if (asker) refuse('permission', 'service-worker', 'worker', asker.from)
  }
  const guard = async (session: ProtocolSession) => {
    await also(session)
    await leaving.watch(session)
    await files.watch(session)
    await watchTouchDrags(session)
    await watch.install(session)
  }
  await guardPage(context, page, hear, options.onDialog, guard, watch.installWorker)
}
