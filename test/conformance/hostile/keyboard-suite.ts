import { describe, expect, it } from 'vitest'
import { connectToFrame } from '../devtools.ts'
import { addFrame, type FormBench } from '../open-form.ts'
import type { ShellFixture } from '../shell-fixture.ts'
import { eventually, full, inFullTier } from '../subject.ts'
import { openTypist, type Typist } from '../typist.ts'

/** Lays something over the whole page, as a script does. */
const cover = (style: string) =>
  `document.body.insertAdjacentHTML('beforeend', '<div id="cover" style="position: fixed; inset: 0; z-index: 9; background: #fff; ${style}"></div>')`

/** A page that wants the keys of a patient for what the patient did not choose. */
export function describeKeyboard(bench: FormBench, fixture: ShellFixture): void {
  describe("a page that is after Foyer's keys", () => {
    const open = (path: string) => openTypist(bench, path)
    const valueOf = ({ evaluate }: Typist, id: string) =>
      evaluate<string>(`document.querySelector('#${id}').value`)
    /** Resolves when the page has had a key that came after all that were pressed before. */
    const settled = async (page: Typist) => {
      await page.choose('#lines')
      page.press('.')
      await eventually(() => valueOf(page, 'lines')).toMatch(/\.$/)
    }
    const typeSlowly = async (page: Typist, text: string) => {
      for (const key of text) {
        page.press(key)
        await page.evaluate('new Promise(requestAnimationFrame)')
      }
    }

    it('is told of no field by a script that gives it the focus', full, async () => {
      const page = await open('/fields')
      // The page answers a tap at once.
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
      ...inFullTier([
        ['after each key', `addEventListener('input', take, true)`],
        ['all the time', `setInterval(take)`],
      ]),
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
      await addFrame(page.evaluate, url)
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

    it.each(['visibility: hidden', ...inFullTier(['display: none'])])(
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
  })

  // A page that leads a patient on from a box to what is no next box: what is typed stops there.
  describe('a page that has a number go on where the patient does not see it', () => {
    /** Types at the box before `thief`, as the page leads on; then what stands in the thief. */
    const taken = async (prepare: string, first = '#code0', thief = '#code1') => {
      const page = await openTypist(bench, '/boxes')
      await page.choose(first)
      await page.evaluate(`{ const box = document.querySelector('${thief}'); ${prepare} }`)
      page.press('1')
      await eventually(() => page.evaluate(`document.activeElement.id`)).toBe(thief.slice(1))
      await eventually(() => page.fields.at(-1)).toBe(undefined)
      page.press('2')
      await page.evaluate(`document.querySelector('#cover')?.remove()`)
      await page.choose('#lines')
      page.press('.')
      await eventually(() => page.evaluate(`document.querySelector('#lines').value`)).toBe('.')
      return page.evaluate<string>(`document.querySelector('${thief}').value`)
    }

    const moreBoxes = {
      transparent: `box.style.opacity = 0.02`,
      'of another form': `document.body.append(document.createElement('form')); document.forms[1].id = 'other'; box.setAttribute('form', 'other')`,
      'for a password': `box.type = 'password'`,
      small: `box.style.cssText = 'width: 4px; padding: 0; border: 0'`,
      'transparent with all around it': `box.parentNode.style.opacity = 0.02`,
      'filtered away': `box.style.filter = 'opacity(2%)'`,
      'cut away': `box.style.clipPath = 'inset(0 0 90% 0)'`,
      'made small by a transformation': `box.style.transform = 'scale(0.01)'`,
      'without a colour of letters': `box.style.color = 'transparent'`,
      'beyond the edge': `box.style.cssText = 'position: fixed; left: -70px; top: ' + box.getBoundingClientRect().top + 'px'`,
      'far away': `box.style.cssText = 'position: fixed; bottom: 0; right: 0'`,
      'covered by what lets touches through': cover('pointer-events: none'),
      full: `box.value = '9'`,
      'for another kind of text': `box.inputMode = 'email'`,
    }
    const unseen = [['covered', cover('')] as const, ...inFullTier(Object.entries(moreBoxes))]
    it.each(unseen)('writes nothing into a box that is %s', async (_what, prepare) => {
      expect(await taken(prepare)).toBe(prepare.includes("'9'") ? '9' : '')
    })

    it('shows no letter of a password in a box that hides nothing', full, async () => {
      expect(await taken(`box.type = 'text'`, '#pin0', '#pin1')).toBe('')
    })

    it('does not go on from words that are not at an end', full, async () => {
      expect(
        await taken(
          `document.querySelector('#letter0').maxLength = 50;
          document.addEventListener('input', () => box.focus())`,
          '#letter0',
          '#letter1',
        ),
      ).toBe('')
    })

    it('moves on once for a key, and by no other script', full, async () => {
      const page = await openTypist(bench, '/boxes')
      await page.choose('#code0')
      page.press('1')
      await eventually(() => page.fields.length).toBe(2)
      await page.evaluate(`document.querySelector('#code2').focus()`)
      await eventually(() => page.fields.at(-1)).toBe(undefined)
      page.press('2')
      await page.choose('#lines')
      page.press('.')
      await eventually(() => page.evaluate(`document.querySelector('#lines').value`)).toBe('.')
      expect(await page.evaluate(`document.querySelector('#code2').value`)).toBe('')
    })
  })
}
