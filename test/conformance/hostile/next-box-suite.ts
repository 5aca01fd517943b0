import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formBench } from '../open-form.ts'
import type { ShellFixture } from '../shell-fixture.ts'
import { eventually } from '../subject.ts'
import { openTypist } from '../typist.ts'
import { openPointerAndKeyboard, type PointerAndKeyboard } from '../x-pointer-and-keyboard.ts'

const over = `position: fixed; inset: 0; z-index: 9`

/** A page that leads a patient on from a box to what is no next box: what is typed stops there. */
export function describeNextBox(fixture: ShellFixture): void {
  describe('a page that has a number go on where the patient does not see it', () => {
    const bench = formBench(fixture)
    let input: PointerAndKeyboard
    beforeAll(async () => {
      input = await openPointerAndKeyboard(fixture.subject.screen.display)
    })
    afterAll(() => input.close())

    /** Types at the box before `thief`, as the page leads on; then what stands in the thief. */
    const taken = async (prepare: string, first = '#code0', thief = '#code1') => {
      const page = await openTypist(bench, input, '/boxes')
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

    it.each([
      ['small', `box.style.cssText = 'width: 4px; padding: 0; border: 0'`],
      ['transparent', `box.style.opacity = 0.02`],
      ['transparent with all around it', `box.parentNode.style.opacity = 0.02`],
      ['filtered away', `box.style.filter = 'opacity(2%)'`],
      ['cut away', `box.style.clipPath = 'inset(0 0 90% 0)'`],
      ['made small by a transformation', `box.style.transform = 'scale(0.01)'`],
      ['without a colour of letters', `box.style.color = 'transparent'`],
      [
        'beyond the edge',
        `box.style.cssText = 'position: fixed; left: -70px; top: ' + box.getBoundingClientRect().top + 'px'`,
      ],
      ['far away', `box.style.cssText = 'position: fixed; bottom: 0; right: 0'`],
      [
        'covered',
        `document.body.insertAdjacentHTML('beforeend', '<div id="cover" style="${over}; background: #fff"></div>')`,
      ],
      [
        'covered by what lets touches through',
        `document.body.insertAdjacentHTML('beforeend', '<div id="cover" style="${over}; background: #fff; pointer-events: none"></div>')`,
      ],
      ['full', `box.value = '9'`],
      [
        'of another form',
        `document.body.append(document.createElement('form')); document.forms[1].id = 'other'; box.setAttribute('form', 'other')`,
      ],
      ['for another kind of text', `box.inputMode = 'email'`],
      ['for a password', `box.type = 'password'`],
    ])('writes nothing into a box that is %s', async (_what, prepare) => {
      const written = await taken(prepare)
      expect(written).toBe(prepare.includes("'9'") ? '9' : '')
    })

    it('shows no letter of a password in a box that hides nothing', async () => {
      expect(await taken(`box.type = 'text'`, '#pin0', '#pin1')).toBe('')
    })

    it('does not go on from words that are not at an end', async () => {
      expect(
        await taken(
          `document.querySelector('#letter0').maxLength = 50;
          document.addEventListener('input', () => box.focus())`,
          '#letter0',
          '#letter1',
        ),
      ).toBe('')
    })

    it('moves on once for a key, and by no other script', async () => {
      const page = await openTypist(bench, input, '/boxes')
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
