import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { ShellFixture } from './shell-fixture.ts'
import { ownPage } from '../../src/main/shell/driver.ts'
import { connectToFrame, isPage, targetsAt } from './devtools.ts'
import { barHeight, formBench } from './open-form.ts'
import { formColor } from './sites.ts'
import { eventually, pointerPixels, screenSize } from './subject.ts'
import { openPointerAndKeyboard } from './x-pointer-and-keyboard.ts'

/** The form page as an adversary: each way out, and that it is closed. */
export function describeFormIsolation(fixture: ShellFixture): void {
  describe('a hostile form page', () => {
    const bench = formBench(fixture)
    const corner = [screenSize.width - 1, screenSize.height - 1] as const
    const go = (page: Page) => page.locator('#go').click({ noWaitAfter: true })
    const bad = () => `${fixture.forbidden.origin}/stolen`
    const encoded = () => encodeURIComponent(bad())

    const staysAt = async (page: Page, path: string) => {
      await bench.expectRefused('navigation', fixture.forbidden.origin)
      expect(fixture.forbidden.hits).toEqual([])
      expect(page.url()).toBe(`${fixture.own.origin}${path}`)
      expect(await page.evaluate('document.title')).toBe('form')
    }

    it('stays where it is when a link leads away', async () => {
      const { page } = await bench.open(`/link?to=${encoded()}`)
      await go(page)
      await staysAt(page, `/link?to=${encoded()}`)
    })

    it('stays where it is when a script leads away', async () => {
      const { page } = await bench.open('/form')
      await page.evaluate(`void (location.href = ${JSON.stringify(bad())})`)
      await staysAt(page, '/form')
    })

    it('stays where it is when a form is sent elsewhere', async () => {
      const { page } = await bench.open(`/submit?to=${encoded()}`)
      await go(page)
      await staysAt(page, `/submit?to=${encoded()}`)
    })

    it('stays where it is when it refreshes itself away', async () => {
      const { page } = await bench.open(`/refresh?to=${encoded()}`)
      await staysAt(page, `/refresh?to=${encoded()}`)
    })

    it('stays where it is when a chain of redirects leads away', async () => {
      const { page } = await bench.open('/form')
      const last = `${fixture.listed.origin}/redirect?to=${encoded()}`
      const first = `${fixture.own.origin}/redirect?to=${encodeURIComponent(last)}`
      await page.evaluate(`void (location.href = ${JSON.stringify(first)})`)
      await staysAt(page, '/form')
      expect(fixture.listed.hits).toContain('/redirect')
    })

    it('is not opened when its own address redirects away', async () => {
      const error = await bench.openFails(`${fixture.own.origin}/redirect?to=${encoded()}`)
      expect(error).toMatchObject({ kind: 'notAllowed', origin: fixture.forbidden.origin })
      expect(fixture.forbidden.hits).toEqual([])
    })

    it('cannot show a frame from elsewhere, nor lead one away', async () => {
      const { evaluate } = await bench.open(`/frame?to=${encoded()}`)
      await bench.expectRefused('navigation', fixture.forbidden.origin)
      bench.refused.length = 0
      const framed = `${fixture.listed.origin}/framed`
      await evaluate(`new Promise((resolve) => {
        const frame = document.querySelector('#frame')
        Object.assign(frame, { onload: resolve, src: ${JSON.stringify(framed)} })
      })`)
      const frame = await connectToFrame(fixture.subject.endpoint('form'), framed)
      await frame.evaluate(`void (location.href = ${JSON.stringify(bad())})`)
      frame.close()
      await eventually(() => bench.refused.map(({ target }) => target)).toContain(
        fixture.forbidden.origin,
      )
      expect(fixture.forbidden.hits).toEqual([])
    })

    it('cannot be led to another program, a file or an address made of data', async () => {
      const { page } = await bench.open('/form')
      for (const url of ['mailto:a@example.com', 'tel:5550100', 'foyer-other:x']) {
        bench.refused.length = 0
        await page.evaluate(`void (location.href = ${JSON.stringify(url)})`)
        // The scheme where the shell hears of it before Chromium, else the kind.
        const target: unknown = expect.stringMatching(/^(mailto:|tel:|foyer-other:|other program)$/)
        await eventually(() => bench.refused).toContainEqual({ what: 'navigation', target })
      }
      for (const url of [
        'file:///etc/passwd',
        'data:text/html,x',
        'view-source:http://127.0.0.1',
      ]) {
        await page.evaluate(`try { location.href = ${JSON.stringify(url)} } catch {}`)
        await page.evaluate('new Promise(requestAnimationFrame)')
        expect(page.url()).toBe(`${fixture.own.origin}/form`)
      }
    })

    it.each([
      ['fetch', `fetch(to, { mode: 'no-cors' }).catch(() => 0)`],
      [
        'an image',
        `new Promise((done) => { new Image().onerror = done; const image = new Image(); image.onerror = done; image.src = to })`,
      ],
      ['a beacon', `navigator.sendBeacon(to)`],
      [
        'a redirected fetch',
        `fetch('/redirect?to=' + encodeURIComponent(to), { mode: 'no-cors' }).catch(() => 0)`,
      ],
    ])('reaches no other origin by %s', async (_name, code) => {
      const { page } = await bench.open('/form')
      await page.evaluate(`(async (to) => { await ${code} })(${JSON.stringify(bad())})`)
      await bench.expectRefused('request', fixture.forbidden.origin)
      expect(fixture.forbidden.hits).toEqual([])
    })

    it('reaches no other origin by a socket', async () => {
      const { page } = await bench.open('/form')
      const socket = (origin: string) =>
        page.evaluate(`new Promise((resolve) => {
          const socket = new WebSocket(${JSON.stringify(origin.replace('http', 'ws'))})
          socket.onopen = socket.onerror = (event) => resolve(event.type)
        })`)
      await socket(fixture.forbidden.origin)
      expect(fixture.forbidden.hits).toEqual([])
      await socket(fixture.own.origin)
      expect(fixture.own.hits).toContain('socket /')
    })

    it('sends no packet past the proxy by WebRTC', async () => {
      const received: string[] = []
      const udp = createSocket('udp4').on('message', () => received.push('packet'))
      await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve))
      const { port }: AddressInfo = udp.address()
      const { page } = await bench.open('/form')
      const candidates = await page.evaluate(`(async () => {
        const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] })
        const candidates = []
        peer.addEventListener('icecandidate', ({ candidate }) => {
          if (candidate?.candidate) candidates.push(candidate.candidate)
        })
        peer.createDataChannel('x')
        await peer.setLocalDescription()
        while (peer.iceGatheringState !== 'complete')
          await new Promise((resolve) => { peer.onicegatheringstatechange = resolve })
        return candidates
      })()`)
      // Not even an address to send from is gathered.
      expect(candidates).toEqual([])
      expect(received).toEqual([])
      await new Promise<void>((resolve) => udp.close(() => resolve()))
    })

    it('reaches the origins that the clinic lists', async () => {
      const { page } = await bench.open('/form')
      await page.evaluate(`fetch('${fixture.listed.origin}/framed', { mode: 'no-cors' })`)
      expect(fixture.listed.hits).toContain('/framed')
      await page.evaluate(`void (location.href = '${fixture.listed.origin}/form')`)
      const urls = async () =>
        (await targetsAt(fixture.subject.endpoint('form'))).map(({ url }) => url)
      await eventually(urls).toContain(`${fixture.listed.origin}/form`)
    })

    it('opens no window by script or by link', async () => {
      const to = encodeURIComponent(`${fixture.own.origin}/framed`)
      const { page } = await bench.open(`/blank-link?to=${to}`, { papers: false })
      expect(await page.evaluate(`window.open('/framed')`)).toBeNull()
      await go(page)
      await page.evaluate('new Promise(requestAnimationFrame)')
      const targets = (await targetsAt(fixture.subject.endpoint('form'))).filter(isPage)
      // Where both windows are of one process, the kiosk's own page is among them.
      expect(targets.filter(({ url }) => !ownPage.test(url))).toHaveLength(1)
      expect(fixture.own.hits).not.toContain('/framed')
    })

    it('gets no permission', async () => {
      const { page } = await bench.open('/form')
      const asked = await page.evaluate(`(async () => {
        const outcome = (promise) => promise.then(() => 'granted', (error) => error.name ?? 'denied')
        const state = async (name) => (await navigator.permissions.query({ name })).state
        return {
          camera: await state('camera'),
          microphone: await state('microphone'),
          screen: await outcome(navigator.mediaDevices.getDisplayMedia()),
          location: await new Promise((resolve) => navigator.geolocation.getCurrentPosition(
            () => resolve('granted'), (error) => resolve('refused ' + error.code))),
          notifications: await Notification.requestPermission(),
          clipboard: await outcome(navigator.clipboard.readText()),
          fullScreen: await outcome(document.documentElement.requestFullscreen()),
          midi: await outcome(navigator.requestMIDIAccess()),
        }
      })()`)
      expect(asked).toEqual({
        camera: 'denied',
        microphone: 'denied',
        screen: 'NotAllowedError',
        location: 'refused 1',
        notifications: 'denied',
        clipboard: 'NotAllowedError',
        fullScreen: 'TypeError',
        midi: 'SecurityError',
      })
    })

    it('shows no dialog of the browser, however often it asks', async () => {
      const { page } = await bench.open('/form')
      const dialogs: string[] = []
      page.on('dialog', (dialog) => dialogs.push(dialog.type()))
      const answers = await page.evaluate(`
        onbeforeunload = (event) => { event.preventDefault(); return 'stay' }
        // Electron has no prompt: it throws.
        const prompted = () => { try { return prompt('x') } catch { return null } }
        Array.from({ length: 20 }, () => [alert('x'), confirm('x'), prompted(), print()]).at(-1)`)
      expect(answers).toEqual([undefined, false, null, undefined])
      await page.click('#next')
      await page.evaluate(`location.reload()`)
      await eventually(() => fixture.own.hits.filter((hit) => hit === '/form').length).toBe(2)
      // Electron tells a DevTools client of this one, and leaves the page without a box, as the second visit shows.
      const told = fixture.subject.shell.kind === 'electron' ? ['beforeunload'] : []
      expect(dialogs.filter((each) => !told.includes(each))).toEqual([])
    })

    it('opens no chooser of files', async () => {
      const { page } = await bench.open('/file')
      await page.evaluate(
        `document.querySelector('#go').addEventListener('cancel', () => { window.cancelled = true })`,
      )
      await go(page)
      await bench.expectRefused('dialog', 'file')
      // The page is told that nobody chose: not left to wait for a file.
      await eventually(() => page.evaluate('window.cancelled')).toBe(true)
    })

    it('shows no box for a password', async () => {
      const { page } = await bench.open('/form')
      await page.evaluate(`void (location.href = '/secret')`)
      await eventually(() => page.url()).toContain('/secret')
      expect(await page.locator('body').textContent()).toBe('no')
      expect(await page.evaluate(`fetch('/secret').then(({ status }) => status)`)).toBe(401)
    })

    it('has no history to go back to', async () => {
      const { page } = await bench.open('/form')
      expect(await page.evaluate('history.length')).toBe(1)
    })

    it('does not take the keys that open, leave, print, search or zoom', async () => {
      const { evaluate } = await bench.open('/form')
      await eventually(() => fixture.subject.pixel(...corner)).toBe(formColor)
      const input = await openPointerAndKeyboard(fixture.subject.screen.display)
      /** What the page saw of these keys: name and whether their effect was taken away. */
      const seen = async (keys: readonly string[]) => {
        await evaluate('void (keys.length = 0)')
        for (const each of keys) await input.press(each)
        await input.press('z')
        await eventually(() => evaluate<string[]>('keys')).toContain('z,false')
        const pressed = await evaluate<string[]>('keys')
        return pressed.filter((each) => !/^(Control|Alt|Shift|z),/.test(each))
      }
      try {
        await input.moveTo(screenSize.width / 2, barHeight + 300)
        await input.click(1)
        await evaluate(`window.keys = []
          void addEventListener('keydown', (event) => keys.push([event.key, event.defaultPrevented].join()))`)
        const shortcuts = ['Control+n', 'Control+p', 'Control+Shift+i', 'F5', 'F11', 'F12']
        const taken = await seen([...shortcuts, 'Alt+Left', 'Control+=', 'Shift+Escape'])
        // One that never comes to the page (Electron's guard) is taken as well.
        expect(taken.filter((each) => !each.endsWith(',true'))).toEqual([])
        const typing = await seen(['a', 'Tab', 'Enter', 'Control+a', 'Down'])
        expect(typing).toHaveLength(5)
        expect(typing.filter((each) => each.endsWith('true'))).toEqual([])
      } finally {
        input.close()
      }
    })

    it('shows no menu on a long press or a right click', async () => {
      const { page, evaluate } = await bench.open('/empty')
      await eventually(() => fixture.subject.pixel(...corner)).toBe(formColor)
      await evaluate(`void addEventListener('contextmenu', () => { window.menu = true })`)
      await page.mouse.click(300, 600, { button: 'right' })
      await eventually(() => evaluate('window.menu')).toBe(true)
      await evaluate(
        'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
      )
      const { width, height } = screenSize
      const form = { left: 0, top: barHeight, width, height: height - barHeight }
      expect(await fixture.subject.screen.differing(form, formColor)).toBeLessThan(pointerPixels)
    })
  })
}
