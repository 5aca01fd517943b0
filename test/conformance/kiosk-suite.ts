import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { View } from '../../src/shared/ipc.ts'
import type { ShellFixture } from './shell-fixture.ts'
import { ownPage } from '../../src/main/windows/driver.ts'
import { connectToPage, isPage, targetsAt } from './devtools.ts'
import {
  drive,
  eventually,
  kioskColor,
  pageProcess,
  processesOf,
  screenSize,
  type Driver,
} from './subject.ts'

/** A view that has a number, and may be that of the camera: the shell looks at nothing else. */
const view = (sequence: number, name?: 'camera' | 'help') =>
  ({ sequence, overlay: name ? { name } : null }) as View

/** Opens what the machine has of a camera and a microphone: the kinds of it, or why not. */
const media = (wanted: string) =>
  `navigator.mediaDevices.getUserMedia(${wanted}).then(
    (stream) => stream.getTracks().map((track) => { track.stop(); return track.kind }).join(),
    (error) => error.name)`

/** The kiosk window: its bridge, its walls, and what is left of it after a renewal. */
export function describeKiosk(fixture: ShellFixture): void {
  describe('the kiosk window', () => {
    let driver: Driver
    /** Text on the screen for a new driver; null without a page. Playwright would wait for ever while a crashed page stands. */
    const shownAnew = async () => {
      const endpoint = fixture.subject.endpoint('kiosk')
      const pages = (await targetsAt(endpoint)).filter(
        (each) => isPage(each) && ownPage.test(each.url),
      )
      if (pages.length !== 1) return null
      const page = await connectToPage(endpoint, ownPage)
      const late = setTimeout(() => page.close(), 500)
      const text = page.evaluate<string | null>(`document.querySelector('#sequence').textContent`)
      return await text.finally(() => {
        clearTimeout(late)
        page.close()
      })
    }
    const shown = (page = driver.page) => page.locator('#sequence').textContent()

    beforeEach(async () => {
      fixture.received.length = 0
      fixture.forbidden.hits.length = 0
      driver = await drive(fixture.subject.endpoint('kiosk'), ownPage)
    })
    afterEach(() => driver.release())

    it('fills the screen', async () => {
      const { width, height } = screenSize
      const corners = [0, width - 1].flatMap((x) => [0, height - 1].map((y) => [x, y] as const))
      for (const [x, y] of corners)
        await eventually(() => fixture.subject.pixel(x, y)).toBe(kioskColor)
      expect(await driver.page.evaluate('innerWidth')).toBe(width)
    })

    it('hands every view to the page, and the newest to a listener that comes late', async () => {
      fixture.kiosk.show(view(1))
      await eventually(() => shown()).toBe('1')
      fixture.kiosk.show(view(2))
      await eventually(() => shown()).toBe('2')
      const late = driver.page.evaluate('new Promise((resolve) => foyer.onView(resolve))')
      expect(await late).toEqual(view(2))
    })

    it('stops handing views to a listener that has left', async () => {
      await driver.page.evaluate(`
        window.seen = []
        window.stop = foyer.onView((view) => seen.push(view.sequence))`)
      fixture.kiosk.show(view(3))
      await eventually(() => driver.page.evaluate('seen.at(-1)')).toBe(3)
      await driver.page.evaluate('stop()')
      fixture.kiosk.show(view(4))
      await eventually(() => shown()).toBe('4')
      expect(await driver.page.evaluate('seen.at(-1)')).toBe(3)
    })

    it('carries a command of our page, and its answer', async () => {
      const answer = await driver.page.evaluate(`foyer.send({ type: 'begin' })`)
      expect(answer).toEqual({ ok: true, echo: { type: 'begin' } })
      expect(fixture.received).toEqual([{ raw: { type: 'begin' }, sender: { isKioskPage: true } }])
    })

    it('offers nothing but the two calls of the bridge, and lets no one change them', async () => {
      const keys = await driver.page.evaluate(`
        try { foyer.send = () => 'mine' } catch {}
        try { window.foyer = {} } catch {}
        Object.keys(foyer).map((key) => [key, typeof foyer[key], String(foyer[key]).includes('mine')].join())`)
      expect(keys).toEqual(['send,function,false', 'onView,function,false'])
    })

    it('gives a frame in our page no bridge, and marks what it sends as foreign', async () => {
      const words = `frame.srcdoc = '<p>x</p>'`
      for (const make of [
        '',
        words,
        `frame.sandbox = 'allow-scripts allow-same-origin'; ${words}`,
      ]) {
        const bridge = await driver.page.evaluate(`new Promise((resolve) => {
          const frame = document.createElement('iframe')
          ${make}
          frame.onload = () => {
            const inside = frame.contentWindow
            // The raw channel below the bridge, as a hostile frame would look for it.
            inside?.__playwright__binding__?.(JSON.stringify({
              name: 'foyerBridgeCall', seq: 1, serializedArgs: [{ v: 'null' }, { v: 'null' }],
            }))
            resolve(typeof inside?.foyer + typeof inside?.foyerBridgeCall)
            frame.remove()
          }
          document.body.append(frame)
        })`)
        expect(bridge, make).toBe('undefinedundefined')
      }
      await driver.page.evaluate(`foyer.send({ type: 'done' })`)
      expect(fixture.received.filter(({ sender }) => sender.isKioskPage)).toHaveLength(1)
    })

    it('lets our page reach no network', async () => {
      const target = JSON.stringify(fixture.forbidden.origin)
      await driver.page.evaluate(`(async () => {
        const tries = [fetch(${target}), fetch(${target}, { mode: 'no-cors' })]
        navigator.sendBeacon(${target})
        new Image().src = ${target}
        await Promise.allSettled(tries)
        try {
          const socket = new WebSocket(${target}.replace('http', 'ws'))
          await new Promise((resolve) => { socket.onerror = socket.onopen = resolve })
        } catch {}
      })()`)
      expect(fixture.forbidden.hits).toEqual([])
    })

    it('does not leave our page', async () => {
      const { origin } = fixture.forbidden
      await driver.page.evaluate(`location.href = ${JSON.stringify(origin)}`)
      await driver.page.evaluate(`foyer.send({ type: 'done' })`)
      expect(driver.page.url()).toMatch(ownPage)
      expect(fixture.forbidden.hits).toEqual([])
    })

    it('runs no script that stands in the page itself', async () => {
      const blocked = driver.page.evaluate(`new Promise((resolve) => {
        addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective))
        const script = document.createElement('script')
        script.textContent = 'window.injected = true'
        document.body.append(script)
      })`)
      expect(await blocked).toBe('script-src-elem')
      expect(await driver.page.evaluate('window.injected')).toBeUndefined()
    })

    it('has the camera as long as its page shows it, and no microphone', async () => {
      const opened = async (wanted: string, shows: View) => {
        fixture.kiosk.show(shows)
        await eventually(() => shown()).toBe(String(shows.sequence))
        return driver.page.evaluate(media(wanted))
      }
      expect(await opened('{ video: true }', view(101))).toBe('NotAllowedError')
      expect(await opened('{ video: true }', view(102, 'camera'))).toBe('video')
      expect(await opened('{ audio: true }', view(103, 'camera'))).toBe('NotAllowedError')
      const both = '{ audio: true, video: true }'
      expect(await opened(both, view(104, 'camera'))).toBe('NotAllowedError')
      expect(await opened('{ video: true }', view(105, 'help'))).toBe('NotAllowedError')
    })

    it('is clean after it was renewed, and shows the newest view again', async () => {
      fixture.kiosk.show(view(7))
      await eventually(() => shown()).toBe('7')
      await driver.page.evaluate(`
        localStorage.canary = sessionStorage.canary = window.canary = document.cookie = 'canary=1'
        new Promise((resolve) => { indexedDB.open('canary').onsuccess = resolve })`)
      const old = await driver.page.evaluate('location.origin')
      const process = await pageProcess(driver.page)
      await driver.release()
      await fixture.kiosk.renew()
      // The process that held what was typed has ended by then.
      expect([...(await processesOf(fixture.subject))]).not.toContain(process)
      driver = await drive(fixture.subject.endpoint('kiosk'), ownPage)

      await eventually(() => shown()).toBe('7')
      const left = await driver.page.evaluate(`(async () => ({
        local: localStorage.length, session: sessionStorage.length, cookie: document.cookie,
        variable: typeof canary, databases: await indexedDB.databases(), history: history.length,
      }))()`)
      expect(left).toEqual({
        local: 0,
        session: 0,
        cookie: '',
        variable: 'undefined',
        databases: [],
        history: 1,
      })
      const cdp = await driver.page.context().newCDPSession(driver.page)
      expect((await cdp.send('Storage.getUsageAndQuota', { origin: String(old) })).usage).toBe(0)
      expect((await cdp.send('Network.getAllCookies')).cookies).toEqual([])
    })

    it('mends itself after its page crashed', async () => {
      fixture.kiosk.show(view(9))
      process.kill(await pageProcess(driver.page), 'SIGKILL')
      await driver.release()
      await eventually(() => shownAnew().catch(() => null)).toBe('9')
      driver = await drive(fixture.subject.endpoint('kiosk'), ownPage)
      expect(fixture.onClosed).not.toHaveBeenCalled()
    })
  })
}
