import { installDialogs, type AskPatient } from './page-dialogs.ts'
import { decideRequests, type DocumentRules } from './documents.ts'
import { documentGuard, readDocumentNotice, type DocumentNotice } from './document-guard.ts'
import type { FormPage } from './form-driver.ts'
import { changePageApis, changeWorkerApis } from './page-apis.ts'
import { installGuard, type ProtocolSession } from './protocol.ts'

/** Options for guarding a page. */
export interface PageGuard {
  /** Receives the messages of each document's guard. */
  readonly hear?: (notice: DocumentNotice) => void
  /** Answers the page's dialogs; without it, no. */
  readonly ask?: AskPatient | undefined
  readonly documents?: DocumentRules
  /** The mouse may drag within it. */
  readonly keepsDrags?: boolean
  /** Prepares the page, and each frame with a process of its own, before its first script. */
  readonly also?: (session: ProtocolSession) => Promise<unknown>
  readonly onWorker?: (session: ProtocolSession) => Promise<unknown>
}

// Keys of the browser do nothing, other programs are not started, no file chooser opens, and features that only a
// script can remove are gone.
/** Guards a page, and each frame of it with its own process, before anything is loaded. Rejects if it cannot. */
export async function guardPage(
  page: Pick<FormPage, 'protocol' | 'watchTargets'>,
  { hear, ask, documents, keepsDrags, also, onWorker }: PageGuard = {},
): Promise<void> {
  const install = async (session: ProtocolSession, own?: DocumentRules) => {
    await Promise.all([
      installGuard(session, documentGuard(keepsDrags), (payload) => {
        const notice = readDocumentNotice(payload)
        if (notice) hear?.(notice)
      }),
      session.send('Page.setInterceptFileChooserDialog', { enabled: true, cancel: true }),
      changePageApis(session),
      installDialogs(session),
      decideRequests(session, ask, own),
    ])
    await also?.(session)
  }
  await install(page.protocol, documents)
  await page.watchTargets({
    // Electron, whose session confines the documents, hears of those of a frame that fail from the frame itself.
    frame: (session) =>
      install(session, documents?.areConfined ? { ...documents, isFrame: true } : undefined),
    async worker(session) {
      await Promise.allSettled([changeWorkerApis(session), onWorker?.(session)])
    },
  })
}
