import { m } from '../i18n/paraglide/messages.js'
import type { PdfPage } from './pdf-page.ts'

/**
 * Draws pages near the sight and clears distant ones; shows the current number. Returns a function that redraws after a
 * change of size.
 */
export function showPages(into: HTMLElement, pages: readonly PdfPage[]): () => void {
  const count = document.createElement('p')
  count.className = 'count'
  count.role = 'status'
  into.append(count)
  const near = new Set<PdfPage>()
  const drawn = new Set<PdfPage>()
  let isDrawing = false
  const drawNext = () => {
    const next = [...near].find((page) => !drawn.has(page))
    if (!next || isDrawing) return
    isDrawing = true
    drawn.add(next)
    const end = () => {
      isDrawing = false
      drawNext()
    }
    next.draw().then(end, end)
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
