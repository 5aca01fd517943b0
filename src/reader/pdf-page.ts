import {
  AnnotationMode,
  type PDFDocumentProxy,
  type PDFPageProxy,
  type RenderTask,
} from 'pdfjs-dist'

/** Most pixels of a drawn page; a larger one is drawn coarser. */
const mostPixels = 16_000_000
/** Width by height of a page, and the other way round, at most: no paper is longer. */
const mostSlender = 10

/** One page of a PDF: a place of its size, in which it is drawn while it is in sight. */
export interface PdfPage {
  readonly element: HTMLElement
  /** Draws it at the size that its element has now. Rejects where it cannot be drawn. */
  draw(): Promise<void>
  /** Takes the drawing away, with the memory that it needs. */
  clear(): void
}

/** Makes the place of page `number`, 1 for the first. `ratio`: width by height, until the page says its own. */
export function pdfPage(paper: PDFDocumentProxy, number: number, ratio: number): PdfPage {
  const element = document.createElement('section')
  element.className = 'page'
  element.style.aspectRatio = String(ratio)
  let page: PDFPageProxy | undefined
  let task: RenderTask | undefined
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
        annotationMode: AnnotationMode.ENABLE,
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
export function pageRatio(width: number, height: number): number {
  const ratio = width / height
  if (!(ratio < mostSlender && ratio > 1 / mostSlender)) throw new Error('no sheet of paper')
  return ratio
}

/** Returns the words of a page for screen readers. */
async function readAloud(page: PDFPageProxy): Promise<HTMLElement> {
  const words = document.createElement('p')
  words.className = 'heard'
  const { items } = await page.getTextContent()
  words.textContent = items
    .map((each) => ('str' in each ? each.str + (each.hasEOL ? '\n' : '') : ''))
    .join('')
  return words
}
