import { Agent } from 'undici'
import { mostPdfBytes } from '../../shared/paper-page.ts'
import type { DeskPdf } from '../../shared/desk/pdf.ts'
import { err, ok } from '../../shared/result.ts'
import { systemClock } from '../base/clock.ts'
import { isHttpsOrLoopback } from '../../shared/loopback.ts'
import { exchange, type Limits } from '../intake/http/exchange.ts'
import { refusalOf, type Reply } from './feature.ts'

const limits: Limits = {
  connectMs: 5_000,
  headersMs: 20_000,
  bodyMs: 10_000,
  attemptMs: 60_000,
  bodyBytes: mostPdfBytes,
}
/** A PDF says that it is one within so many bytes (ISO 32000-1, annex H.3, note 13). */
const beginningBytes = 1024

/** Fetches a PDF from the service's signed address, without token or redirects, else `refusedByService`. */
export async function fetchPdf(address: string, signal: AbortSignal): Reply<DeskPdf> {
  const url = URL.parse(address)
  if (!url || !isHttpsOrLoopback(url)) return err({ kind: 'refusedByService' })
  const dispatcher = new Agent({
    connections: 1,
    allowH2: false,
    connect: { timeout: limits.connectMs, rejectUnauthorized: true },
  })
  try {
    const request = {
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET' as const,
      headers: ['accept', 'application/pdf'],
      body: null,
    }
    const sent = await exchange(dispatcher, request, { limits, clock: systemClock, signal })
    if (!sent.ok) {
      const refusal = refusalOf({ operation: 'pdf', attempts: 1, ...sent.failure })
      return err(refusal.kind === 'offline' ? refusal : { kind: 'refusedByService' })
    }
    const { status, body } = sent.answer
    if (status >= 500) return err({ kind: 'offline' })
    const isPdf = status === 200 && body.subarray(0, beginningBytes).includes('%PDF-')
    return isPdf ? ok({ base64: body.toString('base64') }) : err({ kind: 'refusedByService' })
  } finally {
    await dispatcher.destroy()
  }
}
