import { createHmac, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { contract } from '../../src/contract/index.ts'
import { iso } from '../clock.ts'
import type { Env } from '../http/env.ts'
import type { SandboxContext } from '../sandbox-context.ts'
import { byId } from '../state/lookup.ts'
import { presentPacketInFull } from '../state/packets.ts'
import type { Packet } from '../state/types.ts'

const signedUrlLifetimeMs = 15 * 60_000

function signatureOf(sandbox: SandboxContext, path: string, expires: number): Buffer {
  return createHmac('sha256', sandbox.signingKey).update(`${path} ${expires}`).digest()
}

/** Makes an address that gives the PDF `name` for 15 minutes, to any holder of the address. */
export function signedPdfUrl(sandbox: SandboxContext, name: string) {
  const path = `/files/${name}.pdf`
  const expires = sandbox.clock.now() + signedUrlLifetimeMs
  const signature = signatureOf(sandbox, path, expires).toString('base64url')
  return {
    url: `${sandbox.urls.api}${path}?expires=${expires}&signature=${signature}`,
    expiresAt: iso(expires),
  }
}

function isSigned(sandbox: SandboxContext, path: string, expires: string, signature: string) {
  const wanted = signatureOf(sandbox, path, Number(expires))
  const given = Buffer.from(signature, 'base64url')
  return (
    given.length === wanted.length &&
    timingSafeEqual(given, wanted) &&
    sandbox.clock.now() < Number(expires)
  )
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.startsWith('data:') ? '(drawn by hand)' : value
  return JSON.stringify(value)
}

function printPacket({ state }: SandboxContext, packet: Packet): string[] {
  const { name, status, forms } = presentPacketInFull(state, packet)
  const linesOf = (form: (typeof forms)[number]) =>
    form.answers.map(({ label, value }) => `${label}: ${textOf(value)}`)
  return [`${name} (${status})`, ...forms.flatMap((form) => ['', form.name, ...linesOf(form)])]
}

function printInvoice(record: object): string[] {
  const invoice = contract.partner.invoices.get.answer.parse(record)
  const money = (amount = 0) => `${amount.toFixed(2)} ${invoice.currency}`
  const lines = invoice.lineItems ?? []
  return [
    `Invoice ${invoice.invoiceNumber} (${invoice.status})`,
    `Due ${invoice.dueDate}`,
    '',
    ...lines.map(
      ({ quantity, description, unitPrice, amount, billingCodes }) =>
        `${quantity} x ${description} ${billingCodes?.join(', ')} at ${money(unitPrice ?? 0)}: ${money(amount ?? 0)}`,
    ),
    '',
    `Total: ${money(invoice.totalAmount ?? 0)}`,
    `Paid: ${money(invoice.paidAmount ?? 0)}`,
  ]
}

/** Serves the files behind signed addresses. */
export function fileRoutes(sandbox: SandboxContext): Hono<Env> {
  const app = new Hono<Env>()
  const serve = (folder: string, print: (id: string) => string[] | undefined) => {
    app.get(`/${folder}/:file`, (context) => {
      const { expires = '', signature = '' } = context.req.query()
      if (!isSigned(sandbox, context.req.path, expires, signature))
        return context.json({ error: 'link_expired', message: 'This link works no longer.' }, 403)
      const lines = print(context.req.param('file').replace(/\.pdf$/, ''))
      if (!lines)
        return context.json({ error: 'not_found', message: 'There is no such file.' }, 404)
      const headers = { 'content-type': 'application/pdf' }
      return context.body(new Uint8Array(pdfOf(lines)), 200, headers)
    })
  }
  serve('form-packets', (id) => {
    const packet = byId(sandbox.state.packets, id)
    return packet && printPacket(sandbox, packet)
  })
  serve('invoices', (id) => {
    const invoice = byId(sandbox.state.invoices, id)
    return invoice && printInvoice(invoice)
  })
  return app
}

const linesPerPage = 46
const lettersPerLine = 90

/** A character that the built-in fonts cannot draw (WinAnsi) becomes a question mark. */
function escape(line: string): string {
  return line
    .normalize('NFC')
    .replace(/[^\x20-\x7e\xa1-\xff]/gu, '?')
    .replace(/[\\()]/g, '\\$&')
}

function wrap(line: string): string[] {
  const fitting = new RegExp(`.{1,${lettersPerLine}}(?:\\s|$)|\\S{${lettersPerLine}}`, 'gs')
  return line === '' ? [''] : (line.match(fitting) ?? [line])
}

function pageContent(lines: readonly string[]): string {
  return `BT /F1 11 Tf 56 770 Td 16 TL ${lines.map((line) => `(${escape(line)}) Tj T*`).join(' ')} ET`
}

/** Makes a plain PDF of the given lines, long ones wrapped, 46 to a page, in the built-in Helvetica. */
export function pdfOf(text: readonly string[]): Buffer {
  const lines = text.flatMap(wrap)
  const count = Math.max(1, Math.ceil(lines.length / linesPerPage))
  const pageObject = (page: number) => 4 + page * 2
  const pages = Array.from({ length: count }, (_, page) =>
    pageContent(lines.slice(page * linesPerPage, (page + 1) * linesPerPage)),
  )
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${count} /Kids [${pages.map((_, page) => `${pageObject(page)} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((content, page) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${pageObject(page) + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ]
  let file = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const references = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const size = objects.length + 1
  file += `xref\n0 ${size}\n0000000000 65535 f \n${references.join('')}`
  file += `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.indexOf('xref\n0 ')}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
