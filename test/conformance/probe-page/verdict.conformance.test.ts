import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { watchCompletionPage } from '../../../cli/page/open-page.ts'
import { systemClock } from '../../../src/main/base/clock.ts'
import { pause } from '../../../src/main/base/timers.ts'
import { judgedWithinMs } from '../../../src/main/form-view/useless-page.ts'
import { startBrowserSubject } from '../browser/browser-subject.ts'
import {
  inFullTier,
  screenSize,
  writeKioskPage,
  type KioskPages,
  type Subject,
} from '../subject.ts'

type Verdict = 'kept' | 'useless' | 'notLoaded' | 'notAllowed'
/** Page by its address; `other`: a listed origin, `elsewhere`: one that nobody listed. */
type Answer = (response: ServerResponse, other: string, elsewhere: string) => void

const html =
  (body: string | ((other: string, elsewhere: string) => string)): Answer =>
  (response, ...origins) =>
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end(`<!doctype html>${typeof body === 'string' ? body : body(...origins)}`)
const leads =
  (to: (other: string, elsewhere: string) => string): Answer =>
  (response, ...origins) =>
    response.writeHead(302, { Location: to(...origins) }).end()
const field = '<label>Name <input></label>'

/** Pages with what both must say of them; the judgement itself is held by the unit tests of `useless-page.ts`. */
const core: Readonly<Record<string, readonly [verdict: Verdict, answer: Answer]>> = {
  'a form': ['kept', html(`<p>Your forms</p>${field}<button>Next</button>`)],
  'a script that is missing': [
    'useless',
    html('<p>Loading</p><script src="/missing.js"></script>'),
  ],
}
const rest: typeof core = {
  'an error': ['notLoaded', (response) => response.writeHead(500).end('no')],
  'a redirect to where nobody listed': ['notAllowed', leads((_, elsewhere) => `${elsewhere}/ok`)],
  'a missing script beside a form': [
    'kept',
    html(`<p>Form</p>${field}<script src="/missing.js"></script>`),
  ],
  'a script of where nobody listed': [
    'useless',
    html((_, at) => `<p>Loading</p><script src="${at}/ok"></script>`),
  ],
  'a script that never comes': [
    'useless',
    html('<p>Loading</p><script src="/never" defer></script>'),
  ],
  'a call that fails': ['useless', html(`<p>Loading</p><script>fetch('/error')</script>`)],
  'what is drawn after two seconds': [
    'kept',
    html(
      `<script>setTimeout(() => (document.body.innerHTML = '<p>Form</p>${field}'), 2000)</script>`,
    ),
  ],
  'a redirect to sign in, listed': ['kept', leads((other) => `${other}/ok`)],
  'a refresh to where nobody listed': [
    'useless',
    html((_, at) => `<p>One moment</p><meta http-equiv="refresh" content="0;url=${at}/ok">`),
  ],
  'a frame of where nobody listed': [
    'useless',
    html((_, at) => `<p>Form</p><iframe src="${at}/ok"></iframe>`),
  ],
  'a form in a shadow tree': [
    'kept',
    html(
      `<x-form></x-form><script>document.querySelector('x-form').attachShadow({ mode: 'open' }).innerHTML = '<p>Form</p>${field}'</script>`,
    ),
  ],
  'a drawing': ['kept', html('<canvas width="300" height="300"></canvas>')],
}
const rows = [...Object.entries(core), ...inFullTier(Object.entries(rest))]

/** Starts a site at which each page stands by its place among the rows. */
async function startSite(host: string, others: () => readonly [other: string, elsewhere: string]) {
  const server = createServer(({ url = '/' }, response) => {
    const row = rows[Number(url.slice(1))]
    if (row) row[1][1](response, ...others())
    else if (url === '/ok') html(`<p>Form</p>${field}`)(response, '', '')
    else if (url !== '/never') response.writeHead(url === '/error' ? 500 : 404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://${host}:${port}`, server }
}

let subject: Subject
let pages: KioskPages
let sites: Awaited<ReturnType<typeof startSite>>[]
const origin = (at: number) => sites[at]?.origin ?? ''
beforeAll(async () => {
  const others = () => [origin(1), origin(2)] as const
  sites = await Promise.all(
    ['127.0.0.1', 'localhost', '127.0.0.1'].map((host) => startSite(host, others)),
  )
  pages = await writeKioskPage()
  subject = await startBrowserSubject({ rendererDir: pages.folder, size: screenSize })
  await subject.shell.openKiosk({
    locale: 'en',
    onClosed: () => undefined,
    handler: () => Promise.resolve({ ok: true }),
  })
})
afterAll(async () => {
  await subject.stop()
  await pages.remove()
  for (const { server } of sites) {
    server.close()
    server.closeAllConnections()
  }
})

async function visit(url: string): Promise<Verdict> {
  const useless = new AbortController()
  const opened = await subject.shell.openForm({
    url,
    allowedOrigins: [origin(1)],
    locale: 'en',
    insets: { top: 96, bottom: 0 },
    papers: true,
    hidden: true,
    onUseless: () => useless.abort(),
  })
  if (!opened.ok) return opened.error.kind === 'notAllowed' ? 'notAllowed' : 'notLoaded'
  await opened.value.setVisible(true)
  await pause(systemClock, judgedWithinMs, useless.signal)
  await opened.value.close()
  return useless.signal.aborted ? 'useless' : 'kept'
}

async function probe(url: string): Promise<Verdict> {
  const { record, error } = await watchCompletionPage({
    url,
    allowedOrigins: [origin(1)],
    size: screenSize,
    display: subject.screen.display,
    until: (gone) => Promise.race([gone, pause(systemClock, judgedWithinMs)]),
  })
  if (error) return error.kind === 'notAllowed' ? 'notAllowed' : 'notLoaded'
  return record.isUseless ? 'useless' : 'kept'
}

it.each(rows.map(([what, [verdict]], at) => [what, verdict, at] as const))(
  'probe-page says of a page with %s what a visit says: %s',
  async (_what, verdict, at) => {
    const url = `${origin(0)}/${at}`
    const [visited, probed] = await Promise.all([visit(url), probe(url)])
    expect({ visited, probed }).toEqual({ visited: verdict, probed: verdict })
  },
  60_000,
)
