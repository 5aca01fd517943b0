import {
  getDocument,
  GlobalWorkerOptions,
  PDFWorker,
  VerbosityLevel,
  type PDFDocumentLoadingTask,
} from 'pdfjs-dist'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = workerAddress

/** Most pixels of one picture in a PDF: a page that was scanned with 600 dots an inch has 35 million. */
const mostImagePixels = 40_000_000

const beside = (folder: string) => new URL(`${folder}/`, document.baseURI).href

/**
 * Begins to read a PDF. Nothing of it runs: scripts, forms and links are not loaded. Fonts and character tables come
 * from this page's folder.
 */
export function openPdf(data: Uint8Array<ArrayBuffer>): PDFDocumentLoadingTask {
  return getDocument({
    data,
    worker: PDFWorker.create({ name: 'pdf' }),
    enableXfa: false,
    useWasm: false,
    useSystemFonts: false,
    // Otherwise the browser would read fonts from the PDF's author.
    disableFontFace: true,
    useWorkerFetch: false,
    cMapUrl: beside('cmaps'),
    standardFontDataUrl: beside('standard_fonts'),
    wasmUrl: beside('decoders'),
    maxImageSize: mostImagePixels,
    disableAutoFetch: true,
    disableStream: true,
    verbosity: VerbosityLevel.ERRORS,
  })
}
