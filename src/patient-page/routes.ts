import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { secureHeaders } from 'hono/secure-headers'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { answerValue } from '../shared/answer-schema.ts'
import type { CompletionError, CompletionStore } from './store.ts'

/** Body of a PUT of answers: answers by element id, merged over earlier ones. */
const answersBody = z.strictObject({ answers: z.record(z.string().regex(/^\d+$/), answerValue) })

const formId = z.coerce.number().int().positive()

/** Size of several files of 5 MB in one request, with the growth by base64. */
const mostBytes = 24 * 1024 * 1024

const headers = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    fontSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
  referrerPolicy: 'no-referrer',
  xFrameOptions: 'DENY',
  // The sandbox speaks plain HTTP on loopback.
  strictTransportSecurity: false,
})

/** Serves the patient's page under `/complete/:token`; 503 without its client (`npm run build:patient-page`). */
export function patientPage(store: CompletionStore, clientDir: string) {
  // `GET packet`, `PUT forms/:formId/answers`, `POST forms/:formId/submission`; refusals are
  // `{ error: CompletionError | { kind: 'malformed' } }` with 404, 409, 422, 400 or 503.
  const app = new Hono().basePath('/complete')
  app.use('*', headers, async (c, next) => {
    await next()
    c.header('Cache-Control', 'no-store')
  })

  app.get(
    '/assets/*',
    serveStatic({ root: clientDir, rewriteRequestPath: (path) => path.replace('/complete', '') }),
  )

  app.get('/:token', async (c) => {
    const page = await readFile(join(clientDir, 'index.html'), 'utf8').catch(() => undefined)
    if (page === undefined) return c.text('The patient page is not built.', 503)
    return c.html(page, store.open(c.req.param('token')) ? 200 : 404)
  })

  app.get('/:token/packet', (c) => {
    const packet = store.open(c.req.param('token'))
    return packet ? c.json(packet) : refuse(c, { kind: 'unknownLink' })
  })

  app.put('/:token/forms/:formId/answers', bodyLimit({ maxSize: mostBytes }), async (c) => {
    const form = formId.safeParse(c.req.param('formId'))
    const body = answersBody.safeParse(await c.req.json().catch(() => undefined))
    if (!form.success || !body.success) return refuse(c, { kind: 'malformed' })
    const saved = store.saveAnswers(c.req.param('token'), form.data, body.data.answers)
    return saved.ok ? c.body(null, 204) : refuse(c, saved.error)
  })

  app.post('/:token/forms/:formId/submission', (c) => {
    const form = formId.safeParse(c.req.param('formId'))
    if (!form.success) return refuse(c, { kind: 'malformed' })
    const submitted = store.submit(c.req.param('token'), form.data)
    return submitted.ok ? c.json(submitted.value) : refuse(c, submitted.error)
  })

  return app
}

function refuse(c: Context, error: CompletionError | { kind: 'malformed' }) {
  return c.json({ error }, statuses[error.kind])
}

const statuses = {
  malformed: 400,
  unknownLink: 404,
  alreadySubmitted: 409,
  missingAnswers: 422,
  unknownElement: 400,
  notKept: 503,
} as const satisfies Record<CompletionError['kind'] | 'malformed', number>
