import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectToPage, isPage, targetsAt } from '../devtools.ts'
import { barHeight } from '../open-form.ts'
import { paperBench, type FormWithPapers } from '../paper-bench.ts'
import type { ShellFixture } from '../shell-fixture.ts'
import { formColor, paperColor } from '../sites.ts'
import { eventually, full, inFullTier, screenSize } from '../subject.ts'
import { startDocumentSite, type DocumentAnswer, type DocumentSite } from './document-site.ts'

const blue = `<style>body{background:${paperColor}}</style>`

/** Papers as a way out of the form, over it, or to what the form holds. */
export function describeHostilePapers(fixture: ShellFixture): void {
  describe('a hostile paper', () => {
    const { bench, open: openForm, press, closePaper } = paperBench(fixture)
    let site: DocumentSite
    beforeAll(async () => (site = await startDocumentSite()))
    afterAll(() => site.close())

    const open = () => openForm('/form', { allowedOrigins: [fixture.listed.origin, site.origin] })
    const opens = (url: string, more = '') =>
      `window.paper = open(${JSON.stringify(url)}${more && `, ${more}`})`
    /** Takes hold of a page once it is read: its address is there before its elements are. */
    const paperAt = async (address: RegExp) => {
      const paper = await connectToPage(fixture.subject.endpoint('form'), address)
      await eventually(() => paper.evaluate('document.readyState')).not.toBe('loading')
      return paper
    }
    const ofSite = /\?answer=/
    const openPaper = async (body: string, headers?: Readonly<Record<string, string>>) => {
      const form = await open()
      await press(form, opens(site.at({ body: blue + body, ...(headers && { headers }) })))
      await eventually(() => form.papers).toEqual([true])
      await seen(paperColor)
      return { form, paper: await paperAt(ofSite) }
    }
    const seen = (color: string) =>
      eventually(() => fixture.subject.pixel(screenSize.width - 2, barHeight + 2)).toBe(color)
    const goesBack = async (form: FormWithPapers) => {
      await closePaper(form)
      expect(await form.evaluate('document.title')).toBe('form')
    }
    const pages = async () =>
      (await targetsAt(fixture.subject.endpoint('form'))).filter(isPage).length

    it('neither reads its form nor leads it, by whichever name', async () => {
      const form = await open()
      await form.evaluate(`window.name = 'theform'`)
      const before = form.page.url()
      await press(form, opens(site.at({ body: blue })))
      await eventually(() => form.papers).toEqual([true])
      const paper = await paperAt(ofSite)
      const got = await paper.evaluate(`[
        typeof opener.document, parent === self, top === self, frames.length, document.referrer,
        open('', 'theform'), open('/led', 'theform'),
      ]`)
      expect(got).toEqual(['undefined', true, true, 0, '', null, null])
      await paper.evaluate(`{
        const a = Object.assign(document.createElement('a'), { target: 'theform', href: '/led' })
        document.body.append(a)
        a.click()
        const form = Object.assign(document.createElement('form'), { target: 'theform', action: '/led', method: 'post' })
        document.body.append(form)
        form.submit()
      }`)
      paper.close()
      expect(form.page.url()).toBe(before)
      await goesBack(form)
      expect(form.page.url()).toBe(before)
    })

    it('opens nothing over itself, however it is touched', async () => {
      const { form, paper } = await openPaper(
        '<a id="go" target="_blank" href="/more" style="position:fixed;inset:0">more</a>',
      )
      const before = await pages()
      // A press as of a finger: its frame is touched from here on.
      for (const type of ['mousePressed', 'mouseReleased'])
        await paper.send('Input.dispatchMouseEvent', {
          type,
          x: 100,
          y: 100,
          button: 'left',
          clickCount: 1,
        })
      await eventually(() => paper.evaluate('navigator.userActivation.hasBeenActive')).toBe(true)
      expect(await paper.evaluate(`[open('/more'), open('')]`)).toEqual([null, null])
      await paper.evaluate(`{
        const a = Object.assign(document.createElement('a'), { target: '_blank', href: '/more' })
        a.click()
        visualViewport.dispatchEvent(new CustomEvent('foyerpaperasks', { detail: '{"url":"/more","target":""}' }))
      }`)
      paper.close()
      expect(await pages()).toBe(before)
      await goesBack(form)
    })

    it('is put away, whatever it does, and its form answers', async () => {
      const form = await open()
      for (const [times, code] of [
        `setTimeout(() => { for (;;); }, 500)`,
        `onbeforeunload = (e) => e.preventDefault()`,
        `setTimeout(function ask() { alert('x'); setTimeout(ask) })`,
        `setTimeout(() => location.reload(), 50)`,
      ].entries()) {
        await press(form, opens(site.at({ body: `${blue}<script>${code}</script>` })))
        await eventually(() => form.papers.length).toBe(2 * times + 1)
        await seen(paperColor)
        await goesBack(form)
      }
    })

    const leads: readonly (readonly [how: string, answer: (to: string) => DocumentAnswer])[] = [
      ['a script', (to) => ({ body: `${blue}<script>location.href = '${to}'</script>` })],
      ['a header', (to) => ({ headers: { Refresh: `0;url=${to}` }, body: blue })],
      ['an element', (to) => ({ body: `<meta http-equiv="refresh" content="0;url=${to}">` })],
      [
        'a form that it sends',
        (to) => ({
          body: `<form method="post" action="${to}"></form><script>document.forms[0].submit()</script>`,
        }),
      ],
    ]
    it.each([...leads.slice(0, 1), ...inFullTier(leads.slice(1))])(
      'does not lead itself where the form may not go, by %s',
      async (_how, answer) => {
        const form = await open()
        await press(form, opens(site.at(answer(`${fixture.forbidden.origin}/stolen`))))
        await bench.expectRefused('navigation', fixture.forbidden.origin)
        expect(fixture.forbidden.hits).toEqual([])
      },
    )

    it('is not led on by an answer to where the form may not go', full, async () => {
      const form = await open()
      const headers = { Location: `${fixture.forbidden.origin}/stolen` }
      for (const status of [302, 307, 308]) {
        await press(form, opens(site.at({ status, headers })))
        await eventually(() => form.evaluate('paper.closed')).toBe(true)
      }
      expect(form.papers).toEqual([])
      expect(fixture.forbidden.hits).toEqual([])
      await seen(formColor)
    })

    it.each([307, 308])('hands what was posted to nobody else, by a %i', full, async (status) => {
      const { origin } = site
      const own = site.at({ body: '<title>form</title><button id="next">x' })
      const form = await open()
      await form.evaluate(`void (location.href = ${JSON.stringify(own)})`)
      await eventually(() => form.page.url()).toContain(origin)
      const headers = { Location: `${fixture.forbidden.origin}/stolen` }
      const action = site.at({ status, headers }).replace('"', '&quot;')
      const connected = await paperAt(ofSite)
      await connected.evaluate(`
          document.querySelector('#next').onclick = () => {
            document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(
              `<form id="sent" method="post" target="_blank" action="${action}"><input name="a" value="secret"></form>`,
            )})
            document.querySelector('#sent').submit()
          }
          document.querySelector('#next').click()`)
      connected.close()
      await bench.expectRefused('popup', origin)
      expect(form.papers).toEqual([])
      expect(fixture.forbidden.hits).toEqual([])
    })

    it('that never comes keeps neither the form nor its end', full, async () => {
      const form = await open()
      await press(form, opens('/silent'))
      await eventually(() => fixture.own.hits).toContain('/silent')
      await seen(formColor)
      expect(await form.evaluate('paper.closed')).toBe(false)
      await form.evaluate('paper.close()')
      await eventually(() => form.evaluate('paper.closed')).toBe(true)
      await press(form, opens('/silent'))
      await form.view.close()
      expect(form.papers).toEqual([])
      expect(bench.onGone).not.toHaveBeenCalled()
    })

    it('gets no file, no full screen, no device and no other window size', async () => {
      const { form, paper } = await openPaper('<input id="file" type="file">')
      const tried = await paper.evaluate(`(async () => {
        const outcome = (promise) => promise.then(() => 'granted', (error) => error.name)
        moveTo(0, 0); resizeTo(9, 9); print()
        document.querySelector('#file').click()
        return [
          await outcome(document.documentElement.requestFullscreen()),
          await outcome(navigator.mediaDevices?.getUserMedia({ video: true }) ?? Promise.reject({ name: 'NotAllowedError' })),
          await outcome(navigator.clipboard?.readText() ?? Promise.reject({ name: 'NotAllowedError' })),
        ]
      })()`)
      expect(tried).toEqual(['TypeError', 'NotAllowedError', 'NotAllowedError'])
      await bench.expectRefused('dialog', 'file')
      paper.close()
      await seen(paperColor)
      expect(await fixture.subject.pixel(2, barHeight - 1)).not.toBe(paperColor)
      await goesBack(form)
    })
  })
}
