import { createSocket } from 'node:dgram'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { ShellFixture } from './shell-fixture.ts'
import { ownPage } from '../../src/main/windows/driver.ts'
import { connectToFrame, isPage, targetsAt } from './devtools.ts'
import type { SharedForm } from './hostile/shared-form.ts'
import type { FormBench } from './open-form.ts'
import { attachmentText } from './sites.ts'
import { absent, eventually, inFullTier } from './subject.ts'

/** The form page as an adversary: each way out, and that it is closed. */
export function describeFormIsolation(bench: FormBench, fixture: ShellFixture): void {
  describe('a hostile form page', () => {
    const go = (page: Page) => page.locator('#go').click({ noWaitAfter: true })
    const bad = () => `${fixture.forbidden.origin}/stolen`
    const encoded = () => encodeURIComponent(bad())

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
      // Its process ends with the page that it shows, often before it has answered: the refusal says enough.
      const led = frame.evaluate(`void (location.href = ${JSON.stringify(bad())})`)
      void led.catch(() => undefined)
      await eventually(() => bench.refused.map(({ target }) => target)).toContain(
        fixture.forbidden.origin,
      )
      frame.close()
      expect(fixture.forbidden.hits).toEqual([])
    })

    it('reaches the origins that the clinic lists', async () => {
      const { page } = await bench.open('/form')
      await page.evaluate(`fetch('${fixture.listed.origin}/framed', { mode: 'no-cors' })`)
      expect(fixture.listed.hits).toContain('/framed')
      // Another site's page has a process of its own: this one may go before it answers.
      const left = page.evaluate(`void (location.href = '${fixture.listed.origin}/form')`)
      void left.catch(() => undefined)
      const urls = async () =>
        (await targetsAt(fixture.subject.endpoint('form'))).map(({ url }) => url)
      await eventually(urls).toContain(`${fixture.listed.origin}/form`)
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

    it('shows no box for a password', async () => {
      const { page } = await bench.open('/form')
      await page.evaluate(`void (location.href = '/secret')`)
      await eventually(() => page.url()).toContain('/secret')
      expect(await page.locator('body').textContent()).toBe('no')
      expect(await page.evaluate(`fetch('/secret').then(({ status }) => status)`)).toBe(401)
    })

    describe('that brings a file', () => {
      // Chromium makes and removes folders while one looks: a look that fails is made again.
      /** Files of the shell's profiles that hold what the attachment holds. */
      const kept = async () => {
        const found: string[] = []
        for (const entry of await readdir(fixture.subject.profilesDir, {
          recursive: true,
          withFileTypes: true,
        })) {
          const path = join(entry.parentPath, entry.name)
          const content = entry.isFile() ? await readFile(path).catch(() => undefined) : undefined
          if (content?.includes(attachmentText)) found.push(path)
        }
        return found
      }

      it('downloads nothing by a link', async () => {
        const to = encodeURIComponent(`${fixture.own.origin}/attachment`)
        const { page } = await bench.open(`/link?to=${to}`)
        await go(page)
        await eventually(() => fixture.own.hits).toContain('/attachment')
        await eventually(kept).toEqual([])
        expect(page.url()).toContain('/link')
      })

      it('downloads nothing when the service answers with a file', async () => {
        const { page } = await bench.open('/form')
        // As the shell itself goes to the completion URL: no page began it, so no page's confinement counts.
        await page.goto(`${fixture.own.origin}/attachment`).catch(() => undefined)
        await bench.expectRefused('download', fixture.own.origin)
        await eventually(kept).toEqual([])
        expect(page.url()).toBe(`${fixture.own.origin}/form`)
      })

      it('is not opened when its own address answers with a file', async () => {
        expect((await bench.openFails(`${fixture.own.origin}/attachment`)).kind).toBe('notLoaded')
        await eventually(kept).toEqual([])
      })
    })

    it('opens no window by script or by link', async () => {
      const to = encodeURIComponent(`${fixture.own.origin}/framed`)
      const { page } = await bench.open(`/blank-link?to=${to}`, { papers: false })
      expect(await page.evaluate(`window.open('/framed')`)).toBeNull()
      await go(page)
      await bench.expectRefused('popup', fixture.own.origin)
      const targets = (await targetsAt(fixture.subject.endpoint('form'))).filter(isPage)
      // Where both windows are of one process, the kiosk's own page is among them.
      expect(targets.filter(({ url }) => !ownPage.test(url))).toHaveLength(1)
      expect(fixture.own.hits).not.toContain('/framed')
    })
  })
}

/** The form page as an adversary that stays where it is, and reaches out from there. */
export function describeReach(form: SharedForm, fixture: ShellFixture): void {
  describe('a hostile form page that reaches out from where it is', () => {
    const bad = () => `${fixture.forbidden.origin}/stolen`

    const go = () => form.page.locator('#go').click({ noWaitAfter: true })
    const stays = async () => {
      await form.expectRefused('navigation', fixture.forbidden.origin)
      await form.attempt(`document.querySelector('meta[http-equiv]')?.remove()
        void document.body.replaceChildren()`)
      await form.expectContained()
    }
    it.each([
      ['a link leads away', `document.body.innerHTML = '<a id="go" href="' + to + '">go</a>'`, go],
      [
        'a form is sent elsewhere',
        `document.body.innerHTML = '<form method="post" action="' + to + '"><button id="go">go</button></form>'`,
        go,
      ],
      ['a script leads away', `location.href = to`],
      ...inFullTier([
        [
          'it refreshes itself away',
          `document.head.append(Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: '0;url=' + to }))`,
        ],
      ] as const),
    ] as const)('stays where it is when %s', async (_how, code, lead?: () => Promise<void>) => {
      await form.attempt(`{ const to = ${JSON.stringify(bad())}; ${code} } void 0`)
      await lead?.()
      await stays()
    })

    it('stays where it is when a chain of redirects leads away', async () => {
      const redirect = (from: string, to: string) => `${from}/redirect?to=${encodeURIComponent(to)}`
      const first = redirect(fixture.own.origin, redirect(fixture.listed.origin, bad()))
      await form.attempt(`void (location.href = ${JSON.stringify(first)})`)
      await stays()
      expect(fixture.listed.hits).toContain('/redirect')
    })

    it('has no history to go back to', async () => {
      expect(await form.page.evaluate('history.length')).toBe(1)
    })

    it.each([
      ['a beacon', `navigator.sendBeacon(to)`],
      [
        'a redirected fetch',
        `fetch('/redirect?to=' + encodeURIComponent(to), { mode: 'no-cors' }).catch(() => 0)`,
      ],
    ])('reaches no other origin by %s', async (_name, code) => {
      const { page } = form
      await page.evaluate(`(async (to) => { await ${code} })(${JSON.stringify(bad())})`)
      await form.expectRefused('request', fixture.forbidden.origin)
      expect(fixture.forbidden.hits).toEqual([])
    })

    it('reaches no other origin by a socket', async () => {
      const { page } = form
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

    it.for([
      [
        'WebRTC',
        (port: number) => `(async () => {
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
        })()`,
        // Not even an address to send from is gathered.
        [],
      ],
      [
        'WebTransport',
        (port: number) => `!globalThis.WebTransport ? 'absent'
          : new WebTransport('https://127.0.0.1:${port}/').ready.then(() => 'open', () => 'refused')`,
        'refused',
      ],
    ] as const)('sends no packet past the proxy by %s', async ([what, code, outcome], { skip }) => {
      const received: string[] = []
      const udp = createSocket('udp4').on('message', () => received.push('packet'))
      await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve))
      const given = await form.page.evaluate(code(udp.address().port))
      await new Promise<void>((resolve) => udp.close(() => resolve()))
      expect(received).toEqual([])
      if (given === 'absent') skip(absent(what))
      expect(given).toEqual(outcome)
    })
  })
}
