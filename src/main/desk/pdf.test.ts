import { expect, it, onTestFinished } from 'vitest'
import { startServer } from '#harness/service/test-service.ts'
import { mostPdfBytes } from '../../shared/paper-page.ts'
import { fetchPdf } from './pdf.ts'

const seen: { readonly authorization: string | undefined }[] = []
/** Serves one answer on loopback; its address. */
async function serve(status: number, body: string | Buffer, headers: Record<string, string> = {}) {
  const server = await startServer(({ headers: { authorization } }, response) => {
    seen.push({ authorization })
    response.writeHead(status, headers).end(body)
  })
  onTestFinished(server.close)
  return `http://127.0.0.1:${server.port}/a.pdf?signature=x`
}
const fetched = (address: string, signal = new AbortController().signal) =>
  fetchPdf(address, signal)
const refused = { ok: false, error: { kind: 'refusedByService' } }
const offline = { ok: false, error: { kind: 'offline' } }

it('gives the bytes of a PDF, whatever its type is said to be, and sends no token for it', async () => {
  const address = await serve(200, '%PDF-1.7\nhello', { 'content-type': 'text/plain' })
  const base64 = Buffer.from('%PDF-1.7\nhello').toString('base64')
  expect(await fetched(address)).toEqual({ ok: true, value: { base64 } })
  expect(seen.at(-1)).toEqual({ authorization: undefined })
})

it.each([
  ['a page that calls itself a PDF', 200, '<!doctype html>', { 'content-type': 'application/pdf' }],
  ['a PDF that says so too late', 200, `${' '.repeat(2_000)}%PDF-`, {}],
  ['an address that lives no longer', 403, '%PDF-1.7', {}],
  ['another address', 302, '', { location: 'https://example.com/a.pdf' }],
  ['more than is shown', 200, `%PDF-${' '.repeat(mostPdfBytes)}`, {}],
] as const)('refuses %s', async (_, status, body, headers) => {
  expect(await fetched(await serve(status, body, headers))).toEqual(refused)
})

it.each(['http://example.com/a.pdf', 'file:///etc/passwd', 'data:application/pdf,x', 'no address'])(
  'asks nobody for %s',
  async (address) => expect(await fetched(address)).toEqual(refused),
)

it('is offline where nobody answers, or only with a fault, or the session has ended', async () => {
  expect(await fetched(await serve(503, 'later'))).toEqual(offline)
  expect(await fetched('http://127.0.0.1:9/a.pdf')).toEqual(offline)
  expect(await fetched('http://127.0.0.1:9/a.pdf', AbortSignal.abort())).toEqual(offline)
})
