import type { Session } from 'electron'
import { printHeaders, printOptions, unlessAborted } from '../printing.ts'
import { ownScheme, printOrigin, safePreferences, type ElectronApi } from './api.ts'
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

/** Document that each session answers with; a session is used again, but its handler is set once. */
const documents = new WeakMap<Session, { html: string | undefined }>()

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
  const document = answerFromMemory(session)
  document.html = html
  const { webContents: contents } = new electron.WebContentsView({
    webPreferences: { ...safePreferences, session, devTools: false, javascript: false },
  })
  rules.allow(contents, (url) => url === address)
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
    document.html = undefined
    await endPage(contents)
    await sessions.giveBack('print', session)
  }
}

/** Has the document answered from memory, and lets nothing else of a session go anywhere. */
function answerFromMemory(session: Session): { html: string | undefined } {
  session.webRequest.onBeforeRequest(({ url }, decide) => decide({ cancel: url !== address }))
  const known = documents.get(session)
  if (known) return known
  const document: { html: string | undefined } = { html: undefined }
  documents.set(session, document)
  session.protocol.handle(ownScheme, ({ url }) =>
    url === address && document.html !== undefined
      ? new Response(document.html, { headers: printHeaders })
      : new Response(null, { status: 404 }),
  )
  return document
}
