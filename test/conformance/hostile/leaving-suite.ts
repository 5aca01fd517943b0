import { describe, expect, it } from 'vitest'
import { leavingBench } from '../form-leaving-suite.ts'
import type { ShellFixture } from '../shell-fixture.ts'
import { eventually, full, inFullTier } from '../subject.ts'

const settle = 'new Promise((done) => setTimeout(done, 300))'

/** Everything by which a page could try to have the keyboard while somebody uses the bar. */
const thefts = {
  'its window': `window.focus()`,
  'a new document': `location.search = '?again'`,
}
const moreThefts = {
  'an element, all the time': `setInterval(() => document.querySelector('#answer').focus(), 5)`,
  'a document that it opens': `document.open(); document.write('<input autofocus>'); document.close()`,
  'a dialog of its own': `const d = document.createElement('dialog'); document.body.append(d); d.showModal()`,
  'another window': `open(location.href, 'another')?.focus()`,
  'the full screen': `document.documentElement.requestFullscreen().catch(() => 0)`,
  'the pointer': `document.body.requestPointerLock()`,
}

/** A page that wants somebody out of it, or back in it, by the keyboard. */
export function describeLeaving(fixture: ShellFixture): void {
  describe('a page between the form and the bar', () => {
    const { open } = leavingBench(fixture)

    it('leads nobody out of it by keys that nobody pressed', async () => {
      const page = await open('/form')
      await page.focus('#next')
      await page.evaluate(`
        for (const target of [window, document, document.activeElement])
          for (const key of ['Tab', 'F6'])
            for (const type of ['keydown', 'keypress', 'keyup'])
              target.dispatchEvent(new KeyboardEvent(type, { key, code: key, bubbles: true, composed: true }))
        document.activeElement.blur()
        ${settle}`)
      expect(page.ways).toEqual([])
      await page.formHasKeys()
    })

    const tricks = [...Object.entries(thefts), ...inFullTier(Object.entries(moreThefts))]
    it.each(tricks)('does not take the keyboard from the bar by %s', async (_how, code) => {
      const page = await open('/form')
      await page.focus('#answer')
      await page.leave()
      await page.evaluate(`void setTimeout(() => { ${code} })`)
      // The document that is asked may be on its way out.
      const settled = () =>
        page.evaluate(settle).then(
          () => true,
          () => false,
        )
      await eventually(settled).toBe(true)
      await page.barHasOnlyKeys()
    })

    it('learns nothing of a way out by F6, and has nothing of it in its world', async () => {
      const page = await open('/fields')
      await page.focus('#tel')
      await page.evaluate('void (seen.length = 0)')
      await page.leave()
      expect(await page.evaluate('document.hasFocus()')).toBe(true)
      expect(await page.evaluate<string[]>('seen')).not.toContainEqual(
        expect.stringMatching(/^(blur|focusout)/),
      )
      const names = `Object.getOwnPropertyNames(globalThis).filter((name) => /foyer/i.test(name))`
      expect(await page.evaluate(names)).toEqual([])
    })

    it('hides its focus behind names of its own, and is left as before', full, async () => {
      const page = await open('/form')
      await page.evaluate(`
        for (const name of ['activeElement', 'body'])
          document.body.append(Object.assign(document.createElement('img'), { name }))`)
      await page.focus('#next')
      await page.tap('Tab')
      await page.left('forward')
    })
  })
}
