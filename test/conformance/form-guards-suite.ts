import { describe, expect, it } from 'vitest'
import type { ShellFixture } from './shell-fixture.ts'
import { addFrame, barHeight, type FormBench } from './open-form.ts'
import { formColor } from './sites.ts'
import { eventually, inFullTier } from './subject.ts'

const nobody = 'https://localhost:9'
const json = JSON.stringify

/** Guards of each document of a form from its first on, in frames of other sites too. */
export function describeFormGuards(bench: FormBench, fixture: ShellFixture): void {
  describe('the documents of a form', () => {
    const encoded = encodeURIComponent
    /** Opens a page, then its frame of another site: one that comes while another client of DevTools connects may stay held for it. */
    const openFramed = async (path: string) => {
      const opened = await bench.open('/empty')
      await addFrame(opened.evaluate, fixture.listed.origin + path)
      await eventually(() => fixture.listed.hits).toContain(path.split('?')[0])
      await eventually(() => fixture.subject.pixel(30, barHeight + 100)).toBe(formColor)
      return opened
    }
    /** Result of code in the frame of another site; that frame's own frame tells it to the page. */
    const inFrame = async (code: string): Promise<unknown> => {
      const teller = `javascript:void setInterval(() => top.postMessage(parent.eval(${json(code)}), '*'), 30)`
      const { evaluate } = await openFramed(`/frame?to=${encoded(teller)}`)
      return evaluate(`new Promise((resolve) => {
        addEventListener('message', ({ data }) => resolve(data), { once: true })
      })`)
    }
    const left = `[
      'vibrate' in navigator, 'keyboard' in navigator, 'EyeDropper' in globalThis,
      /native/.test(String(moveTo) + resizeTo),
    ].join()`

    const ofVisit = 'es,es,es'
    const language = '[navigator.language, ...navigator.languages, navigator.language].join()'

    it('lack from the first what no header takes away, and tell the language of the visit', async () => {
      const { page } = await bench.open('/empty')
      expect(await page.evaluate(left)).toBe('false,false,false,false')
      expect(await page.evaluate(language)).toBe(ofVisit)
    })

    it('do so in a frame of another site too', async () => {
      expect(await inFrame(`[${left}, ${language}]`)).toEqual(['false,false,false,false', ofVisit])
    })

    it('are not given in Electron what Chromium grants there without a question', async (context) => {
      context.skip(fixture.subject.shell.kind !== 'electron', 'a matter of Electron')
      const granted = `[
        'requestStorageAccess' in Document.prototype, 'PressureObserver' in globalThis,
        'setAppBadge' in navigator, 'clearAppBadge' in navigator,
      ].join()`
      const { page } = await bench.open('/empty')
      expect(await page.evaluate(granted)).toBe('false,false,false,false')
      const inWorker = await page.evaluate(`new Promise((resolve) => {
        const code = 'postMessage(["setAppBadge" in navigator, navigator.language].join())'
        new Worker(URL.createObjectURL(new Blob([code]))).onmessage = ({ data }) => resolve(data)
      })`)
      expect(inWorker).toBe('false,es')
    })

    it('open no file chooser from a frame of another site', async () => {
      await openFramed('/file')
      await fixture.input.moveTo(60, barHeight + 26)
      await eventually(async () => {
        await fixture.input.click(1)
        return bench.refused
      }).toContainEqual({ what: 'dialog', target: 'file' })
    })
  })
}

/** A form that would leave its place for one where nothing is. */
export function describeDeadEnds(bench: FormBench, fixture: ShellFixture): void {
  describe('a form that goes where nothing is', () => {
    const deadOrigins = [nobody, ...inFullTier(['http://localhost:9'])]
    it.each(deadOrigins)(
      'stays as it is when %s, which is listed, does not answer',
      async (dead) => {
        const { page } = await bench.open('/form', { allowedOrigins: [dead] })
        await page.fill('#answer', 'kept')
        await page.evaluate(`void (location.href = ${json(`${dead}/next`)})`)
        await bench.expectRefused('navigation', dead)
        expect(await page.inputValue('#answer')).toBe('kept')
        expect(page.url()).toBe(`${fixture.own.origin}/form`)
        expect(bench.onGone).not.toHaveBeenCalled()
      },
    )
  })
}
