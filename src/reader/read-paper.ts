import { m } from '../i18n/paraglide/messages.js'
import { mostPdfBytes, mostPdfPages } from '../shared/paper-page.ts'
import { openPdf } from './pdf-document.ts'
import { pageRatio, pdfPage } from './pdf-page.ts'
import { showPages } from './show-pages.ts'

/** Paper that was read. */
export interface ReadPaper {
  /** Draws it larger by `factor`, 1 for as wide as the view. */
  setZoom(factor: number): void
  /** Ends what is still being read. */
  end(): void
}

/** Longest wait for the first page before the desk is asked, in ms. */
const firstPageWithinMs = 20_000

/** Draws the PDF that `load` brings into an element, or says there that the desk has it on paper. */
export function readPaper(into: HTMLElement, load: () => Promise<Response>): ReadPaper {
  let end: () => void = () => undefined
  let redraw: () => void = () => undefined
  let zoom = 1
  const setZoom = (factor: number) => {
    if (factor === zoom || !(factor >= 1 && factor <= 4)) return
    zoom = factor
    document.documentElement.style.setProperty('--zoom', String(factor))
    redraw()
  }
  into.replaceChildren(notice(m.kiosk_pdf_opening()))
  const sayOnPaper = () => {
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
    into.replaceChildren(heading(), ...pages.map(({ element }) => element), last)
    await pages[0]?.draw()
    clearTimeout(timer)
    redraw = showPages(into, pages)
  }
  read().catch(() => {
    clearTimeout(timer)
    sayOnPaper()
  })
  return { setZoom, end: () => end() }
}

function heading(): HTMLElement {
  const element = document.createElement('h1')
  element.className = 'heard'
  element.textContent = m.kiosk_pdf_read()
  return element
}

function notice(...lines: readonly string[]): HTMLElement {
  const element = document.createElement('div')
  element.className = 'notice'
  element.role = 'status'
  for (const line of lines) {
    const words = document.createElement('p')
    words.textContent = line
    element.append(words)
  }
  return element
}
