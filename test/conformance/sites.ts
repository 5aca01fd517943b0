import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { makePdf, type MadePage, type MadeParts } from '#harness/pdf/make-pdf.ts'

const seen = `<script>
  window.seen = []
  for (const type of ['keydown', 'beforeinput', 'focusout', 'blur', 'submit'])
    addEventListener(type, (event) => {
      if (type === 'submit') event.preventDefault()
      seen.push([type, event.key ?? event.inputType, event.isTrusted].filter((part) => part !== undefined).join(' '))
    }, true)
</script>`

const boxes = (name: string, sizes: readonly number[], attributes: string) =>
  sizes.map((size, at) => `<input id="${name}${at}" maxlength="${size}" ${attributes}>`).join('')

/** Bodies of the pages with fields, by path. `seen` of each holds the events that its scripts can see. */
const typingPages: Readonly<Record<string, string>> = {
  '/fields': `<style>input, textarea, div, select { display: block; width: 20rem }</style>
    <form lang="es-MX">
      <label id="label" for="name">Name</label><input id="name" value="kept" enterkeyhint="next">
      <input id="mail" type="email"><input id="pin" type="password" inputmode="numeric">
      <input id="tel" type="tel"><input id="amount" type="number"><input id="day" type="date">
      <textarea id="lines" lang="en"></textarea><div id="rich" contenteditable>rich</div>
      <input id="dots" style="-webkit-text-security: disc"><input id="fixed" readonly>
      <input id="own" inputmode="none"><select id="list"><option>One</option></select>
      <button type="button" id="button">Not a field</button><button>Send</button>
    </form>
    <x-open id="open"></x-open><x-closed id="closed"></x-closed>
    <script>
      for (const mode of ['open', 'closed'])
        customElements.define('x-' + mode, class extends HTMLElement {
          constructor() {
            super()
            this.root = this.attachShadow({ mode })
            this.root.innerHTML = '<input type="tel">'
            this.style.display = 'block'
          }
        })
    </script>${seen}`,
  '/boxes': `<style>div, x-boxes { display: flex; gap: 8px; margin: 8px } input { width: 60px; height: 30px }</style>
    <form><div>${boxes('ssn', [3, 2, 4], 'inputmode="numeric"')}</div>
      <div>${boxes('code', [1, 1, 1, 1, 1, 1], 'inputmode="numeric"')}</div>
      <div>${boxes('letter', [1, 1, 1], '')}</div>
      <div>${boxes('day', [2, 2, 4], 'type="number"')}</div>
      <div>${boxes('pin', [1, 1, 1, 1], 'type="password"')}</div></form>
    <x-boxes id="shadow"></x-boxes><textarea id="lines"></textarea>
    <script>
      const root = document.querySelector('#shadow').attachShadow({ mode: 'open' })
      root.innerHTML = \`<style>input { width: 60px }</style>${boxes('shade', [1, 1, 1], 'type="tel"')}\`
      for (const each of [document, root]) {
        each.addEventListener('input', ({ target, inputType }) => {
          const isFull = target.value.length >= target.maxLength && inputType === 'insertText'
          if (isFull && target.tagName === 'INPUT') target.nextElementSibling?.focus()
        })
        each.addEventListener('keydown', ({ key, target }) => {
          if (key === 'Backspace' && target.value === '') target.previousElementSibling?.focus()
        })
      }
    </script>${seen}`,
  '/choices': `<style>select, input { display: block; box-sizing: border-box; width: 20rem; height: 2rem; margin: 8px }</style>
    <select id="select">${Array.from({ length: 40 }, (_none, at) => `<option>Choice ${at}</option>`).join('')}</select>
    <input id="date" type="date"><input id="time" type="time"><input id="month" type="month">
    <input id="week" type="week"><input id="local" type="datetime-local"><input id="color" type="color">
    <input id="list" list="names"><datalist id="names"><option>Ana</option><option>Ben</option></datalist>${seen}`,
  '/sort': `<style>li { width: 300px; height: 60px; margin: 8px; background: #fff }</style>
    <ul>${['a', 'b', 'c'].map((id) => `<li id="${id}" draggable="true">${id}</li>`).join('')}</ul>
    <div style="height: 3000px"></div>
    <script>
      window.drags = []
      const list = document.querySelector('ul')
      list.addEventListener('dragstart', ({ target, dataTransfer }) => dataTransfer.setData('text/plain', target.id))
      list.addEventListener('dragover', (event) => event.preventDefault())
      list.addEventListener('drop', ({ target, dataTransfer }) =>
        target.after(document.querySelector('#' + dataTransfer.getData('text/plain'))))
      for (const type of ['dragstart', 'dragenter', 'dragleave', 'drop', 'dragend'])
        list.addEventListener(type, ({ target }) => drags.push(type + ' ' + target.id))
    </script>`,
  '/low': `<div style="height: 900px"></div><input id="low">${seen}`,
  '/thief': `<input id="one">${seen}<script>
    window.taken = false
    addEventListener('message', () => {
      document.querySelector('#one').focus()
      taken = true
    })
  </script>`,
  '/one-field': `<input id="one">${seen}`,
}

/** A web site on loopback that remembers who came. */
export type Site = Awaited<ReturnType<typeof startSite>>

/** The colour of every page of a site, so that a form can be told from the kiosk on the screen. */
export const formColor = '#007700'

/** The colour of a page that a form opens over itself. */
export const paperColor = '#0000aa'

/** The colour of the pages of a PDF that a form leads to. */
export const pdfColor = '#aa0066'

const page = (body: string) =>
  `<!doctype html><title>form</title><style>body{background:${formColor}}</style>${body}`

const escape = (value: string) => value.replace(/[&"<>]/g, (one) => `&#${one.charCodeAt(0)};`)

const color = [170 / 255, 0, 102 / 255] as const
const pdfOf = (page: MadePage, parts: MadeParts = {}) => makePdf([{ color, ...page }], parts)
const link = (action: string) =>
  `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /Border [0 0 0] /A << ${action} >> >>]`
const script = '/S /JavaScript /JS (app.alert("hello"); app.launchURL("/ran", true); this.print())'

/** PDFs that want more than to be read, or cannot be drawn, by name; a page has the usual colour. */
const otherPdfs: Readonly<Record<string, Uint8Array | string>> = {
  script: pdfOf(
    { more: `/AA << /O << ${script} >> >> ${link(script)}` },
    {
      catalog: `/OpenAction << ${script} >> /Names << /JavaScript << /Names [(a) << ${script} >>] >> >>`,
    },
  ),
  leads: pdfOf(
    { more: link('/S /URI /URI (/ran)') },
    { catalog: '/OpenAction << /S /URI /URI (/ran) >>' },
  ),
  launches: pdfOf(
    { more: link('/S /Launch /F (/bin/sh)') },
    { catalog: '/OpenAction << /S /Launch /F (/bin/sh) >>' },
  ),
  endless: pdfOf({}, { count: 2_000_000 }),
  broken: '%PDF-1.7\nnothing more',
  encrypted: pdfOf(
    {},
    {
      trailer: `/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> /P -4 >>`,
    },
  ),
  long: makePdf(Array.from({ length: 201 }, () => ({ color }))),
  slender: pdfOf({ size: [1, 14_400] }),
}

const file =
  (type: string, body: Uint8Array | string, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(200, { 'Content-Type': type, ...headers }).end(body)

const paperPdf = makePdf([1, 2, 3].map((page) => ({ color, text: `Page ${page}` })))

// A long line would have the page scrolled sideways, and a scroll bar at its edge.
const postedStyle = `body{background:${paperColor}} pre{white-space:pre-wrap;overflow-wrap:anywhere}`

type Answer = (response: ServerResponse, to: string) => void

const html =
  (body: (to: string) => string): Answer =>
  (response, to) => {
    response.setHeader('Content-Type', 'text/html')
    response.end(page(body(escape(to))))
  }

const answers: Readonly<Record<string, Answer>> = {
  ...Object.fromEntries(
    Object.entries(typingPages).map(([path, body]) => [path, html(() => body)]),
  ),
  '/empty': html(() => ''),
  '/form': html(() => '<input id="answer"><button id="next">Next</button>'),
  '/link': html((to) => `<a id="go" href="${to}">go</a>`),
  '/blank-link': html((to) => `<a id="go" target="_blank" href="${to}">go</a>`),
  '/submit': html((to) => `<form method="post" action="${to}"><button id="go">go</button></form>`),
  '/refresh': html((to) => `<meta http-equiv="refresh" content="0;url=${to}">`),
  '/frame': html((to) => `<iframe id="frame" src="${to}"></iframe>`),
  '/file': html(() => '<input id="go" type="file">'),
  '/sends-file': html(
    () =>
      '<input id="go" type="file"><script>go.onchange = () => fetch("/got/" + go.files[0].name)</script>',
  ),
  '/opens-file': html(() => '<input id="go" type="file"><script>go.click()</script>'),
  '/ask': html(() => `<script>fetch('/said/' + confirm('From a frame'))</script>`),
  '/policy': (response, to) => {
    response.setHeader('Content-Security-Policy', to)
    html(() => '<p>policy</p>')(response, to)
  },
  '/paper': html(() => `<style>body{background:${paperColor}}</style><p>paper</p>`),
  '/opens': html(
    () => `<a id="link" target="_blank" href="/paper">paper</a><script>
    window.opened = [open('/paper'), open('/paper', 'again'), open('')]
    link.click()
    const detached = Object.assign(document.createElement('a'), { href: '/paper', target: '_blank' })
    detached.click()
    detached.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    for (const method of ['get', 'post']) {
      const form = document.createElement('form')
      document.documentElement.append(Object.assign(form, { method, action: '/paper', target: 'again' }))
      form.submit()
      form.requestSubmit()
    }
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    // As Foyer's own script in the page's world asks.
    const detail = JSON.stringify({ url: location.origin + '/paper', target: '' })
    visualViewport.addEventListener('foyerpaperanswers', ({ detail }) => opened.push(detail))
    visualViewport.dispatchEvent(new CustomEvent('foyerpaperasks', { detail }))
  </script>`,
  ),
  '/posted': (response) => {
    void text(response.req).then((body) => {
      const { method, headers } = response.req
      const { 'content-type': type = '', origin = '', cookie = '' } = headers
      const got = escape(JSON.stringify({ method, type, origin, cookie, body }))
      html(() => `<meta charset="utf-8"><style>${postedStyle}</style><pre>${got}`)(response, '')
    })
  },
  '/signing': html(
    (to) => `<style>body{background:${paperColor}}</style><script>
    window.had = opener && !opener.closed
    opener?.postMessage({ signed: true, by: ['Ana'] }, '${to}')
  </script>`,
  ),
  '/signing-leads': html(
    (to) =>
      `<style>body{background:${paperColor}}</style><script>opener.location = '${to}'</script>`,
  ),
  '/silent': () => undefined,
  '/paper-tries': html(
    () => `<style>body{background:${paperColor}}</style><script>
    window.got = [typeof open('/paper'), open('/paper'), opener, confirm('Agree?'), prompt('Name?')]
    moveTo(0, 0)
    resizeTo(100, 100)
    print()
  </script>`,
  ),
  '/paper-closes': html(
    () => `<style>body{background:${paperColor}}</style><script>onclick = () => close()</script>`,
  ),
  '/paper.pdf': file('application/pdf', paperPdf),
  '/attached.pdf': file('application/pdf', paperPdf, {
    'Content-Disposition': 'attachment; filename="a.pdf"',
  }),
  '/octets.pdf': file('application/octet-stream', paperPdf),
  '/no.pdf': file('application/octet-stream', 'not at all'),
  '/frames-pdf': html((to) => `<iframe id="frame" src="${to}" width="400" height="300"></iframe>`),
  '/goes-to-pdf': html(
    () =>
      `<script>onload = () => requestAnimationFrame(() => requestAnimationFrame(() => (location.href = '/paper.pdf')))</script>`,
  ),
  ...Object.fromEntries(
    Object.entries(otherPdfs).map(([name, body]) => [
      `/${name}.pdf`,
      file('application/pdf', body),
    ]),
  ),
  // Two vendors' ways with a paper that a script has made: within the page, and in a window of its own.
  '/consent': (response, to) =>
    response
      .writeHead(200, {
        'Content-Type': 'text/html',
        'Content-Security-Policy':
          "default-src 'self'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; frame-src blob: data: 'self'; object-src blob: data: 'self'",
      })
      .end(
        page(`<div id="paper"></div><label><input type="checkbox"> I agree</label><script>
    const [name, from] = '${to}'.split(' ')
    const show = (url) => {
      const shown = document.createElement(name)
      shown.type = 'application/pdf'
      shown[name === 'object' ? 'data' : 'src'] = url
      shown.width = 400
      document.querySelector('#paper').append(shown)
    }
    if (from === 'data') show('data:application/pdf;base64,${Buffer.from(paperPdf).toString('base64')}')
    else if (from) show(from)
    else fetch('/paper.pdf').then((got) => got.blob()).then((blob) => show(URL.createObjectURL(blob)))
  </script>`),
      ),
  '/letters': html(
    (how) => `<button id="go">Read your letter</button><script>
    document.querySelector('#go').onclick = async () => {
      if ('${how}' === 'later') window.letter = open('', '_blank')
      const url = URL.createObjectURL(await (await fetch('/paper.pdf')).blob())
      if ('${how}' === 'later') letter.location.href = url
      else if ('${how}' === 'open') window.letter = open(url)
      else Object.assign(document.createElement('a'), { href: url, target: '_blank' }).click()
      URL.revokeObjectURL(url)
    }
  </script>`,
  ),
  '/framed': html(() => '<p>framed</p>'),
  '/redirect': (response, to) => response.writeHead(302, { Location: to }).end(),
  '/attachment': (response) =>
    response
      .writeHead(200, { 'Content-Disposition': 'attachment; filename=a.txt' })
      .end(attachmentText),
  '/worker.js': file('text/javascript', '', { 'Service-Worker-Allowed': '/' }),
  '/shared.js': file(
    'text/javascript',
    'let count = 0; onconnect = ({ ports: [port] }) => port.postMessage(++count)',
  ),
  '/manifest.json': file(
    'application/manifest+json',
    JSON.stringify({ name: 'form', start_url: '/empty', display: 'standalone' }),
  ),
  '/secret': (response) =>
    response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="form"' }).end('no'),
}

/** Text of a site's attachment, so that it can be looked for on the disk. */
export const attachmentText = 'foyer-attachment-canary'

/** Starts a site; pages of it name another address by `?to=`. */
export async function startSite(host: '127.0.0.1' | 'localhost') {
  /** Paths asked for; `connection` where a caller connected without asking for one yet. */
  const hits: string[] = []
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site')
    hits.push(pathname)
    const known = answers[pathname]
    if (known) known(response, searchParams.get('to') ?? '')
    else response.writeHead(404).end('not found')
  }
  const server: Server = createServer(answer)
  server.on('connection', () => hits.push('connection'))
  server.on('upgrade', (request, socket) => {
    hits.push(`socket ${request.url}`)
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://${host}:${port}`,
    hits,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
