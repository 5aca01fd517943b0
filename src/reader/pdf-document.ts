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
 * Begins to read a PDF. Nothing of it is ever run: the worker draws, and the parts of the library for scripts, forms and
 * links are not loaded. Fonts and tables of characters come from this page's own folder alone.
 */
export function openPdf(data: Uint8Array<ArrayBuffer>): PDFDocumentLoadingTask {
  return getDocument({
    data,
    worker: PDFWorker.create({ name: 'pdf' }),
    enableXfa: false,
    useWasm: false,
    useSystemFonts: false,
    // Else fonts of whoever made the PDF are given to the browser to read.
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
