import { describe, expect, it } from 'vitest'
import { ownPage } from '../../src/main/windows/driver.ts'
import { connectToFrame, connectToPage, targetsAt } from './devtools.ts'
import { addFrame, type FormBench, type OpenForm } from './open-form.ts'
import type { ShellFixture } from './shell-fixture.ts'
import { eventually, full, inFullTier } from './subject.ts'

/** Acts of honest pages: they lead each other on between listed origins, and ask for what a browser may refuse. */
export function describeHonestPages(bench: FormBench, fixture: ShellFixture): void {
  describe('an honest form page', () => {
    const json = JSON.stringify
    /** Adds a frame of another site to the open page; resolves with a connection to it. */
    const openFrame = async (evaluate: OpenForm['evaluate']) => {
      const src = `${fixture.listed.origin}/framed`
      await addFrame(evaluate, src)
      return connectToFrame(fixture.subject.endpoint('form'), src)
    }
    const urls = async () =>
      (await targetsAt(fixture.subject.endpoint('form'))).map(({ url }) => url)

    it('is led on as a whole by a frame of a listed origin', full, async () => {
      const { evaluate } = await bench.open('/form')
      const frame = await openFrame(evaluate)
      const next = `${fixture.own.origin}/empty#paid`
      // The frame goes with the page that it leads on: it answers before.
      await frame.evaluate(`void setTimeout(() => { top.location.href = ${json(next)} })`)
      frame.close()
      await eventually(urls).toContain(next)
    })

    it('keeps what a frame of another site stores, for that frame', async () => {
      const { evaluate } = await bench.open('/form')
      const frame = await openFrame(evaluate)
      expect(await frame.evaluate(`localStorage.kept = 'here'; localStorage.kept`)).toBe('here')
      frame.close()
    })

    it('is not led by a frame to an origin that is not listed', async () => {
      const { evaluate } = await bench.open('/form')
      const frame = await openFrame(evaluate)
      await frame.evaluate(`void (top.location.href = ${json(`${fixture.forbidden.origin}/x`)})`)
      await bench.expectRefused('navigation', fixture.forbidden.origin)
      frame.close()
      expect(await evaluate('location.href')).toBe(`${fixture.own.origin}/form`)
      expect(fixture.forbidden.hits).toEqual([])
    })

    it.each([
      ['an empty document', `top.location.href = 'about:blank'`],
      ...inFullTier([
        ['an empty document in its window', `window.open('about:blank', '_top')`],
        [
          'a document that it made',
          `top.location.href = URL.createObjectURL(new Blob(['x'], { type: 'text/html' }))`,
        ],
      ]),
    ])('is at its place again when a frame leads it to %s', async (_name, code) => {
      const { page, evaluate } = await bench.open('/form')
      const frame = await openFrame(evaluate)
      // The frame goes with the page that it led away.
      void frame.evaluate(`void setTimeout(() => { ${code} })`).catch(() => undefined)
      await eventually(() => bench.refused.map(({ what }) => what)).toContain('navigation')
      frame.close()
      await eventually(() => page.url()).toBe(`${fixture.own.origin}/form`)
      await eventually(() => page.title()).toBe('form')
      expect(bench.onGone).not.toHaveBeenCalled()
    })

    it.each([
      ['data', `top.location.href = 'data:text/html,x'`],
      ...inFullTier([['a script', `top.location.href = 'javascript:document.write(1)'`]]),
    ])('stays where it is when a frame leads it to %s', async (_name, code) => {
      const { evaluate } = await bench.open('/form')
      const frame = await openFrame(evaluate)
      await frame.evaluate(`try { ${code} } catch {} void 0`)
      // A request after it: the browser has dealt with it by then.
      await frame.evaluate(`fetch('/framed')`)
      frame.close()
      expect(await evaluate('location.href + document.title')).toBe(
        `${fixture.own.origin}/formform`,
      )
    })

    describe('that wants a worker is refused one, and it is told of as one:', () => {
      const told = (refused: object) =>
        eventually(() => bench.refused).toContainEqual(expect.objectContaining(refused))

      it('a service worker, of the page, of a frame of another site and of a worker', async () => {
        const { evaluate } = await bench.open('/form')
        const register = `navigator.serviceWorker.register('/worker.js').then(() => 'registered', ({ name }) => name)`
        const asked = { what: 'permission', target: 'service-worker', kind: 'worker' }
        expect(await evaluate(register)).toBe('SecurityError')
        await told({ ...asked, from: fixture.own.origin })
        const frame = await openFrame(evaluate)
        expect(await frame.evaluate(register)).toBe('SecurityError')
        frame.close()
        await told({ ...asked, from: fixture.listed.origin })
        const inWorker = `('serviceWorker' in navigator ? ${register} : Promise.resolve('absent')).then(postMessage)`
        const outcome = await evaluate(`new Promise((resolve) => {
          const source = URL.createObjectURL(new Blob([${json(inWorker)}]))
          new Worker(source).onmessage = ({ data }) => resolve(data)
        })`)
        expect(['SecurityError', 'TypeError', 'absent']).toContain(outcome)
        expect([...fixture.own.hits, ...fixture.listed.hits]).not.toContain('/worker.js')
      })

      it('one that loads what it runs from an origin that is not listed', async () => {
        const { evaluate } = await bench.open('/form')
        const load = `importScripts(${json(`${fixture.forbidden.origin}/worker.js`)})`
        const asks = `new Promise((resolve) => {
          const text = ${json(`try { ${load}; postMessage('loaded') } catch { postMessage('failed') }`)}
          const worker = new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })))
          worker.onmessage = ({ data }) => resolve(data)
        })`
        const refused = {
          what: 'request',
          target: fixture.forbidden.origin,
          kind: 'worker',
          from: fixture.own.origin,
        }
        // The driver may set a worker going before it is watched: then the proxy alone hears of it.
        await eventually(async () => {
          expect(await evaluate(asks)).toBe('failed')
          return bench.refused
        }).toContainEqual(expect.objectContaining(refused))
        expect(fixture.forbidden.hits).toEqual([])
      })

      it("one that the page's own policy of contents forbids", async () => {
        const { evaluate } = await bench.open(
          `/policy?to=${encodeURIComponent(`worker-src 'none'`)}`,
        )
        await evaluate(`try { new Worker('/worker.js') } catch {} void 0`)
        const { origin } = fixture.own
        await told({ what: 'permission', target: origin, kind: 'worker' })
      })
    })

    it('finds that no robot drives it, in frames of other sites and in the kiosk too', async () => {
      const { evaluate } = await bench.open('/form')
      const driven = 'String(navigator.webdriver)'
      expect(await evaluate(driven)).toBe('false')
      const frame = await openFrame(evaluate)
      expect(await frame.evaluate(driven)).toBe('false')
      frame.close()
      const inWorker = await evaluate(`new Promise((resolve) => {
        const source = URL.createObjectURL(new Blob(['postMessage(String(navigator.webdriver))']))
        new Worker(source).onmessage = ({ data }) => resolve(data)
      })`)
      expect(inWorker).toMatch(/^(false|undefined)$/)
      const kiosk = await connectToPage(fixture.subject.endpoint('kiosk'), ownPage)
      expect(await kiosk.evaluate(driven)).toBe('false')
      kiosk.close()
    })

    it('is refused what it asks for in words that it can take', async () => {
      const { evaluate } = await bench.open('/form')
      const asked = await evaluate(`(async () => {
        const name = (asked) => Promise.resolve(asked).then((given) => 'gave ' + given, (error) => error.name)
        const { serviceWorker } = navigator
        const container = 'serviceWorker' in navigator
        return {
          container,
          register: await name(serviceWorker.register('/worker.js')),
          registrations: (await serviceWorker.getRegistrations()).length,
          registration: await name(serviceWorker.getRegistration()),
          controller: String(serviceWorker.controller),
          ready: await Promise.race([serviceWorker.ready.then(() => 'ready'), name(fetch('/framed').then(() => 'waits'))]),
          domain: (() => { try { document.domain = document.domain; return 'kept' } catch (error) { return error.name } })(),
          notification: Notification.permission + ' ' + (await Notification.requestPermission()),
          push: (await navigator.permissions.query({ name: 'notifications' })).state,
          share: 'share' in navigator ? await name(navigator.share({ title: 'x' })) : 'NotAllowedError',
          passkey: 'credentials' in navigator ? await name(navigator.credentials.get({ publicKey: { challenge: new Uint8Array(16) } })) : 'NotAllowedError',
        }
      })()`)
      expect(asked).toEqual({
        container: true,
        register: 'SecurityError',
        registrations: 0,
        registration: 'gave undefined',
        controller: 'null',
        ready: 'gave waits',
        domain: 'kept',
        notification: 'denied denied',
        push: 'denied',
        share: 'NotAllowedError',
        passkey: 'NotAllowedError',
      })
    })
  })
}
