import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ShellFixture } from '../shell-fixture.ts'
import { createSelfSigned } from '#harness/service/self-signed.ts'
import { connectToFrame } from '../devtools.ts'
import { addFrame, formBench } from '../open-form.ts'
import type { SharedForm } from './shared-form.ts'
import { absent, eventually, full } from '../subject.ts'

/** Certificates that no one vouches for. */
export function describeTrust(fixture: ShellFixture): void {
  describe('a site with a certificate that no one vouches for', () => {
    const bench = formBench(fixture)
    const asked: string[] = []
    let server: Server
    let origin: string
    beforeAll(async () => {
      server = createServer(await createSelfSigned('localhost'), ({ url }, response) => {
        asked.push(url ?? '')
        response.setHeader('Content-Type', 'text/html')
        response.end('<title>taken</title>')
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      origin = `https://localhost:${(server.address() as AddressInfo).port}`
    })
    afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

    it('is not opened', full, async () => {
      const error = await bench.openFails(`${origin}/form`)
      expect(error.kind).toBe('notLoaded')
      expect(error.reason).toMatch(/ERR_CERT/)
      expect(asked).toEqual([])
    })

    it('is not gone to, though its origin is listed, and there is no way past the refusal', async () => {
      const { page } = await bench.open('/form', { allowedOrigins: [origin] })
      await page.evaluate(`void (location.href = ${JSON.stringify(`${origin}/form`)})`)
      await bench.expectRefused('navigation', origin)
      // The words by which Chromium's own page of warning is passed.
      await page.keyboard.type('thisisunsafe')
      await page.evaluate('new Promise(requestAnimationFrame)')
      expect(page.url()).toBe(`${fixture.own.origin}/form`)
      const answer = page.evaluate(`fetch(${JSON.stringify(origin)}, { mode: 'no-cors' })`)
      await expect(answer).rejects.toThrow('Failed to fetch')
      expect(asked).toEqual([])
    })
  })
}

/** A page that asks for something before anybody has it do so, or looks for a bridge of ours. */
export function describeEarlyRequests(form: SharedForm, fixture: ShellFixture): void {
  describe('a form page that speaks before it is asked', () => {
    afterEach(() =>
      form.attempt(`document.head.replaceChildren(document.querySelector('title'), document.querySelector('style'))
        document.body.replaceChildren()
        history.replaceState(null, '', location.pathname)`),
    )
    const names = `Object.getOwnPropertyNames(globalThis).filter((name) => /^require$|foyer|playwright|electron/i.test(name))`
    const within = (make: string) => `new Promise((resolve) => {
      addEventListener('message', ({ data }) => resolve(data), { once: true })
      const code = 'parent.postMessage(' + ${JSON.stringify(names)} + ', "*")'
      const frame = document.createElement('iframe')
      ${make}
      document.body.append(frame)
    })`
    const script = `'<script>' + code + '</' + 'script>'`

    it('reaches no other origin by a link of any kind', async () => {
      const { page } = form
      const to = `${fixture.forbidden.origin}/stolen`
      const early = [
        ...['dns-prefetch', 'preconnect', 'prefetch', 'preload" as="image', 'modulepreload'],
      ]
      for (const relation of [...early, 'prerender', 'icon', 'stylesheet']) {
        await page.evaluate(`document.head.innerHTML += '<link rel="${relation}" href="${to}">'`)
        await page.evaluate(`fetch('/framed')`)
        await page.evaluate('new Promise(requestAnimationFrame)')
        expect(fixture.forbidden.hits, relation).toEqual([])
      }
    })

    it('reaches no other origin by rules of what to load next', async ({ skip }) => {
      const { page } = form
      if (!(await page.evaluate(`HTMLScriptElement.supports?.('speculationrules')`)))
        skip(absent('speculationrules'))
      const to = JSON.stringify(`${fixture.forbidden.origin}/stolen`)
      await page.evaluate(`
        for (const kind of ['prefetch', 'prerender']) {
          const rules = document.createElement('script')
          rules.type = 'speculationrules'
          rules.textContent = JSON.stringify({ [kind]: [{ urls: [${to}], eagerness: 'immediate' }] })
          document.head.append(rules)
        }`)
      await page.evaluate(`fetch('/framed')`)
      await page.evaluate('new Promise(requestAnimationFrame)')
      expect(fixture.forbidden.hits).toEqual([])
    })

    it('reaches no other origin by the ping of a link', async () => {
      const { page, attempt: evaluate } = form
      const to = JSON.stringify(`${fixture.forbidden.origin}/stolen`)
      await evaluate(`
        document.body.innerHTML = '<a id="go" href="#here" style="position:fixed;inset:0">here</a>'
        document.querySelector('#go').ping = ${to}`)
      // A page that is not painted yet takes no click.
      const follow = async () => {
        await page.mouse.click(300, 600)
        return evaluate('location.hash')
      }
      await eventually(follow).toBe('#here')
      await form.expectRefused('request', fixture.forbidden.origin)
      expect(fixture.forbidden.hits).toEqual([])
    })

    it('finds no bridge: in no page, no frame and no worker', async () => {
      const { attempt: evaluate } = form
      for (const code of [
        names,
        `document.body.appendChild(document.createElement('iframe')).contentWindow.eval(${JSON.stringify(names)})`,
        within(`frame.srcdoc = ${script}`),
        within(`frame.sandbox = 'allow-scripts'; frame.srcdoc = ${script}`),
        within(`frame.sandbox = 'allow-scripts'; frame.srcdoc = '<iframe></iframe>' + ${script}`),
        `new Promise((resolve) => { new Worker(URL.createObjectURL(new Blob(['postMessage(' + ${JSON.stringify(names)} + ')']))).onmessage = ({ data }) => resolve(data) })`,
      ])
        expect(await evaluate(code), code).toEqual([])
      const ofAnother = `${fixture.listed.origin}/framed`
      await addFrame(evaluate, ofAnother)
      const frame = await connectToFrame(fixture.subject.endpoint('form'), ofAnother)
      expect(await frame.evaluate(names)).toEqual([])
      frame.close()
      expect(fixture.received.filter(({ sender }) => sender.isKioskPage)).toEqual([])
    })
  })
}
