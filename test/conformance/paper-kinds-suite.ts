import { describe, expect, it } from 'vitest'
import type { ShellFixture } from './shell-fixture.ts'
import { isPage, targetsAt } from './devtools.ts'
import { paperBench } from './paper-bench.ts'
import { paperColor } from './sites.ts'
import { eventually } from './subject.ts'

/** The ways in which honest pages open a window, besides a link and a plain `window.open`. */
export function describePaperKinds(fixture: ShellFixture): void {
  describe('a paper of a form, in another way,', () => {
    const { bench, open, seen, press, inPaper } = paperBench(fixture)
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

    it('is opened by a form in parts that a script sends, and keeps a file to itself', async () => {
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
      form.view.closePaper()
      await eventually(() => form.papers).toEqual([true, false])
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

    it.each(['a.click()', `a.dispatchEvent(new MouseEvent('click', { cancelable: true }))`])(
      'is opened by a link in no document, unless the page answers it: %s',
      async (click) => {
        const form = await open('/form')
        const link = `const a = document.createElement('a'); a.target = '_blank'; a.href = '/paper'`
        await press(form, `${link}; a.onclick = (event) => event.preventDefault(); ${click}`)
        await form.evaluate('new Promise((done) => setTimeout(done, 100))')
        expect(form.papers).toEqual([])
        expect(bench.refused).toEqual([])
        await press(form, `${link}; ${click}`)
        await eventually(() => form.papers).toEqual([true])
        await seen(paperColor)
      },
    )

    it('is opened without a word to a page that wants none', async () => {
      const form = await open('/form')
      await press(form, `window.got = open('/paper', '_blank', 'noopener')`)
      await eventually(() => form.papers).toEqual([true])
      expect(await form.evaluate('got')).toBeNull()
      form.view.closePaper()
      await eventually(() => form.papers).toEqual([true, false])
      await form.evaluate(`document.body.insertAdjacentHTML('beforeend',
        '<a id="no" target="_blank" rel="noopener noreferrer" href="/paper">paper</a>')`)
      await form.page.locator('#no').click({ noWaitAfter: true })
      await eventually(() => form.papers).toEqual([true, false, true])
    })

    it('is another one when the page uses its name again', async () => {
      const form = await open('/form')
      await press(form, `window.one = open('/paper?one', 'policy')`)
      await eventually(() => form.papers).toEqual([true])
      await form.evaluate(`void (window.two = open('/paper?two', 'policy'))`)
      const address = async () => {
        const targets = await targetsAt(fixture.subject.endpoint('form'))
        return targets.filter((each) => isPage(each)).map(({ url }) => url.split('/paper')[1])
      }
      await eventually(async () => (await address()).filter(Boolean)).toEqual(['?two'])
      await seen(paperColor)
      expect(await form.evaluate('[one.closed, two.closed]')).toEqual([false, false])
      expect(form.papers).toEqual([true])
      form.view.closePaper()
      await eventually(() => form.papers).toEqual([true, false])
      await eventually(() => form.evaluate('[one.closed, two.closed]')).toEqual([true, true])
    })
  })
}
