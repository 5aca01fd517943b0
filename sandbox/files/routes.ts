import { Hono } from 'hono'
import type { Env } from '../http/env.ts'
import { presentPacketInFull } from '../present.ts'
import { printInvoice } from '../present-invoice.ts'
import { byId } from '../state/lookup.ts'
import type { Packet } from '../state/types.ts'
import type { SandboxContext } from '../sandbox-context.ts'
import { pdfOf } from './pdf.ts'
import { isSigned } from './signed-url.ts'

function linesOf(value: unknown): string {
  if (typeof value === 'string') return value.startsWith('data:') ? '(drawn by hand)' : value
  return JSON.stringify(value)
}

function packetLines({ state }: SandboxContext, packet: Packet): string[] {
  const { name, status, forms } = presentPacketInFull(state, packet)
  return [
    `${name} (${status})`,
    ...forms.flatMap((form) => [
      '',
      form.name,
      ...form.answers.map(({ label, value }) => `${label}: ${linesOf(value)}`),
    ]),
  ]
}

/** The files behind signed addresses. */
export function fileRoutes(sandbox: SandboxContext): Hono<Env> {
  const app = new Hono<Env>()
  /** Serves what `print` makes of the record that a signed address names. */
  const serve = (folder: string, print: (id: string) => string[] | undefined) => {
    app.get(`/${folder}/:file`, (context) => {
      const { expires = '', signature = '' } = context.req.query()
      if (!isSigned(sandbox, context.req.path, expires, signature)) {
        return context.json({ error: 'link_expired', message: 'This link works no longer.' }, 403)
      }
      const lines = print(context.req.param('file').replace(/\.pdf$/, ''))
      if (!lines)
        return context.json({ error: 'not_found', message: 'There is no such file.' }, 404)
      const headers = { 'content-type': 'application/pdf' }
      return context.body(new Uint8Array(pdfOf(lines)), 200, headers)
    })
  }
  serve('form-packets', (id) => {
    const packet = byId(sandbox.state.packets, id)
    return packet && packetLines(sandbox, packet)
  })
  serve('invoices', (id) => {
    const invoice = byId(sandbox.state.invoices, id)
    return invoice && printInvoice(invoice)
  })
  return app
}
