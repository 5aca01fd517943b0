import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, inFullTier, inTurn } from '../subject.ts'
import type { SharedForm } from './shared-form.ts'

const otherPrograms = `mailto:a@example.com tel:5550100 sms:5550100 ms-settings:display
  ms-word:ofe|u|http://127.0.0.1/a search-ms:query=x steam://run/1 zoommtg://example.com/join
  intent://x#Intent;end foyer-other:x ftp://127.0.0.1/a`.split(/\s+/)

const ofTheBrowser = String.raw`file:///etc/passwd file://host/share \\host\share data:text/html,x
  view-source:http://127.0.0.1/ filesystem:http://127.0.0.1/temporary/a chrome://settings chrome://crash
  chrome://kill chrome://quit chrome://restart chrome://downloads chrome://inspect
  chrome-untrusted://terminal chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/index.html
  devtools://devtools/bundled/inspector.html about:version about:crash foyer://app/
  https://foyer-0.invalid/ isolated-app://x/`.split(/\s+/)

/** Addresses that start a program through the system: Chromium has no program for the last one. */
const started = otherPrograms.filter((each) => !each.startsWith('ftp'))

const json = JSON.stringify
const ways: Readonly<Record<string, (to: string) => string>> = {
  'a script': (to) => `try { location.href = ${json(to)} } catch {}`,
  'a link': (to) =>
    `const a = document.body.appendChild(document.createElement('a')); a.href = ${json(to)}; a.click(); a.remove()`,
  'a form': (to) =>
    `const f = document.body.appendChild(document.createElement('form')); f.action = ${json(to)}; f.submit(); f.remove()`,
  'a frame': (to) =>
    `const f = document.createElement('iframe'); f.style.cssText = 'width:0;height:0;border:0'; f.src = ${json(to)}; document.body.append(f)`,
  'a window': (to) => `try { window.open(${json(to)}) } catch {}`,
  'a window without an opener': (to) =>
    `try { window.open(${json(to)}, '_blank', 'noopener,noreferrer') } catch {}`,
  'a link into a window': (to) =>
    `const a = document.body.appendChild(document.createElement('a')); a.href = ${json(to)}; a.target = '_blank'; a.rel = 'opener'; a.click(); a.remove()`,
}

/** Addresses that a kiosk must not open, however a page goes there. */
export function describeAddresses(form: SharedForm): void {
  describe('a form page that goes to an address', () => {
    const settle = `new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)))`

    const cases = inTurn([...otherPrograms, ...ofTheBrowser], Object.keys(ways))
    it.each(cases)('does not come to %s by %s', async (to, way) => {
      await form.attempt(`{ ${ways[way]?.(to) ?? ''} } void 0`)
      await form.attempt(settle)
      await form.expectContained()
      // A frame of data is a document of the page's own, confined as the page is.
      expect(
        (await form.frames()).filter((url) => !/^($|about:|chrome-error:|data:)/.test(url)),
      ).toEqual([])
      await form.attempt(`document.body.innerHTML = ''`)
    })

    const programs = [...started.slice(0, 1), ...inFullTier(started.slice(1))]
    it.each(programs)('is told of when it would start the program for %s', async (to) => {
      await form.attempt(`void (location.href = ${json(to)})`)
      // The scheme where the shell hears of it before Chromium, else the kind.
      const target: unknown = expect.stringMatching(/^([a-z-]+:|other program)$/)
      await eventually(() => form.refused).toContainEqual({ what: 'navigation', target })
    })

    it.each([
      ['a document', `'<title>made</title>'`, 'text/html'],
      ...inFullTier([
        ['a picture', `'<svg xmlns="http://www.w3.org/2000/svg"/>'`, 'image/svg+xml'],
        ['a PDF', `'%PDF-1.4'`, 'application/pdf'],
      ]),
    ])('does not come to %s (blob:) of its own making', async (_name, content, type) => {
      const made = `URL.createObjectURL(new Blob([${content}], { type: '${type}' }))`
      await form.attempt(`void (location.href = ${made})`)
      await form.attempt(settle)
      await form.expectContained()
    })
  })

  describe('a form page that looks about in the network', () => {
    const peer = createServer((socket) => {
      connections.push(socket.remotePort ?? 0)
      socket.destroy()
    })
    const connections: number[] = []
    let port: number
    beforeAll(async () => {
      await new Promise<void>((resolve) => peer.listen(0, '::', resolve))
      port = (peer.address() as AddressInfo).port
    })
    afterAll(() => new Promise<void>((resolve) => peer.close(() => resolve())))

    const hosts =
      `127.0.0.1 127.1 2130706433 0x7f000001 0177.0.0.1 0.0.0.0 localhost a.localhost [::1]
      [::ffff:127.0.0.1] 10.0.0.1 172.16.0.1 192.168.0.1 169.254.169.254 100.64.0.1 [fe80::1] [fd00::1]
      printer.local router`.split(/\s+/)
    const calls: Readonly<Record<string, string>> = {
      fetch: `await fetch(to, { mode: 'no-cors' }).catch(() => 0)`,
      'an image': `await new Promise((done) => { const image = new Image(); image.onload = image.onerror = done; image.src = to })`,
      'a form in a frame': `const frame = document.createElement('iframe'); frame.name = 'sent'; frame.style.cssText = 'width:0;height:0;border:0'; document.body.append(frame); const form = document.createElement('form'); Object.assign(form, { action: to, method: 'post', target: 'sent' }); document.body.append(form); form.submit()`,
      'a socket': `await new Promise((done) => { const socket = new WebSocket(to.replace('http', 'ws')); socket.onopen = socket.onerror = done })`,
      'a source of events': `await new Promise((done) => { const source = new EventSource(to); source.onopen = source.onerror = () => { source.close(); done() } })`,
      'a script': `await new Promise((done) => { const script = document.createElement('script'); script.onload = script.onerror = done; script.src = to; document.head.append(script) })`,
      'a fetch of a worker': `const worker = new Worker(URL.createObjectURL(new Blob(['onmessage = async ({ data }) => { await fetch(data, { mode: "no-cors" }).catch(() => 0); postMessage(0) }']))); await new Promise((done) => { worker.onmessage = done; worker.postMessage(to) }); worker.terminate()`,
    }
    it.each(inTurn(hosts, Object.keys(calls)))('does not reach %s by %s', async (host, call) => {
      connections.length = 0
      const to = json(`http://${host}:${port}/`)
      await form.attempt(`(async () => { const to = ${to}; ${calls[call] ?? ''} })()`)
      await form.expectRefused(call === 'a form in a frame' ? 'navigation' : 'request')
      await form.attempt(`document.body.innerHTML = ''`)
      expect(connections).toEqual([])
      await form.expectContained()
    })
  })
}
