import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Reads a PDF back. Rejects where it is none. */
export async function readPdf(bytes: Uint8Array) {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS })
  try {
    const document = await task.promise
    const scripts = await document.getJSActions()
    /** Number of links, fields and scripts. */
    let active = scripts === null ? 0 : 1
    /** Points: an inch is 72. */
    let size: readonly [width: number, height: number] = [0, 0]
    /** The texts of each page, in the order in which they were drawn. */
    const pages: string[] = []
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number)
      const { width, height } = page.getViewport({ scale: 1 })
      size = [Math.round(width), Math.round(height)]
      active += (await page.getAnnotations()).length
      const { items } = await page.getTextContent()
      pages.push(
        items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''),
      )
    }
    return { pages, size, active }
  } finally {
    await task.destroy()
  }
}

/** Reads words of a right-to-left script, from a line of a page with joined letters from the left. */
export const fromTheRight = (text: string): string =>
  Array.from(text.normalize('NFKC')).reverse().join('')
