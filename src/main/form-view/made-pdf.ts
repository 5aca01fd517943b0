import { mostPdfBytes } from '../../shared/paper-page.ts'
import { readStream, type Pdf } from './pdf.ts'
import { evaluateBeside, type ProtocolSession } from './protocol.ts'

export const madePdfName = 'foyerMadePdf'

/** Reads the PDF that stands at a document's own `blob:` address. Rejects if there is none. */
export async function readMadePdf(
  session: ProtocolSession,
  contextId: number | undefined,
  url: string,
): Promise<Pdf> {
  const expression = `${madePdfName}(${JSON.stringify(url)})`
  const made = await evaluateBeside(session, contextId, expression)
  const blob = await session.send('IO.resolveBlob', { objectId: made?.objectId })
  const { uuid } = blob as { readonly uuid: string }
  const bytes = await readStream(session, `blob:${uuid}`, mostPdfBytes)
  return { url: new URL(url).origin, bytes }
}

type Shown = HTMLElement & Record<'src' | 'data' | 'type', string>

// A sandboxed frame runs no plugin, so that such an element stays empty; `answerPdf` answers frames of the network.
/** Puts a link in place of what would show a PDF in the page. Self-contained: its source runs beside a document. */
export function offerPdfs(
  made: { has(url: string): boolean; keep(pdf: Blob): string },
  words: string,
  look: string,
): void {
  const offers = new Map<Shown, { readonly url: string; readonly link: HTMLElement; end(): void }>()
  const pdfOf = ({ localName, src, data, type }: Shown): string | undefined => {
    const url = localName === 'object' ? data : src
    const isNamed =
      /^https?:/.test(url) && (/pdf$/.test(type) || /\.pdf$/.test(new URL(url).pathname))
    if (made.has(url) || /^data:application\/(x-)?pdf[;,]/i.test(url)) return url
    return localName !== 'iframe' && isNamed ? url : undefined
  }
  const addressOf = (url: string): string | undefined => {
    if (!url.startsWith('data:')) return url
    const comma = url.indexOf(',')
    try {
      const text = decodeURIComponent(url.slice(comma + 1))
      const bytes = /;base64$/i.test(url.slice(0, comma)) ? atob(text) : text
      return made.keep(new Blob([Uint8Array.from(bytes, (each) => each.charCodeAt(0))]))
    } catch {
      return undefined
    }
  }
  const offer = (shown: Shown, url: string) => {
    const href = addressOf(url)
    if (href === undefined) return
    const link = document.createElement('a')
    Object.assign(link, { href, target: '_blank', textContent: words })
    link.style.cssText = look
    const { display } = shown.style
    shown.style.display = 'none'
    // It takes the place of the address, which would only be refused.
    if (shown.localName === 'iframe') shown.setAttribute('srcdoc', '')
    shown.before(link)
    offers.set(shown, {
      url,
      link,
      end() {
        offers.delete(shown)
        link.remove()
        shown.style.display = display
        if (shown.localName === 'iframe') shown.removeAttribute('srcdoc')
      },
    })
  }
  const update = () => {
    for (const [shown, offered] of offers)
      if (!shown.isConnected || !offered.link.isConnected || pdfOf(shown) !== offered.url)
        offered.end()
    for (const shown of document.querySelectorAll<Shown>('iframe, embed, object')) {
      const url = offers.has(shown) ? undefined : pdfOf(shown)
      if (url !== undefined) offer(shown, url)
    }
  }
  new MutationObserver(update).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['src', 'data', 'type'],
  })
}
