import { m } from '../../i18n/paraglide/messages.js'
import { mostPdfBytes, pdfPath } from '../../shared/paper-page.ts'
import { answerPage, readerHeaders, type PageFile } from './pages.ts'
import { confinedHeaders, type Header } from './policy.ts'
import type { ProtocolSession } from './protocol.ts'

export interface Pdf {
  readonly url: string
  /** Bytes of the file; undefined if it is too large to be drawn. */
  readonly bytes: Uint8Array | undefined
}

/** True for Foyer's own page that draws PDFs, as the shells address it: of another origin than any form. */
export const isPdfPage = (url: string): boolean =>
  /^(https:\/\/foyer-paper\.invalid|foyer:\/\/paper)\//.test(url)

/** Answers the page that draws `pdf`, whose files are `pages`; undefined for everything else. */
export function answerReader(pages: ReadonlyMap<string, PageFile>, { bytes }: Pdf, url: string) {
  if (!isPdfPage(url)) return undefined
  if (new URL(url).pathname !== pdfPath) return answerPage(pages, url, readerHeaders)
  if (!bytes) return { status: 413, headers: {} }
  return { status: 200, headers: { 'Content-Type': 'application/pdf' }, body: Buffer.from(bytes) }
}

export interface PdfRules {
  /** A PDF came in the place of the page, which stays; `isTouched`: by a touch of the patient's. */
  readonly onPdf: (pdf: Pdf, isTouched: boolean) => void
  readonly onFile: (url: string) => void
  readonly isTouched: (networkId: string) => boolean
  readonly locale: string
}

/** Types of content that say no more than that the file is to be kept. */
const saysNothing =
  /^(?:application\/(?:octet-stream|force-download|download|x-download)|binary\/octet-stream)$/

function isPdf(status: number, headers: readonly Header[]): boolean | 'maybe' {
  if (status < 200 || status > 299) return false
  const { value = '' } = headers.find(({ name }) => name.toLowerCase() === 'content-type') ?? {}
  const type = value.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (/^application\/(?:x-)?pdf$/.test(type)) return true
  return saysNothing.test(type) && 'maybe'
}

/** True if a file begins as a PDF does: within its first kilobyte (ISO 32000-1, annex H.3, note 13). */
const beginsAsPdf = (body: Buffer): boolean => body.subarray(0, 1024).includes('%PDF-')

const chunkBytes = 1024 * 1024

/** Reads a held answer's body, which can then only be replaced or failed; undefined above `most` bytes, for main's sake. */
export async function readBody(session: ProtocolSession, requestId: string, most: number) {
  const answer = await session.send('Fetch.takeResponseBodyAsStream', { requestId })
  const { stream } = answer as { readonly stream: string }
  return readStream(session, stream, most)
}

/** Reads and closes a stream of the protocol; undefined above `most` bytes. */
export async function readStream(session: ProtocolSession, handle: string, most: number) {
  const chunks: Buffer[] = []
  try {
    for (let bytes = 0; ;) {
      const chunk = (await session.send('IO.read', { handle, size: chunkBytes })) as {
        readonly data: string
        readonly base64Encoded?: boolean
        readonly eof: boolean
      }
      const data = Buffer.from(chunk.data, chunk.base64Encoded ? 'base64' : 'utf8')
      bytes += data.length
      if (bytes > most) return undefined
      chunks.push(data)
      if (chunk.eof) return Buffer.concat(chunks)
    }
  } finally {
    await session.send('IO.close', { handle })
  }
}

// In the place of a page (`isTop`), the page stays as it is; a frame shows a link to the PDF.
/** Decides about a held answer that is a PDF or another file; false for every other, whose body is then untouched. */
export async function answerPdf(
  session: ProtocolSession,
  held: {
    readonly requestId: string
    readonly networkId?: string
    readonly request: { readonly url: string }
    readonly status: number
    readonly headers: readonly Header[]
  },
  isTop: boolean,
  rules: PdfRules,
): Promise<boolean> {
  const { requestId, networkId = '', request, status, headers } = held
  const { url } = request
  const sign = isPdf(status, headers)
  if (!sign || (!isTop && sign === 'maybe')) return false
  if (!isTop) {
    const offer = pdfOffer(url, rules.locale)
    await session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 200,
      responseHeaders: confinedHeaders(offer.headers),
      body: Buffer.from(offer.body).toString('base64'),
    })
    return true
  }
  const bytes = await readBody(session, requestId, mostPdfBytes)
  const isOne = sign === true || (bytes && beginsAsPdf(bytes))
  // Before the page's request is failed: a caller that waits for the page then asks if it was one.
  if (isOne) rules.onPdf({ url, bytes }, rules.isTouched(networkId))
  else rules.onFile(url)
  await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
  return true
}

/** Words of the link by which a patient opens a PDF. `locale`: BCP 47. */
export const pdfWords = (locale: string): string =>
  m.kiosk_pdf_read({}, { locale: locale.startsWith('es') ? 'es' : 'en' })

/** Builds the document for a frame that would hold a PDF: a link by which a patient opens it. `locale`: BCP 47. */
function pdfOffer(url: string, locale: string): { headers: Header[]; body: string } {
  const text = (raw: string) => raw.replace(/[&"<>]/g, (one) => `&#${one.charCodeAt(0)};`)
  const words = pdfWords(locale)
  const policy =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
  return {
    headers: [
      { name: 'Content-Type', value: 'text/html; charset=utf-8' },
      { name: 'Content-Security-Policy', value: policy },
      { name: 'X-Content-Type-Options', value: 'nosniff' },
    ],
    body: `<!doctype html><meta charset="utf-8"><title>${text(words)}</title><style>${offerStyle}</style>
<a href="${text(url)}" target="_blank" rel="noopener">${text(words)}</a>`,
  }
}

export const pdfLinkStyle = `padding: 16px 24px; border: 2px solid #1b1b1b; border-radius: 12px; color: #1b1b1b;
  background: #fff; font: 22px/1.3 'Noto Sans', sans-serif; text-align: center; text-decoration: none;`

const offerStyle = `html, body { height: 100%; margin: 0 }
body { display: grid; place-items: center; background: #eef1f3 }
a { ${pdfLinkStyle} }
a:focus-visible { outline: 4px solid #1f5fbf; outline-offset: 2px }`
