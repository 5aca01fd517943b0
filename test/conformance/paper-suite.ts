import { describe, expect, it } from 'vitest'
import type { ShellFixture } from './shell-fixture.ts'
import { paperBench } from './paper-bench.ts'
import { formColor, paperColor } from './sites.ts'
import { eventually, kioskColor } from './subject.ts'

/** What a form's page would open in a new window: drawn by Foyer over the form, under the same rules, gone with it. */
export function describePapers(fixture: ShellFixture): void {
  describe('a paper of a form', () => {
    const { bench, open, seen, press, inPaper } = paperBench(fixture)
    const encoded = encodeURIComponent
    const openPaper = `window.paper = open('/paper')`

    it('lies over the form when a link opens it, and goes when it is closed', async () => {
      const to = encoded(`${fixture.listed.origin}/paper`)
      const { page, view, papers } = await open(`/blank-link?to=${to}`)
      await page.locator('#go').click({ noWaitAfter: true })
      await eventually(() => papers).toEqual([true])
      await seen(paperColor)
      view.closePaper()
      await eventually(() => papers).toEqual([true, false])
      await seen(formColor)
      expect(page.url()).toBe(`${fixture.own.origin}/blank-link?to=${to}`)
      expect(bench.refused).toEqual([])
    })

    it('is an object that the page can follow to its end, and nothing more', async () => {
      const form = await open('/form')
      const { evaluate, view, papers } = form
      await press(form, `${openPaper}; paper.focus(); paper.postMessage('hello', '*')`)
      await eventually(() => papers).toEqual([true])
      await seen(paperColor)
      expect(
        await evaluate('[paper.closed, paper.opener, paper.document, paper.location.href]'),
      ).toEqual([false, null, null, ''])
      const paper = await inPaper('/paper')
      expect(await paper.evaluate('opener')).toBeNull()
      paper.close()
      view.closePaper()
      await eventually(() => papers).toEqual([true, false])
      await eventually(() => evaluate('paper.closed')).toBe(true)
      await seen(formColor)
      await eventually(() => evaluate('document.hasFocus()')).toBe(true)
      expect(bench.refused).toEqual([])
    })

    it('goes when the page closes it', async () => {
      const form = await open('/form')
      const { evaluate, papers } = form
      await press(form, openPaper)
      await eventually(() => papers).toEqual([true])
      await evaluate('paper.close()')
      await eventually(() => papers).toEqual([true, false])
      await seen(formColor)
    })

    it('goes when it closes itself', async () => {
      const form = await open('/form')
      const { evaluate, papers } = form
      await press(form, `window.paper = open('/paper-closes')`)
      await eventually(() => papers).toEqual([true])
      await seen(paperColor)
      const paper = await inPaper('/paper-closes')
      await paper.evaluate('close()')
      paper.close()
      await eventually(() => papers).toEqual([true, false])
      await eventually(() => evaluate('paper.closed')).toBe(true)
      await seen(formColor)
    })

    it('is opened again, as often as a patient wants to read it', async () => {
      const form = await open('/form')
      const { evaluate, view, papers } = form
      for (const told of [
        [true, false],
        [true, false, true, false],
      ]) {
        await press(form, openPaper)
        await eventually(() => papers.at(-1)).toBe(true)
        view.closePaper()
        await eventually(() => papers).toEqual(told)
        await eventually(() => evaluate('paper.closed')).toBe(true)
      }
    })

    it('is hidden and shown with its form', async () => {
      const form = await open('/form')
      const { view, papers } = form
      await press(form, openPaper)
      await eventually(() => papers).toEqual([true])
      await view.setVisible(false)
      await seen(kioskColor)
      await view.setVisible(true)
      await seen(paperColor)
    })

    it('goes with its form', async () => {
      const form = await open('/form')
      const { view, papers } = form
      await press(form, openPaper)
      await eventually(() => papers).toEqual([true])
      await seen(paperColor)
      await view.close()
      await seen(kioskColor)
      expect(bench.onGone).not.toHaveBeenCalled()
    })

    it('is one, however many windows a page opens', async () => {
      const form = await open('/form')
      const { evaluate, papers } = form
      await press(
        form,
        `window.got = []; for (let left = 30; left > 0; left--) got.push(open('/paper?' + left))`,
      )
      await eventually(() => papers).toEqual([true])
      expect(await evaluate('got.filter((each) => each !== null).length')).toBe(1)
      expect(await evaluate(`open('/paper?more')`)).toBeNull()
      await bench.expectRefused('popup', fixture.own.origin)
      expect(fixture.own.hits.filter((path) => path === '/paper')).toHaveLength(1)
      await seen(paperColor)
    })

    it('is not opened by a page that nobody touched', async () => {
      const { evaluate, papers } = await open('/opens')
      expect(await evaluate('opened')).toEqual([null, null, null, 'refused'])
      await bench.expectRefused('popup', fixture.own.origin)
      expect(papers).toEqual([])
      expect(fixture.own.hits).not.toContain('/paper')
    })

    it('is not opened by a frame that nobody touched, and is by one that somebody did', async () => {
      const { page, evaluate, papers } = await open('/empty')
      // It comes when whoever drives the page is there: else it may stay held for that.
      await evaluate(`void document.body.append(
        Object.assign(document.createElement('iframe'), {
          id: 'frame',
          src: ${JSON.stringify(`${fixture.listed.origin}/opens`)},
        }),
      )`)
      await bench.expectRefused('popup', fixture.listed.origin)
      expect(papers).toEqual([])
      expect(fixture.listed.hits).not.toContain('/paper')
      await page.frameLocator('#frame').locator('#link').click({ noWaitAfter: true })
      await eventually(() => papers).toEqual([true])
      await seen(paperColor)
    })

    it.each([
      '',
      'about:blank',
      'javascript:document.title=1',
      'data:text/html,<p>made',
      'mailto:a@b.example',
      'http://user@127.0.0.1/paper',
    ])('is not opened for %j', async (url) => {
      const form = await open('/form')
      const { evaluate, papers } = form
      await press(form, `window.got = open(${JSON.stringify(url)})`)
      expect(await evaluate('got')).toBeNull()
      await eventually(() => bench.refused).toContainEqual(
        expect.objectContaining({ what: 'popup' }),
      )
      expect(papers).toEqual([])
      await seen(formColor)
    })

    it('is not opened for a document that the page made, nor for an origin that is not listed', async () => {
      const form = await open('/form')
      const { evaluate, papers } = form
      await press(
        form,
        `window.got = [
          open(URL.createObjectURL(new Blob(['<p>made'], { type: 'text/html' }))),
          open(${JSON.stringify(`${fixture.forbidden.origin}/paper`)}),
        ]`,
      )
      expect(await evaluate('got')).toEqual([null, null])
      await bench.expectRefused('popup', fixture.forbidden.origin)
      expect(papers).toEqual([])
      expect(fixture.forbidden.hits).toEqual([])
    })

    it.each(['/no.pdf', '/attachment', '/nowhere'])('is not opened for %s', async (path) => {
      const form = await open('/form')
      const { evaluate, papers } = form
      await press(form, `window.got = open('${path}')`)
      await bench.expectRefused('popup', fixture.own.origin)
      await eventually(() => evaluate('got.closed')).toBe(true)
      expect(papers).toEqual([])
      await seen(formColor)
    })

    it('is not opened by a link that the page answers for itself', async () => {
      const { page, evaluate, papers } = await open(`/blank-link?to=/paper`)
      await evaluate(`void addEventListener('click', (event) => event.preventDefault())`)
      await page.locator('#go').click({ noWaitAfter: true })
      await evaluate('new Promise((done) => setTimeout(done, 100))')
      expect(papers).toEqual([])
      expect(bench.refused).toEqual([])
      expect(fixture.own.hits).not.toContain('/paper')
    })

    it('is opened by a link of which the page hears alone', async () => {
      const { page, evaluate, papers } = await open(`/blank-link?to=/paper`)
      await evaluate(
        `void (document.querySelector('#go').onclick = (event) => event.stopPropagation())`,
      )
      await page.locator('#go').click({ noWaitAfter: true })
      await eventually(() => papers).toEqual([true])
    })

    it('is none for what opens in a frame of the page', async () => {
      const form = await open('/form')
      const { evaluate, papers } = form
      await evaluate(`void document.body.append(
        Object.assign(document.createElement('iframe'), { name: 'inner' }))`)
      await press(form, `window.got = open('/framed', 'inner') === frames[0]`)
      await eventually(() => fixture.own.hits).toContain('/framed')
      expect(await evaluate('got')).toBe(true)
      expect(papers).toEqual([])
    })

    it('is opened by a form that is not posted, with what is in it', async () => {
      const form = await open('/form')
      await form.evaluate(`document.body.insertAdjacentHTML('beforeend',
        '<form target="_blank" action="/paper"><input name="a" value="b"><button id="send">send')`)
      await form.page.locator('#send').click({ noWaitAfter: true })
      await eventually(() => form.papers).toEqual([true])
      const paper = await inPaper('/paper\\?a=b')
      paper.close()
    })

    it('has no window of its own, no dialog, and stays where it is', async () => {
      const form = await open('/form')
      await press(form, `window.paper = open('/paper-tries')`)
      await eventually(() => form.papers).toEqual([true])
      await seen(paperColor)
      const paper = await inPaper('/paper-tries')
      expect(await paper.evaluate('got')).toEqual(['object', null, null, false, null])
      const gone = [fixture.forbidden.origin, 'about:blank', 'data:text/html,<p>made', 'foyer://x']
      for (const url of gone) await paper.evaluate(`void (location.href = ${JSON.stringify(url)})`)
      await bench.expectRefused('navigation', fixture.forbidden.origin)
      expect(fixture.forbidden.hits).toEqual([])
      expect(await paper.evaluate('location.pathname')).toBe('/paper-tries')
      paper.close()
      expect(form.papers).toEqual([true])
      await seen(paperColor)
    })

    it('is not opened where the clinic has none', async () => {
      const form = await open('/form', { papers: false })
      await press(form, `window.got = open('/paper')`)
      expect(await form.evaluate('got')).toBeNull()
      await bench.expectRefused('popup', fixture.own.origin)
      expect(fixture.own.hits).not.toContain('/paper')
    })
  })
}
