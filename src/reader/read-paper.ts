import { m } from '../i18n/paraglide/messages.js'
import { mostPdfBytes, mostPdfPages } from '../shared/paper-page.ts'
import * as pdf from 'pdfjs-dist'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

/** Longest wait for the first page before the desk is asked, in ms. */
const firstPageWithinMs = 20_000

/** Draws the PDF that `load` brings into an element, or says there that the desk has it on paper. */
export function readPaper(into: HTMLElement, load: () => Promise<Response>) {
  let end: () => void = () => undefined
  let redraw: () => void = () => undefined
  let zoom = 1
  /** Draws the paper larger by `factor`, 1 for as wide as the view. */
  const setZoom = (factor: number) => {
    if (factor === zoom || !(factor >= 1 && factor <= 4)) return
    zoom = factor
    document.documentElement.style.setProperty('--zoom', String(factor))
    redraw()
  }
  into.replaceChildren(notice(m.kiosk_pdf_opening()))
  const sayOnPaper = () => {
    clearTimeout(timer)
    end()
    into.replaceChildren(notice(m.kiosk_pdf_unreadable(), m.kiosk_completing_handout()))
  }
  const timer = setTimeout(sayOnPaper, firstPageWithinMs)
  const read = async () => {
    const answer = await load()
    const data = new Uint8Array(await answer.arrayBuffer())
    if (!answer.ok || data.length > mostPdfBytes) throw new Error('not to be had')
    const task = openPdf(data)
    end = () => void task.destroy()
    // A password is requested here; the kiosk has none.
    task.onPassword = sayOnPaper
    const paper = await task.promise
    if (paper.numPages > mostPdfPages) throw new Error('too many pages')
    const { width, height } = (await paper.getPage(1)).getViewport({ scale: 1 })
    const ratio = pageRatio(width, height)
    const pages = Array.from({ length: paper.numPages }, (_, at) => pdfPage(paper, at + 1, ratio))
    const last = notice(m.kiosk_pdf_on_paper())
    const heading = made('h1', 'heard', m.kiosk_pdf_read())
    into.replaceChildren(heading, ...pages.map(({ element }) => element), last)
    await pages[0]?.draw()
    clearTimeout(timer)
    redraw = showPages(into, pages)
  }
  read().catch(sayOnPaper)
  return { setZoom, end: () => end() }
}

function made(tag: string, className: string, text = '', role: string | null = null): HTMLElement {
  return Object.assign(document.createElement(tag), { className, textContent: text, role })
}

function notice(...lines: readonly string[]): HTMLElement {
  const element = made('div', 'notice', '', 'status')
  element.append(...lines.map((line) => made('p', '', line)))
  return element
}

pdf.GlobalWorkerOptions.workerSrc = workerAddress

/** Most pixels of one picture in a PDF: a page that was scanned with 600 dots an inch has 35 million. */
const mostImagePixels = 40_000_000

const beside = (folder: string) => new URL(`${folder}/`, document.baseURI).href

/** Begins to read a PDF. Nothing of it runs: scripts, forms and links are not loaded. */
function openPdf(data: Uint8Array<ArrayBuffer>): pdf.PDFDocumentLoadingTask {
  return pdf.getDocument({
    data,
    worker: pdf.PDFWorker.create({ name: 'pdf' }),
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
    verbosity: pdf.VerbosityLevel.ERRORS,
  })
}

/** Draws pages near the sight and clears distant ones; returns a function that redraws after a change of size. */
function showPages(into: HTMLElement, pages: readonly PdfPage[]): () => void {
  const count = into.appendChild(made('p', 'count', '', 'status'))
  const near = new Set<PdfPage>()
  const drawn = new Set<PdfPage>()
  let isDrawing = false
  const drawNext = () => {
    const next = [...near].find((page) => !drawn.has(page))
    if (!next || isDrawing) return
    isDrawing = true
    drawn.add(next)
    const goOn = () => {
      isDrawing = false
      drawNext()
    }
    next.draw().then(goOn, goOn)
  }
  const pageOf = new Map(pages.map((page) => [page.element, page] as const))
  const inSight = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const page = pageOf.get(target as HTMLElement)
        if (!page) continue
        if (isIntersecting) near.add(page)
        else if (near.delete(page) && drawn.delete(page)) page.clear()
      }
      drawNext()
    },
    { rootMargin: '100%' },
  )
  for (const { element } of pages) inSight.observe(element)

  const tell = () => {
    const middle = innerHeight / 2
    const at = pages.findIndex(({ element }) => element.getBoundingClientRect().bottom > middle)
    const page = at < 0 ? pages.length : at + 1
    const words = m.kiosk_pdf_page({ page, pages: pages.length })
    if (count.textContent !== words) count.textContent = words
  }
  tell()
  addEventListener('scroll', tell, { passive: true })
  const redraw = () => {
    drawn.clear()
    tell()
    drawNext()
  }
  addEventListener('resize', redraw)
  return redraw
}

/** Most pixels of a drawn page; a larger one is drawn coarser. */
const mostPixels = 16_000_000
/** Width by height of a page, and the other way round, at most: no paper is longer. */
const mostSlender = 10

type PdfPage = ReturnType<typeof pdfPage>

/** Makes the place of page `number`, 1 for the first. `ratio`: width by height, until the page says its own. */
function pdfPage(paper: pdf.PDFDocumentProxy, number: number, ratio: number) {
  const element = made('section', 'page')
  element.style.aspectRatio = String(ratio)
  let page: pdf.PDFPageProxy | undefined
  let task: pdf.RenderTask | undefined
  let text: HTMLElement | undefined
  let canvas: HTMLCanvasElement | undefined
  const clear = () => {
    task?.cancel()
    task = undefined
    // A canvas that is only removed keeps its memory for a while.
    if (canvas) canvas.width = canvas.height = 0
    canvas?.remove()
    canvas = undefined
    page?.cleanup()
  }
  return {
    element,
    clear,
    /** Draws the page at the size that its element has now. Rejects where it cannot be drawn. */
    async draw() {
      clear()
      page ??= await paper.getPage(number)
      const own = page.getViewport({ scale: 1 })
      element.style.aspectRatio = String(pageRatio(own.width, own.height))
      const width = element.clientWidth * devicePixelRatio
      const scale = Math.min(width / own.width, Math.sqrt(mostPixels / (own.width * own.height)))
      const viewport = page.getViewport({ scale })
      const drawn = document.createElement('canvas')
      drawn.width = Math.floor(viewport.width)
      drawn.height = Math.floor(viewport.height)
      drawn.ariaHidden = 'true'
      const drawing = page.render({
        canvas: drawn,
        viewport,
        annotationMode: pdf.AnnotationMode.ENABLE,
      })
      task = drawing
      await drawing.promise
      if (task !== drawing) return
      canvas = drawn
      element.append(drawn)
      text ??= element.appendChild(await readAloud(page))
    },
  }
}

/** Returns width by height. Throws if that is no sheet of paper. */
function pageRatio(width: number, height: number): number {
  const ratio = width / height
  if (!(ratio < mostSlender && ratio > 1 / mostSlender)) throw new Error('no sheet of paper')
  return ratio
}

async function readAloud(page: pdf.PDFPageProxy): Promise<HTMLElement> {
  const { items } = await page.getTextContent()
  const lines = items.map((each) => ('str' in each ? each.str + (each.hasEOL ? '\n' : '') : ''))
  return made('p', 'heard', lines.join(''))
}
