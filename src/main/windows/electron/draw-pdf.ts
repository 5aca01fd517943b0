import { printedPage, printOptions, unlessAborted } from '../printing.ts'
import { answerFromMemory } from './answer-from-memory.ts'
import { printOrigin, safePreferences, type ElectronApi } from './api.ts'
import { endPage } from './end-page.ts'
import type { NavigationRules } from './guards.ts'
import type { Sessions } from './sessions.ts'

/** Parts for drawing a document. */
export interface DrawPdfParts {
  readonly electron: ElectronApi
  readonly rules: NavigationRules
  readonly sessions: Sessions
}

const address = `${printOrigin}/`

/**
 * Draws a document of Foyer's own as a PDF, in an invisible page with its own process and session. Rejects on failure
 * or abort.
 */
export async function drawPdf(
  { electron, rules, sessions }: DrawPdfParts,
  html: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const session = await sessions.take('print')
  const isDocument = (url: string) => url === address
  const stopAnswering = answerFromMemory(session, isDocument, () => printedPage(html))
  const { webContents: contents } = new electron.WebContentsView({
    webPreferences: { ...safePreferences, session, devTools: false, javascript: false },
  })
  rules.allow(contents, isDocument)
  try {
    const gone = new Promise<never>((_resolve, reject) => {
      contents.once('render-process-gone', () => reject(new Error('its process is gone')))
      contents.once('destroyed', () => reject(new Error('its page is gone')))
    })
    const printed = contents.loadURL(address).then(() => contents.printToPDF(printOptions))
    // An abandoned print fails later, and nothing handles its error.
    printed.catch(() => undefined)
    return await unlessAborted(signal, Promise.race([printed, gone]))
  } finally {
    stopAnswering()
    await endPage(contents)
    await sessions.giveBack('print', session)
  }
}
