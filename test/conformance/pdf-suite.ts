import { describe, expect, it } from 'vitest'
import { connectToPage } from './devtools.ts'
import { barHeight, type OpenForm } from './open-form.ts'
import { paperBench } from './paper-bench.ts'
import type { ShellFixture } from './shell-fixture.ts'
import { formColor, pdfColor } from './sites.ts'
import { eventually, full, inFullTier, kioskColor, screenSize } from './subject.ts'

/** PDFs that a form leads to: drawn by a page of Foyer's own over the form, without anything of them being run. */
export function describePdfs(fixture: ShellFixture): void {
  describe('a PDF of a form', () => {
    const { bench, open, closePaper } = paperBench(fixture)
    const { width, height } = screenSize
    const middle = [width / 2, barHeight + height / 4] as const
    const seen = (color: string) => eventually(() => fixture.subject.pixel(...middle)).toBe(color)
    const inReader = () =>
      connectToPage(
        fixture.subject.endpoint('form'),
        /^(https:\/\/foyer-paper\.invalid|foyer:\/\/paper)\//,
      )
    const words = async () => {
      const page = await inReader()
      const text = await page.evaluate('document.body.innerText')
      page.close()
      return text
    }
    const follow = ({ page }: Pick<OpenForm, 'page'>) =>
      page.locator('#go').click({ noWaitAfter: true })
    /** Opens a page, and follows what leads to a PDF, which then lies over it. */
    const openPdf = async (path: string) => {
      const form = await open(path)
      await follow(form)
      await eventually(() => form.papers).toEqual([true])
      await seen(pdfColor)
      return form
    }

    it.each([
      ['a link leads to it', '/link', '/paper.pdf'],
      ...inFullTier([
        ['a link opens it in a new window', '/blank-link', '/paper.pdf'],
        ['a form is answered with it', '/submit', '/paper.pdf'],
        ['it is to be kept as a file', '/link', '/attached.pdf'],
        ['only its content says what it is', '/blank-link', '/octets.pdf'],
      ]),
    ])('is drawn over the form when %s', async (_how, from, to) => {
      const form = await openPdf(`${from}?to=${to}`)
      await eventually(words).toContain('1 de 3')
      expect(form.page.url()).toBe(`${fixture.own.origin}${from}?to=${to}`)
      await closePaper(form)
      expect(form.papers).toEqual([true, false])
      expect(bench.refused).toEqual([])
    })

    it('is drawn over the form when it answers a post to a new window', full, async () => {
      const form = await open('/form')
      await form.evaluate(`document.body.insertAdjacentHTML('beforeend',
        '<form method="post" target="_blank" action="/paper.pdf"><button id="go">go')`)
      await follow(form)
      await eventually(() => form.papers).toEqual([true])
      await seen(pdfColor)
      expect(fixture.own.hits.filter((path) => path === '/paper.pdf')).toHaveLength(1)
      expect(bench.refused).toEqual([])
    })

    it('is offered by a frame that would hold it, and drawn after a touch', full, async () => {
      const { page, papers } = await open('/frames-pdf?to=/paper.pdf')
      const offer = page.frameLocator('#frame').getByRole('link', { name: 'Leer este documento' })
      await offer.waitFor()
      expect(papers).toEqual([])
      await offer.click({ noWaitAfter: true })
      await eventually(() => papers).toEqual([true])
      await seen(pdfColor)
      expect(bench.refused).toEqual([])
    })

    it.each([
      'iframe',
      ...inFullTier(['embed', 'object', 'embed /paper.pdf', 'object /paper.pdf']),
      ...inFullTier(['embed data', 'object data', 'iframe data']),
    ])('is offered by a page that would show it, and drawn after a touch: %s', async (how) => {
      const form = await open(`/consent?to=${encodeURIComponent(how)}`)
      await form.page.getByRole('link', { name: 'Leer este documento' }).click()
      await eventually(() => form.papers).toEqual([true])
      await seen(pdfColor)
      await eventually(words).toContain('1 de 3')
      form.view.closePaper()
      await seen(formColor)
      // A frame with a `data:` address has begun to load before a guard hears of it.
      const isEarly = ({ what }: { what: string }) => how === 'iframe data' && what === 'download'
      expect(bench.refused.filter((each) => !isEarly(each))).toEqual([])
      // The page takes it away again, and so its link.
      await form.evaluate(`document.querySelector('#paper').lastElementChild.remove()`)
      await eventually(() => form.evaluate('document.links.length')).toBe(0)
    })

    const ways = ['later', ...inFullTier(['open', 'link'])]
    it.each(ways)('of a script of the page is drawn over the form by a touch: %s', async (how) => {
      const form = await openPdf(`/letters?to=${how}`)
      await eventually(words).toContain('1 de 3')
      await closePaper(form)
      if (how !== 'link') await eventually(() => form.evaluate('letter.closed')).toBe(true)
    })

    const paths = ['/goes-to-pdf', ...inFullTier(['/refresh?to=/paper.pdf'])]
    it.each(paths)('is not drawn for a page that nobody touched: %s', async (path) => {
      const { papers } = await open(path)
      await bench.expectRefused('download', fixture.own.origin)
      expect(papers).toEqual([])
      await seen(formColor)
    })

    it.each(['/paper.pdf', '/attached.pdf', '/octets.pdf', '/redirect?to=/paper.pdf'])(
      'is no form: %s',
      full,
      async (path) => {
        expect(await bench.openFails(`${fixture.own.origin}${path}`)).toMatchObject({
          kind: 'notLoaded',
        })
        await bench.expectRefused('download', fixture.own.origin)
        await seen(kioskColor)
      },
    )

    it('is not drawn where it is none, nor where the clinic has no papers', full, async () => {
      await follow(await open('/link?to=/no.pdf'))
      await bench.expectRefused('download', fixture.own.origin)
      bench.refused.length = 0
      await follow(await open('/link?to=/paper.pdf', { papers: false }))
      await bench.expectRefused('download', fixture.own.origin)
      await seen(formColor)
    })

    it('is drawn as much larger as its text is wanted', full, async () => {
      const form = await openPdf('/link?to=/paper.pdf')
      const reader = await inReader()
      const drawn = () => reader.evaluate(`document.querySelector('canvas')?.width / innerWidth`)
      await eventually(drawn).toBeLessThan(1)
      await form.view.setZoom(2)
      await eventually(drawn).toBeGreaterThan(1.5)
      await seen(pdfColor)
      reader.close()
    })

    const active = ['script', ...inFullTier(['leads', 'launches', 'endless'])]
    it.each(active)('runs nothing and leads nowhere: %s', async (name) => {
      const form = await openPdf(`/link?to=/${name}.pdf`)
      const reader = await inReader()
      const address = await reader.evaluate('location.href')
      const at = { x: 200, y: 200, button: 'left', clickCount: 1 }
      for (const type of ['mousePressed', 'mouseReleased'])
        await reader.send('Input.dispatchMouseEvent', { type, ...at })
      expect(await reader.evaluate('location.href')).toBe(address)
      expect(await reader.evaluate('document.querySelectorAll("a, iframe, button").length')).toBe(0)
      reader.close()
      await seen(pdfColor)
      expect(form.papers).toEqual([true])
      expect(fixture.own.hits).not.toContain('/ran')
      expect(bench.refused).toEqual([])
    })

    it.each(['encrypted', ...inFullTier(['broken', 'long', 'slender'])])(
      'is asked for at the desk where it cannot be drawn: %s',
      async (name) => {
        const form = await open(`/link?to=/${name}.pdf`)
        await follow(form)
        await eventually(() => form.papers).toEqual([true])
        await eventually(words).toContain('Pida esto en papel')
        form.view.closePaper()
        await seen(formColor)
      },
    )

    it('is drawn in a page that reaches nobody and holds nothing of the kiosk', async () => {
      await openPdf('/link?to=/paper.pdf')
      const reader = await inReader()
      const { own } = fixture
      const expression = `(async () => {
        const reach = (url) => fetch(url, { mode: 'no-cors' }).then(() => 'reached', () => 'no')
        const isBuilt = () => { try { return Boolean(new Function('return 1')()) } catch { return false } }
        return [await reach('${own.origin}/ran'), typeof foyer, isBuilt(), document.cookie, open('${own.origin}/ran')]
      })()`
      const how = { awaitPromise: true, returnByValue: true, allowUnsafeEvalBlockedByCSP: false }
      expect(await reader.send('Runtime.evaluate', { expression, ...how })).toMatchObject({
        result: { value: ['no', 'undefined', false, '', null] },
      })
      reader.close()
      expect(own.hits).not.toContain('/ran')
    })
  })
}
