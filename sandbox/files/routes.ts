import { Hono } from 'hono'
import type { Env } from '../http/env.ts'
import { presentPacketInFull } from '../present.ts'
import { byId } from '../state/lookup.ts'
import type { World } from '../world.ts'
import { pdfOf } from './pdf.ts'
import { isSigned } from './signed-url.ts'

function linesOf(value: unknown): string {
  if (typeof value === 'string') return value.startsWith('data:') ? '(drawn by hand)' : value
  return JSON.stringify(value)
}

/** The files behind signed addresses. */
export function fileRoutes(world: World): Hono<Env> {
  const app = new Hono<Env>()
  app.get('/form-packets/:file', (context) => {
    const { expires = '', signature = '' } = context.req.query()
    if (!isSigned(world, context.req.path, expires, signature)) {
      return context.json({ error: 'link_expired', message: 'This link works no longer.' }, 403)
    }
    const packet = byId(world.state.packets, context.req.param('file').replace(/\.pdf$/, ''))
    if (!packet) return context.json({ error: 'not_found', message: 'No such packet.' }, 404)
    const { name, status, forms } = presentPacketInFull(world.state, packet)
    const lines = forms.flatMap((form) => [
      '',
      form.name,
      ...form.answers.map(({ label, value }) => `${label}: ${linesOf(value)}`),
    ])
    const pdf = pdfOf([`${name} (${status})`, ...lines])
    return context.body(new Uint8Array(pdf), 200, { 'content-type': 'application/pdf' })
  })
  return app
}
