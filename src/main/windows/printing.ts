import { once } from 'node:events'
import { err, ok, type Result } from '../../shared/result.ts'
import { systemClock, type Timers } from '../base/clock.ts'
import { after } from '../base/timers.ts'
import { closedPolicy, type OwnAnswer } from '../form-view/pages.ts'

export type DrawnPdf = Result<Uint8Array, { readonly kind: 'timedOut' | 'failed' | 'closing' }>

/** ms that a document may take, from the start of its process on. */
const drawWithinMs = 60_000

/** The document loads only pictures that stand in it, sends nothing, and has neither scripts nor an origin. */
const printHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': closedPolicy('img-src data:', "style-src 'unsafe-inline'", 'sandbox'),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

/** Answers with a document that is to be printed. */
export const printedPage = (html: string): OwnAnswer => {
  return { status: 200, headers: printHeaders, body: Buffer.from(html) }
}

/** Options for Chromium's printing: paper, margins and their content come from the document itself (CSS `@page`). */
export const printOptions = {
  preferCSSPageSize: true,
  printBackground: true,
  generateTaggedPDF: true,
} as const

/** Makes what draws PDFs by `print`, which rejects once its signal is aborted, and has left nothing when it settles. */
export function createPdfPrinter(
  print: (html: string, signal: AbortSignal) => Promise<Uint8Array>,
  timers: Timers = systemClock,
) {
  const drawings = new Map<AbortController, Promise<DrawnPdf>>()
  let isClosing = false
  const draw = async (html: string, end: AbortController): Promise<DrawnPdf> => {
    const cancel = after(timers, drawWithinMs, () => end.abort('timedOut'))
    try {
      return ok(await print(html, end.signal))
    } catch {
      const { signal } = end
      return err({ kind: signal.aborted ? (signal.reason as 'timedOut' | 'closing') : 'failed' })
    } finally {
      cancel()
      drawings.delete(end)
    }
  }
  return {
    /** Draws the document; never rejects, because an engine's error text may hold the document. */
    async draw(html: string): Promise<DrawnPdf> {
      if (isClosing) return err({ kind: 'closing' })
      const end = new AbortController()
      const drawing = draw(html, end)
      drawings.set(end, drawing)
      return drawing
    },
    async close() {
      isClosing = true
      for (const end of drawings.keys()) end.abort('closing')
      await Promise.all(drawings.values())
    },
  }
}

/** Awaits `work`; rejects as soon as `signal` is aborted. */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  // Abandoned work fails later, and nothing handles its error.
  work.catch(() => undefined)
  signal.throwIfAborted()
  const aborted = once(signal, 'abort').then(() => Promise.reject(new Error('given up')))
  return Promise.race([work, aborted])
}
