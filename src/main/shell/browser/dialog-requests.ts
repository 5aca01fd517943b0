import { answerDialog, dialogRequests, type AskPatient } from '../page-dialogs.ts'
import type { ProtocolSession } from '../guard-world.ts'

/** What is used here of the DevTools protocol's `Fetch.requestPaused`. */
interface Paused {
  readonly requestId: string
  readonly request: { readonly url: string }
}

/**
 * Answers the requests by which the documents of one target ask for a dialog; without `ask`, with no. A target that is
 * gone before the answer hears nothing.
 */
export async function answerDialogs(
  session: ProtocolSession,
  ask: AskPatient | undefined,
): Promise<void> {
  session.on('Fetch.requestPaused', ({ requestId, request: { url } }: Paused) => {
    const answered = answerDialog({ requestId, url }, ask)
    void answered.then((answer) => session.send('Fetch.fulfillRequest', answer)).catch(() => {})
  })
  await session.send('Fetch.enable', { patterns: [dialogRequests] })
}
