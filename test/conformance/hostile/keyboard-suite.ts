import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keysPerSecond } from '../../../src/main/shell/form-keyboard.ts'
import { connectToFrame } from '../devtools.ts'
import { formBench } from '../open-form.ts'
import type { ShellFixture } from '../shell-fixture.ts'
import { eventually } from '../subject.ts'
import { openTypist, type Typist } from '../typist.ts'
import { openPointerAndKeyboard, type PointerAndKeyboard } from '../x-pointer-and-keyboard.ts'

/** A page that wants the keys of a patient for what the patient did not choose. */
export function describeKeyboard(fixture: ShellFixture): void {
  describe("a page that is after Foyer's keys", () => {
    const bench = formBench(fixture)
    let input: PointerAndKeyboard
    beforeAll(async () => {
      input = await openPointerAndKeyboard(fixture.subject.screen.display)
    })
    afterAll(() => input.close())
    const open = (path: string) => openTypist(bench, input, path)
    const valueOf = ({ evaluate }: Typist, id: string) =>
      evaluate<string>(`document.querySelector('#${id}').value`)
    /** Resolves when the page has had a key that came after all that were pressed before. */
    const settled = async (page: Typist) => {
      await page.choose('#lines')
      page.press('.')
      await eventually(() => valueOf(page, 'lines')).toMatch(/\.$/)
    }
    /** Types a text, one key after another as the page gets them. */
    const typeSlowly = async (page: Typist, text: string) => {
      for (const key of text) {
        page.press(key)
        await page.evaluate('new Promise(requestAnimationFrame)')
      }
    }

    it('is told of no field by a script that gives it the focus', async () => {
      const page = await open('/fields')
      // What follows a tap at once is the page's answer to it.
      await eventually(() => page.evaluate('performance.now() - clicked > 400')).toBe(true)
      await page.evaluate(`document.querySelector('#tel').focus()`)
      await page.evaluate(`
        const field = document.querySelector('#mail')
        for (const type of ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click', 'focusin'])
          field.dispatchEvent(new PointerEvent(type, { bubbles: true, composed: true }))
        field.focus()
        field.click()
        new Promise((done) => setTimeout(done, 50))`)
      expect(page.fields).toEqual([])
      page.press('x')
      await settled(page)
      expect(await valueOf(page, 'mail')).toBe('')
    })

    it.each([
      ['in the middle of a key', `addEventListener('keydown', take, true)`],
      ['after each key', `addEventListener('input', take, true)`],
      ['all the time', `setInterval(take)`],
    ])('steals the focus %s, and gets nothing more', async (_when, steal) => {
      const page = await open('/fields')
      await page.choose('#name')
      await page.evaluate(`
        const take = () => { if (document.querySelector('#name').value.includes('a')) document.querySelector('#mail').focus() }
        void ${steal}`)
      await typeSlowly(page, 'abcdef')
      await eventually(() => page.fields.at(-1)).toBe(undefined)
      expect(await valueOf(page, 'mail')).toBe('')
      page.press('z')
      await page.evaluate('new Promise((done) => setTimeout(done, 50))')
      expect(await valueOf(page, 'mail')).toBe('')
    })

    it('steals the focus for a frame of another origin, which gets nothing', async () => {
      const page = await open('/fields')
      const url = `${fixture.listed.origin}/thief`
      await page.evaluate(`new Promise((resolve) => {
        const frame = document.createElement('iframe')
        frame.src = '${url}'
        frame.onload = resolve
        document.body.prepend(frame)
      })`)
      await page.choose('#name')
      await page.evaluate(`void addEventListener('input', () => {
        const frame = document.querySelector('iframe')
        frame.focus()
        frame.contentWindow.postMessage('take', '*')
      }, true)`)
      await typeSlowly(page, 'abcdef')
      const frame = await connectToFrame(fixture.subject.endpoint('form'), url)
      await eventually(() => frame.evaluate('taken')).toBe(true)
      await typeSlowly(page, 'ghi')
      expect(await frame.evaluate(`document.querySelector('#one').value`)).toBe('')
      expect(await frame.evaluate<string[]>('seen')).not.toContainEqual(
        expect.stringMatching(/^keydown|^beforeinput/),
      )
      frame.close()
    })

    it('gets no key that was meant for a field before', async () => {
      const page = await open('/fields')
      const first = await page.choose('#name')
      await page.choose('#tel')
      for (const token of [first.token, '', '0', '99'])
        page.view.press(token, { type: 'text', text: '5' })
      await settled(page)
      expect(await valueOf(page, 'tel')).toBe('')
      expect(await valueOf(page, 'name')).toBe('kept')
    })

    it('gets no keys while none are shown', async () => {
      const page = await open('/fields')
      await page.choose('#tel')
      await page.view.showKeys(false)
      page.press('5')
      await page.view.showKeys(true)
      await settled(page)
      expect(await valueOf(page, 'tel')).toBe('')
    })

    it('is not flooded, whoever presses', async () => {
      const page = await open('/fields')
      await page.choose('#lines')
      for (let count = 0; count < 10 * keysPerSecond; count += 1) page.press('x')
      await eventually(async () => (await valueOf(page, 'lines')).length).toBe(keysPerSecond)
      await page.evaluate('new Promise((done) => setTimeout(done, 50))')
      expect(await valueOf(page, 'lines')).toBe('x'.repeat(keysPerSecond))
    })

    it.each(['display: none', 'visibility: hidden'])(
      'makes a field of something that is not seen (%s), which gets nothing',
      async (style) => {
        const page = await open('/fields')
        await page.choose('#tel')
        await page.evaluate(`
          document.querySelector('#button').addEventListener('click', () => document.querySelector('#mail').focus())
          document.querySelector('#mail').style.cssText = '${style}'`)
        await page.touch('#button')
        await eventually(() => page.fields.at(-1)).toBe(undefined)
        page.press('5')
        await settled(page)
        expect(await valueOf(page, 'mail')).toBe('')
      },
    )

    it('takes the listeners from its window by opening its document, and is guarded as before', async () => {
      const page = await open('/fields')
      await page.evaluate(`
        document.open()
        document.write('<input id="name"><input id="mail"><textarea id="lines"></textarea>')
        document.close()`)
      await page.choose('#name')
      await page.evaluate(
        `void document.querySelector('#name').addEventListener('input', () => document.querySelector('#mail').focus())`,
      )
      await typeSlowly(page, 'abc')
      await settled(page)
      expect(await valueOf(page, 'name')).toBe('a')
      expect(await valueOf(page, 'mail')).toBe('')
    })

    it('hides the focus behind names of its own, and gets no more than before', async () => {
      const page = await open('/fields')
      await page.choose('#name')
      await page.evaluate(`
        const image = document.createElement('img')
        image.name = 'activeElement'
        const other = document.createElement('img')
        other.name = 'hasFocus'
        document.body.append(image, other)
        void document.querySelector('#name').addEventListener('input', () => document.querySelector('#mail').focus())`)
      await typeSlowly(page, 'abc')
      await settled(page)
      expect(await valueOf(page, 'mail')).toBe('')
    })

    it('finds nothing of it in its own world', async () => {
      const page = await open('/fields')
      await page.choose('#name')
      const names = `Object.getOwnPropertyNames(globalThis).filter((name) => /foyer/i.test(name))`
      expect(await page.evaluate(names)).toEqual([])
    })
  })
}
