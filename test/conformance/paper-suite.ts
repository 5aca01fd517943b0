import { describe, expect, it } from 'vitest'
import type { ShellFixture } from './shell-fixture.ts'
import { addFrame } from './open-form.ts'
import { paperBench } from './paper-bench.ts'
import { formColor, paperColor } from './sites.ts'
import { eventually, full, inFullTier, kioskColor } from './subject.ts'

/** Pages that a form would open in a new window: drawn over the form, under the same rules, and gone with it. */
export function describePapers(fixture: ShellFixture): void {
  describe('a paper of a form', () => {
    const { bench, open, openPaper, closePaper, seen, press, inPaper } = paperBench(fixture)
    const encoded = encodeURIComponent
    const opening = `window.paper = open('/paper')`
    it('lies over the form when a link opens it, and goes when it is closed', async () => {
      const to = encoded(`${fixture.listed.origin}/paper`)
      const form = await open(`/blank-link?to=${to}`)
      const { page, papers } = form
      await page.locator('#go').click({ noWaitAfter: true })
      await eventually(() => papers).toEqual([true])
      await seen(paperColor)
      await closePaper(form)
      expect(papers).toEqual([true, false])
      expect(page.url()).toBe(`${fixture.own.origin}/blank-link?to=${to}`)
      expect(bench.refused).toEqual([])
    })

    it('is an object that the page can follow to its end, and nothing more', full, async () => {
      const form = await openPaper(`${opening}; paper.focus()`)
      const { evaluate, papers } = form
      expect(
        await evaluate('[paper.closed, paper.opener, paper.document.body, paper.location.href]'),
      ).toEqual([false, null, null, ''])
      const paper = await inPaper('/paper')
      expect(await paper.evaluate('opener.closed')).toBe(false)
      paper.close()
      await closePaper(form)
      expect(await evaluate('paper.closed')).toBe(true)
      await eventually(() => evaluate('document.hasFocus()')).toBe(true)
      await press(form, opening)
      await eventually(() => papers).toEqual([true, false, true])
      await seen(paperColor)
      await evaluate('paper.close()')
      await eventually(() => papers).toEqual([true, false, true, false])
      await eventually(() => evaluate('paper.closed')).toBe(true)
      await seen(formColor)
      expect(bench.refused).toEqual([])
    })

    describe('that signs something', () => {
      const signs = async (path: string, features = '') => {
        const form = await open('/form')
        await form.evaluate(`window.got = []; addEventListener('message', ({ data, origin, source }) =>
          got.push([data, origin, source === window.paper])); void 0`)
        const url = JSON.stringify(`${fixture.listed.origin}${path}`)
        await press(form, `window.paper = open(${url}, '_blank', '${features}')`)
        await eventually(() => form.papers).toEqual([true])
        await seen(paperColor)
        return form
      }
      const { own, listed } = { own: () => fixture.own.origin, listed: () => fixture.listed.origin }
      const signing = (to: string) => `/signing?to=${encoded(to)}`

      it('tells the form that opened it so, from one listed origin to another', async () => {
        const form = await signs(signing(own()))
        const told = [{ signed: true, by: ['Ana'] }, listed(), true]
        await eventually(() => form.evaluate('got')).toEqual([told])
        const paper = await inPaper('/signing.*')
        expect(await paper.evaluate('had')).toBe(true)
        await paper.evaluate(`opener.postMessage('once more', '*')`)
        await eventually(() => form.evaluate('got')).toEqual([told, ['once more', listed(), true]])
        paper.close()
        expect(bench.refused).toEqual([])
      })

      it('tells nobody whom it does not name, nor who wants no opener', full, async () => {
        const form = await signs(signing(listed()))
        const paper = await inPaper('/signing.*')
        await paper.evaluate(`opener.postMessage('for all', '*')`)
        await eventually(() => form.evaluate('got')).toEqual([['for all', listed(), true]])
        paper.close()
        const other = await signs(signing(own()), 'noopener')
        const alone = await inPaper('/signing.*')
        expect(await alone.evaluate('opener')).toBeNull()
        alone.close()
        expect(await other.evaluate('got')).toEqual([])
        expect(bench.refused).toEqual([])
      })

      it.each<[how: string, path: string, code: string]>([
        ['leads its opener', `/signing-leads?to=/led`, ''],
        ...inFullTier<[string, string, string]>([
          ['tells what is no text', '/paper?signing', `opener.postMessage(new Map(), '*')`],
          ['reads its opener', '/paper?signing', 'void opener.document'],
        ]),
      ])('is told of where it %s', async (_how, path, code) => {
        const form = await signs(path)
        if (code) {
          const paper = await inPaper('signing')
          await paper.evaluate(`{ ${code} }`)
          paper.close()
        }
        await eventually(() => bench.refused).toContainEqual(
          expect.objectContaining({ what: 'popup', kind: 'opener', target: listed() }),
        )
        expect(await form.evaluate('[location.pathname, got]')).toEqual(['/form', []])
      })

      it.each([
        ['speak to it', `paper.postMessage('hello', '*')`],
        ['write it', `paper.document.write('hello'); paper.document.close()`],
      ])('is told of where its form would %s', full, async (_how, code) => {
        await (await signs('/paper')).evaluate(code)
        await eventually(() => bench.refused).toContainEqual(
          expect.objectContaining({ what: 'popup', kind: 'opener' }),
        )
      })
    })

    it('goes when it closes itself', full, async () => {
      const form = await openPaper(`window.paper = open('/paper-closes')`)
      const paper = await inPaper('/paper-closes')
      await paper.evaluate('close()').finally(() => paper.close())
      await eventually(() => form.papers).toEqual([true, false])
      await eventually(() => form.evaluate('paper.closed')).toBe(true)
      await seen(formColor)
    })

    it('is not opened by a page that nobody touched', async () => {
      const { evaluate, papers } = await open('/opens')
      expect(await evaluate('opened')).toEqual([null, null, null, 'refused'])
      await bench.expectRefused('popup', fixture.own.origin)
      expect(papers).toEqual([])
      expect(fixture.own.hits).not.toContain('/paper')
    })

    it('is not opened by a frame that nobody touched, and is by another', full, async () => {
      const { page, evaluate, papers } = await open('/empty')
      await addFrame(evaluate, `${fixture.listed.origin}/opens`)
      await bench.expectRefused('popup', fixture.listed.origin)
      expect(papers).toEqual([])
      expect(fixture.listed.hits).not.toContain('/paper')
      await page.frameLocator('iframe').locator('#link').click({ noWaitAfter: true })
      await eventually(() => papers).toEqual([true])
      await seen(paperColor)
    })

    it('is what a page leads an empty window to, once, and soon', full, async () => {
      const form = await open('/form')
      const { evaluate, papers } = form
      await press(form, `window.other = open(''); window.got = open('about:blank')`)
      expect(await evaluate('[other.closed, got.closed]')).toEqual([true, false])
      await evaluate('got.close()')
      await eventually(() => evaluate('got.closed')).toBe(true)
      await evaluate(`got.location = '/paper'; void 0`)
      await bench.expectRefused('popup', fixture.own.origin)
      bench.refused.length = 0
      await press(form, `window.got = open('')`)
      await evaluate(`got.location = '${fixture.forbidden.origin}/paper'; void 0`)
      await bench.expectRefused('popup', fixture.forbidden.origin)
      await eventually(() => evaluate('got.closed')).toBe(true)
      expect(papers).toEqual([])
      await press(form, `window.got = open('')`)
      await evaluate(`got.location.replace('/paper')`)
      await eventually(() => papers).toEqual([true])
      await seen(paperColor)
      expect(await evaluate('got.closed')).toBe(false)
      expect(fixture.forbidden.hits).toEqual([])
    })

    it('is opened by a link of which the page hears, unless it answers it', full, async () => {
      const { page, evaluate, papers } = await open(`/blank-link?to=/paper`)
      await evaluate(`void addEventListener('click', (event) => event.preventDefault())`)
      await page.locator('#go').click({ noWaitAfter: true })
      await evaluate('new Promise((done) => setTimeout(done, 100))')
      expect(papers).toEqual([])
      expect(bench.refused).toEqual([])
      expect(fixture.own.hits).not.toContain('/paper')
      await evaluate(
        `void (document.querySelector('#go').onclick = (event) => event.stopPropagation())`,
      )
      await page.locator('#go').click({ noWaitAfter: true })
      await eventually(() => papers).toEqual([true])
    })

    it('is none for what opens in a frame of the page', full, async () => {
      const form = await open('/form')
      const { evaluate, papers } = form
      await evaluate(`void document.body.append(
        Object.assign(document.createElement('iframe'), { name: 'inner' }))`)
      await press(form, `window.got = open('/framed', 'inner') === frames[0]`)
      await eventually(() => fixture.own.hits).toContain('/framed')
      expect(await evaluate('got')).toBe(true)
      expect(papers).toEqual([])
    })

    it('is opened by a form that is not posted, with what is in it', full, async () => {
      const form = await open('/form')
      await form.evaluate(`document.body.insertAdjacentHTML('beforeend',
        '<form target="_blank" action="/paper"><input name="a" value="b"><button id="send">send')`)
      await form.page.locator('#send').click({ noWaitAfter: true })
      await eventually(() => form.papers).toEqual([true])
      const paper = await inPaper('/paper\\?a=b')
      paper.close()
    })

    it('has no window of its own, no dialog, and stays where it is', async () => {
      const form = await openPaper(`window.paper = open('/paper-tries')`)
      const paper = await inPaper('/paper-tries')
      expect(await paper.evaluate('got')).toEqual(['object', null, {}, false, null])
      const gone = [fixture.forbidden.origin, 'about:blank', 'data:text/html,<p>made', 'foyer://x']
      for (const url of gone) await paper.evaluate(`void (location.href = ${JSON.stringify(url)})`)
      await bench.expectRefused('navigation', fixture.forbidden.origin)
      expect(fixture.forbidden.hits).toEqual([])
      expect(await paper.evaluate('location.pathname')).toBe('/paper-tries')
      paper.close()
      expect(form.papers).toEqual([true])
      await seen(paperColor)
    })

    const ownForm = (attributes: string, fields: string) =>
      `document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(
        `<form id="sent" method="post" action="/posted" target="_blank" ${attributes}>${fields}<button id="send">send</form>`,
      )})`
    const posted = async () => {
      const paper = await inPaper('/posted')
      const got = JSON.parse(await paper.evaluate(`document.querySelector('pre').innerText`)) as {
        readonly [name in 'method' | 'type' | 'origin' | 'cookie' | 'body']: string
      }
      paper.close()
      return got
    }

    it('is opened by a form that is posted, as the browser would have sent it', async () => {
      const form = await open('/form')
      await form.evaluate(`document.cookie = 'who=ana; SameSite=Strict'`)
      await form.evaluate(
        ownForm('', '<input name="action" value="a&b"><textarea name="t">\none\ntwo</textarea>'),
      )
      await form.page.locator('#send').click({ noWaitAfter: true })
      await eventually(() => form.papers).toEqual([true])
      await seen(paperColor)
      expect(await posted()).toEqual({
        method: 'POST',
        type: 'application/x-www-form-urlencoded',
        origin: fixture.own.origin,
        cookie: 'who=ana',
        body: 'action=a%26b&t=one%0D%0Atwo',
      })
      expect(bench.refused).toEqual([])
    })

    it('is opened by a form in parts that a script sends, but for a file', full, async () => {
      const form = await open('/form')
      const parts = 'enctype="multipart/form-data"'
      await form.evaluate(ownForm(parts, '<input name="né" value="ü"><input type="file" name="f">'))
      await press(form, `document.querySelector('#sent').submit()`)
      await eventually(() => form.papers).toEqual([true])
      const { type, body } = await posted()
      const boundary = type.replace('multipart/form-data; boundary=', '')
      expect(body.split(boundary).map((each) => each.trim())).toEqual([
        '--',
        'Content-Disposition: form-data; name="né"\r\n\r\nü\r\n--',
        'Content-Disposition: form-data; name="f"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n--',
        '--',
      ])
      await closePaper(form)
      await press(
        form,
        `const files = new DataTransfer()
        files.items.add(new File(['secret'], 'card.png'))
        document.querySelector('[type=file]').files = files.files
        document.querySelector('#sent').submit()`,
      )
      await eventually(() => bench.refused).toContainEqual(
        expect.objectContaining({ what: 'popup' }),
      )
      expect(fixture.own.hits.filter((path) => path === '/posted')).toHaveLength(1)
    })

    it.each([
      'a.click()',
      ...inFullTier([`a.dispatchEvent(new MouseEvent('click', { cancelable: true }))`]),
    ])('is opened by a link in no document, unless the page answers it: %s', async (click) => {
      const form = await open('/form')
      const link = `const a = document.createElement('a'); a.target = '_blank'; a.href = '/paper'`
      await press(form, `${link}; a.onclick = (event) => event.preventDefault(); ${click}`)
      await form.evaluate('new Promise((done) => setTimeout(done, 100))')
      expect(form.papers).toEqual([])
      expect(bench.refused).toEqual([])
      await press(form, `${link}; ${click}`)
      await eventually(() => form.papers).toEqual([true])
      await seen(paperColor)
    })

    it('is opened without a word to a page that wants none', full, async () => {
      const form = await openPaper(`window.got = open('/paper', '_blank', 'noopener')`)
      expect(await form.evaluate('got')).toBeNull()
      await form.evaluate(
        `visualViewport.addEventListener('foyerpaperclosed', () => (got = 'told'))`,
      )
      await closePaper(form)
      await eventually(() => form.evaluate('got')).toBe('told')
      await form.evaluate(`document.body.insertAdjacentHTML('beforeend',
        '<a id="no" target="_blank" rel="noopener noreferrer" href="/paper">paper</a>')`)
      await form.page.locator('#no').click({ noWaitAfter: true })
      await eventually(() => form.papers).toEqual([true, false, true])
    })

    it('is hidden and shown with its form, and goes with it', async () => {
      const { view } = await openPaper(opening)
      await view.setVisible(false)
      await seen(kioskColor)
      await view.setVisible(true)
      await seen(paperColor)
      await view.close()
      await seen(kioskColor)
      expect(bench.onGone).not.toHaveBeenCalled()
    })
  })
}
