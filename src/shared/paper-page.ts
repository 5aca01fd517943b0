/** Facts shared by the shells and the page that draws PDFs (`src/reader/`). */

export const mostPdfBytes = 20 * 1024 * 1024

export const mostPdfPages = 200

export const pdfPath = '/paper.pdf'

/** The event of the window by which a shell tells the page how much larger it is drawn; its detail is a factor. */
export const zoomEvent = 'foyerzoom'

/** Builds the page's address below its own origin, for a `locale` (BCP 47). */
export const readerAddress = (locale: string): string =>
  `/?${String(new URLSearchParams({ locale }))}`

/** Writes a script by which a page draws itself larger by `factor`, 1 for its own size. */
export const zoomScript = (factor: number): string =>
  `dispatchEvent(new CustomEvent('${zoomEvent}', { detail: ${factor} }))`
