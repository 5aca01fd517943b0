import { getDocument, GlobalWorkerOptions, PDFWorker, VerbosityLevel } from 'pdfjs-dist'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { mostPdfPages } from '../../../shared/paper-page.ts'

GlobalWorkerOptions.workerSrc = workerAddress

const mostImagePixels = 40_000_000
const mostPixels = 16_000_000

/** Fonts that a PDF may leave out. A page of the desk asks for no file: each is a script of its own. */
const fonts = import.meta.glob<string>(
  '../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
  { query: '?url&inline', import: 'default' },
)

/** Hands the library what it would else ask a server for. Throws for what is not here. */
class OwnFiles {
  async fetch({ filename }: { readonly kind: string; readonly filename: string }) {
    const name = Object.keys(fonts).find((path) => path.endsWith(`/${filename}`))
    const address = await (name === undefined ? undefined : fonts[name]?.())
    if (address === undefined) throw new Error('not here')
    return bytesOf(address.slice(address.indexOf(',') + 1))
  }
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))

export type OpenPdf = Awaited<ReturnType<typeof openPdf>>

/** Opens a PDF (base64); nothing in it runs. Rejects for no PDF, a password, too many pages, or when `signal` closes it. */
export async function openPdf(base64: string, signal: AbortSignal) {
  signal.throwIfAborted()
  const worker = PDFWorker.create({ name: 'pdf' })
  const task = getDocument({
    data: bytesOf(base64),
    worker,
    BinaryDataFactory: OwnFiles,
    standardFontDataUrl: '/',
    cMapUrl: '/',
    wasmUrl: '/',
    enableXfa: false,
    useWasm: false,
    useSystemFonts: false,
    useWorkerFetch: false,
    // Otherwise the browser would read fonts from the PDF's author.
    disableFontFace: true,
    maxImageSize: mostImagePixels,
    verbosity: VerbosityLevel.ERRORS,
  })
  const end = () => void task.destroy().finally(() => worker.destroy())
  signal.addEventListener('abort', end, { once: true })
  task.onPassword = end
  const pdf = await task.promise
  if (pdf.numPages > mostPdfPages) {
    end()
    throw new Error('too many pages')
  }
  return {
    pages: pdf.numPages,
    /** Draws page `number`, 1 for the first, as wide as `width` device pixels. Rejects where it cannot be drawn. */
    async draw(number: number, width: number) {
      const page = await pdf.getPage(number)
      const own = page.getViewport({ scale: 1 })
      const most = Math.sqrt(mostPixels / (own.width * own.height))
      const viewport = page.getViewport({ scale: Math.min(width / own.width, most) })
      const canvas = document.createElement('canvas')
      canvas.width = Math.floor(viewport.width)
      canvas.height = Math.floor(viewport.height)
      canvas.ariaHidden = 'true'
      await page.render({ canvas, viewport }).promise
      const { items } = await page.getTextContent()
      const words = items.map((each) => ('str' in each ? each.str + (each.hasEOL ? '\n' : '') : ''))
      page.cleanup()
      return { canvas, words: words.join('') }
    },
  }
}
