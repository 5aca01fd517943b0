import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ShellFixture } from '../shell-fixture.ts'
import { answeredWithError } from '../../../src/main/form-view/form-options.ts'
import type { Refused } from '../../../src/shared/windows.ts'
import { expectRefusedIn, formBench, openDriven, type OpenForm } from '../open-form.ts'
import { eventually, full, inFullTier } from '../subject.ts'
import { startDocumentSite, type DocumentAnswer, type DocumentSite } from './document-site.ts'

/** Rights of a document that it must not have: features by name, and windows. */
const given = `[
  ...['camera', 'microphone', 'fullscreen', 'display-capture', 'geolocation', 'payment', 'usb']
    .filter((each) => document.featurePolicy.allowsFeature(each)),
  ...[window.open('/framed')].filter((each) => each !== null).map(() => 'a window'),
].join()`

/** One that the filtering proxy itself answers with. */
const proxyStatus = 595
const statuses = [404, 419, proxyStatus]
const moreStatuses = inFullTier([200, 207, 302, 300, 305, 306, 399, 500, 520, 999])
/** Without a phrase in the HTTP standard. */
const unnamed = [419, ...inFullTier([520, proxyStatus, 999])]

/** Headers by which a server could loosen what confines its documents. */
const headers: readonly (readonly [name: string, headers: DocumentAnswer['headers']])[] = [
  ['a list of features that is broken', { 'Permissions-Policy': 'camera=(((' }],
  [
    'a sandbox of its own',
    { 'Content-Security-Policy': 'sandbox allow-scripts allow-same-origin allow-popups' },
  ],
  ...inFullTier([
    ['features by the older header', { 'Feature-Policy': 'camera *; fullscreen *' }],
    ['features in another case', { 'pERMISSIONS-pOLICY': 'fullscreen=*, camera=*' }],
    ['two lists of features', { 'Permissions-Policy': ['fullscreen=*', 'display-capture=(((='] }],
    ['a policy of contents that is broken', { 'Content-Security-Policy': ';,,"' }],
    ['a name of an object', { __proto__x: 'x', constructor: 'x', 'Permissions-Policy': '=' }],
  ] as const),
]

/** Documents that would escape the headers that confine them, by their status, their headers or their address. */
export function describeDocuments(fixture: ShellFixture): void {
  describe('a document that the form is led to', () => {
    const refused: Refused[] = []
    let site: DocumentSite
    let driver: OpenForm
    /** One form for all of them: each leads it from where the one before left it. */
    beforeAll(async () => {
      site = await startDocumentSite()
      const onRefused = (each: Refused) => refused.push(each)
      const allowedOrigins = [site.origin]
      driver = await openDriven(fixture, '/empty', { allowedOrigins, papers: false, onRefused })
    })
    afterAll(async () => {
      await driver.release()
      await driver.view.close()
      await site.close()
    })
    beforeEach(async () => {
      await goTo(`${fixture.own.origin}/empty`)
      refused.length = 0
    })
    const expectRefused = expectRefusedIn(refused)

    /** While one document gives way to the next there is none to ask. */
    const ask = (code: string) => driver.evaluate<string>(code).catch(() => 'no document')
    // The document before may stand at the same address.
    const state = `globalThis.isLeft ? 'left' : location.href + document.readyState`
    const isThere = (url: string) => eventually(() => ask(state)).toBe(`${url}complete`)
    const goTo = async (url: string) => {
      await driver.evaluate(
        `globalThis.isLeft = true; void (location.href = ${JSON.stringify(url)})`,
      )
      await isThere(url)
    }

    it.each([...statuses, ...moreStatuses])('is confined with status %i', async (status) => {
      const url = site.at({ status })
      // Electron's shell does not let what its proxy says of a site that it cannot reach take the form's place.
      if (status === proxyStatus && fixture.subject.shell.kind === 'electron') {
        await driver.evaluate(`void (location.href = ${JSON.stringify(url)})`)
        await expectRefused('navigation')
        expect(await driver.evaluate('location.href')).toBe(`${fixture.own.origin}/empty`)
        return
      }
      await goTo(url)
      expect(await driver.evaluate(given)).toBe('')
    })

    it.each(headers)('is confined with %s', async (_name, headers) => {
      await goTo(site.at({ ...(headers && { headers }) }))
      expect(await driver.evaluate(given)).toBe('')
    })

    it('is confined in parts that follow each other', full, async () => {
      const body = '--b\r\nContent-Type: text/html\r\n\r\n<title>document</title>\r\n--b--'
      await goTo(
        site.at({ headers: { 'Content-Type': 'multipart/x-mixed-replace; boundary=b' }, body }),
      )
      expect(await driver.evaluate(given)).toBe('')
    })

    it.each([419, ...moreStatuses])('is confined in a frame with status %i', async (status) => {
      const body = `<script>parent.postMessage(${given}, '*')</script>`
      const told = await driver.evaluate(`new Promise((resolve) => {
        addEventListener('message', ({ data }) => resolve(data))
        const frame = document.createElement('iframe')
        frame.src = ${JSON.stringify(site.at({ status, body }))}
        document.body.append(frame)
      })`)
      expect(told).toBe('')
    })

    const code = `<script>parent.postMessage(${given.replaceAll('\n', ' ')}, '*')</script>`
    it.each([
      ['srcdoc', `frame.srcdoc = code`],
      ...inFullTier([
        ['data:', `frame.src = 'data:text/html,' + encodeURIComponent(code)`],
        ['blob:', `frame.src = URL.createObjectURL(new Blob([code], { type: 'text/html' }))`],
        [
          'about:blank, written to',
          `document.body.append(frame); frame.contentDocument.open(); frame.contentDocument.write(code)`,
        ],
      ]),
    ])("is confined in a frame of the page's own making: %s", async (_name, make) => {
      const told = await driver.evaluate(`new Promise((resolve) => {
        addEventListener('message', ({ data }) => resolve(data))
        const code = ${JSON.stringify(code)}
        const frame = document.createElement('iframe')
        ${make}
        if (!frame.isConnected) document.body.append(frame)
      })`)
      expect(told).toBe('')
    })

    it('is confined when a script made it in place (javascript:)', async () => {
      await driver.evaluate(`void (location.href = 'javascript:"<title>made</title>"')`)
      await eventually(() => ask('document.title')).toBe('made')
      expect(await driver.evaluate(given)).toBe('')
    })

    it.each([
      ['by a script', `location.href = 'about:blank'`],
      ...inFullTier([
        ['by a script that takes its own place', `location.replace('about:blank#x')`],
        ['as a window of its own name', `window.open('about:blank', '_self')`],
        [
          'by a link',
          `const link = document.createElement('a'); link.href = 'about:blank'; document.body.append(link); link.click()`,
        ],
      ]),
    ])('is not an empty one without a policy, gone to %s', async (_name, go) => {
      await driver.evaluate(`{ ${go} } void 0`)
      await expectRefused('navigation')
      expect(await driver.evaluate('location.href')).toBe(`${fixture.own.origin}/empty`)
      expect(await driver.evaluate(given)).toBe('')
    })

    it('is not led to an empty one by a frame of its own', full, async () => {
      await driver.evaluate(`(() => {
        const frame = document.body.appendChild(document.createElement('iframe'))
        try { frame.contentWindow.eval("top.location.href = 'about:blank'") } catch {}
      })()`)
      await expectRefused('navigation')
      await eventually(() => ask('location.href')).toBe(`${fixture.own.origin}/empty`)
      expect(await driver.evaluate(given)).toBe('')
    })

    it.each([
      ['data:', 'data:text/html,x'],
      ...inFullTier([
        ['javascript:', 'javascript:document.title="led"'],
        ['about:blank', 'about:blank'],
      ]),
    ])('leads nowhere by a header that refreshes it with %s', async (_name, to) => {
      const url = site.at({ headers: { Refresh: `0;url=${to}` } })
      await goTo(url)
      await driver.evaluate('new Promise((done) => setTimeout(done, 100))')
      expect(await driver.evaluate('location.href')).toBe(url)
      expect(await driver.evaluate('document.title')).toBe('document')
      expect(await driver.evaluate(given)).toBe('')
    })

    it('is no other answer that one holds inside (signed exchange)', async () => {
      const url = site.at({
        headers: { 'Content-Type': 'application/signed-exchange;v=b3' },
        body: 'sxg1-b3\0',
      })
      await goTo(url)
      expect(await driver.evaluate('document.contentType')).toBe('text/plain')
      expect(await driver.evaluate(given)).toBe('')
    })

    it.each([204, ...inFullTier([205])])('is none with %i: the form stays', async (status) => {
      await driver.evaluate(`void (location.href = ${JSON.stringify(site.at({ status }))})`)
      await driver.evaluate(`fetch('/framed')`)
      expect(await driver.evaluate('location.href')).toBe(`${fixture.own.origin}/empty`)
    })
  })

  describe('a form whose first document has a status without a phrase', () => {
    const bench = formBench(fixture)
    let site: DocumentSite
    beforeAll(async () => (site = await startDocumentSite()))
    afterAll(() => site.close())

    it.each(unnamed)('is not opened, and not waited for: %i', async (status) => {
      expect(await bench.openFails(site.at({ status }))).toEqual({
        kind: 'notLoaded',
        reason: answeredWithError,
        status,
      })
    })
  })
}
