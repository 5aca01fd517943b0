import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectToFrame, connectToPage, type PageConnection } from './devtools.ts'
import { ownPage } from '../../src/main/shell/driver.ts'
import { formBench } from './open-form.ts'
import type { ShellFixture } from './shell-fixture.ts'
import { formColor } from './sites.ts'
import { eventually, kioskColor, screenSize } from './subject.ts'
import { openTypist } from './typist.ts'
import { openPointerAndKeyboard, type PointerAndKeyboard } from './x-pointer-and-keyboard.ts'

const keysHeight = 300
const { width, height } = screenSize

/** Foyer's keys on a page that knows nothing of them. */
export function describeFormKeyboard(fixture: ShellFixture): void {
  describe("the form view, typed into with Foyer's keys", () => {
    const bench = formBench(fixture)
    let input: PointerAndKeyboard
    beforeAll(async () => {
      input = await openPointerAndKeyboard(fixture.subject.screen.display)
    })
    afterAll(() => input.close())
    const open = (path: string) => openTypist(bench, input, path)
    const seen = (evaluate: PageConnection['evaluate']) => evaluate<string[]>('seen.splice(0)')

    it.each([
      ['#name', { kind: 'text', hides: false, lang: 'es-MX', enter: 'next' }],
      ['#label', { kind: 'text' }],
      ['#mail', { kind: 'email', enter: 'enter' }],
      ['#pin', { kind: 'digits', hides: true }],
      ['#tel', { kind: 'phone' }],
      ['#amount', { kind: 'decimal' }],
      ['#day', { kind: 'date' }],
      ['#lines', { kind: 'lines', lang: 'en' }],
      ['#rich', { kind: 'lines' }],
      ['#dots', { kind: 'text', hides: true }],
      ['#open', { kind: 'phone', hides: false }],
      ['#closed', { kind: 'text', hides: true }],
    ])('tells what the field at %s takes, and not what stands in it', async (selector, told) => {
      const { choose } = await open('/fields')
      const field = await choose(selector)
      expect(field).toMatchObject(told)
      expect(Object.keys(field).sort()).toEqual(['enter', 'hides', 'kind', 'lang', 'token'])
    })

    it.each(['#fixed', '#own', '#button'])(
      'tells nothing of %s, which takes no keys',
      async (selector) => {
        const { choose, touch, fields, evaluate } = await open('/fields')
        await choose('#name')
        await touch(selector)
        await eventually(() => fields.at(-1)).toBe(undefined)
        expect(await evaluate(`document.activeElement.id`)).not.toBe('name')
        await choose('#tel')
        expect(fields.map((field) => field?.kind)).toEqual(['text', undefined, 'phone'])
      },
    )

    it('types as a keyboard would: letters of any language, deletion, the caret', async () => {
      const { choose, press, evaluate } = await open('/fields')
      await choose('#mail')
      press('a', 'B', 'ñ', '7', { type: 'delete' }, { type: 'move', to: 'left' }, 'é', '@x.com')
      await eventually(() => evaluate(`document.querySelector('#mail').value`)).toBe('aBé@x.comñ')
      const keys = (await seen(evaluate)).filter((each) => !/focus|blur/.test(each))
      expect(keys.slice(0, 4)).toEqual([
        'keydown a true',
        'beforeinput insertText true',
        'keydown B true',
        'beforeinput insertText true',
      ])
      expect(keys).toContain('keydown Backspace true')
      expect(keys).toContain('beforeinput deleteContentBackward true')
      expect(keys).toContain('keydown ArrowLeft true')
    })

    it.each([
      ['#lines', 'value', 'a\nb'],
      ['#rich', 'innerText', 'richa\nb'],
    ])('begins a new line in %s', async (selector, property, text) => {
      const { choose, press, evaluate } = await open('/fields')
      await choose(selector)
      await evaluate(`void getSelection().modify('move', 'forward', 'documentboundary')`)
      press('a', { type: 'enter' }, 'b')
      await eventually(() =>
        evaluate(`document.querySelector('${selector}').${property}.trim()`),
      ).toBe(text)
    })

    it('types a date part by part', async () => {
      const { choose, press, evaluate } = await open('/fields')
      await choose('#day')
      press('1', '1', '1', '2', '1', '9', '8', '4')
      await eventually(() => evaluate(`document.querySelector('#day').value`)).toMatch(
        /^1984-(11-12|12-11)$/,
      )
    })

    it('moves on by Tab to the next field, which is told of, and sends a form by Enter', async () => {
      const { choose, press, fields, evaluate } = await open('/fields')
      await choose('#name')
      press({ type: 'tab' })
      await eventually(() => fields.at(-1)?.kind).toBe('email')
      press('x@y')
      expect(await evaluate(`document.querySelector('#name').value`)).toBe('kept')
      await choose('#tel')
      press({ type: 'enter' })
      await eventually(() => evaluate<string[]>('seen')).toContain('submit true')
    })

    it('types into the shadow trees of a page, open and closed', async () => {
      const { choose, press, evaluate } = await open('/fields')
      for (const mode of ['open', 'closed']) {
        await choose(`#${mode}`)
        press('4', '2')
        await eventually(() =>
          evaluate(`document.querySelector('#${mode}').root.querySelector('input').value`),
        ).toBe('42')
      }
    })

    it('types into a frame that has a process of its own', async () => {
      const { fields, touch, evaluate, view } = await open('/empty')
      const url = `${fixture.listed.origin}/one-field`
      await evaluate(`new Promise((resolve) => {
        const frame = document.createElement('iframe')
        frame.style.cssText = 'position: fixed; left: 40px; top: 60px; border: 0'
        frame.src = '${url}'
        frame.onload = resolve
        document.body.append(frame)
      })`)
      const frame = await connectToFrame(fixture.subject.endpoint('form'), url)
      await eventually(async () => {
        await touch('#one', { evaluate: frame.evaluate, left: 40, top: 60 })
        return fields.at(-1)?.kind
      }).toBe('text')
      // Each touch chooses the field anew, and what was typed for the choice before it is lost: the last one must be there.
      let looks = 0
      let known = fields.length
      await eventually(() => {
        looks = fields.length === known ? looks + 1 : 0
        known = fields.length
        return looks
      }).toBeGreaterThan(10)
      await view.showKeys(true)
      for (const text of ['o', 'k']) view.press(fields.at(-1)?.token ?? '', { type: 'text', text })
      await eventually(() => frame.evaluate(`document.querySelector('#one').value`)).toBe('ok')
      frame.close()
      await evaluate(`document.querySelector('iframe').remove()`)
      await eventually(() => fields.at(-1)).toBe(undefined)
    })

    it('keeps the field in sight above the keys', async () => {
      const { choose, view, evaluate } = await open('/low')
      await choose('#low')
      await view.setInsets({ top: 96, bottom: keysHeight })
      await view.showKeys(true)
      const free = height - 96 - keysHeight
      await eventually(() => evaluate('innerHeight')).toBe(free)
      const bottom = () =>
        evaluate<number>(`document.querySelector('#low').getBoundingClientRect().bottom`)
      await eventually(async () => (await bottom()) <= free).toBe(true)
    })

    it('is not covered, and loses neither focus nor caret, while a finger is on the keys', async () => {
      const { choose, view, evaluate, press } = await open('/fields')
      await choose('#name')
      await view.setInsets({ top: 96, bottom: keysHeight })
      await view.showKeys(true)
      const { subject } = fixture
      await eventually(() => subject.pixel(width / 2, height - 10)).toBe(kioskColor)
      await evaluate('void (seen.length = 0)')
      await input.moveTo(width / 2, height - 100)
      const inForm = [width - 5, height - keysHeight - 5] as const
      for (let times = 0; times < 5; times += 1) {
        await input.down(1)
        expect(await subject.pixel(...inForm)).toBe(formColor)
        press('x')
        await input.up(1)
        expect(await subject.pixel(...inForm)).toBe(formColor)
      }
      await eventually(() => evaluate(`document.querySelector('#name').value`)).toMatch(/x{5}/)
      expect((await seen(evaluate)).filter((each) => /focusout|blur/.test(each))).toEqual([])
      expect(await subject.pixel(...inForm)).toBe(formColor)
    })

    it("tells a real keyboard's keys from its own, and gives the keyboard back to the form", async () => {
      const { choose, press, evaluate, onRealKey, view } = await open('/fields')
      const noteKeys = `window.last = ''; void addEventListener('keydown', ({ key }) => { last = key })`
      const kiosk = await connectToPage(fixture.subject.endpoint('kiosk'), ownPage)
      await kiosk.evaluate(noteKeys)
      await evaluate(noteKeys)
      await choose('#tel')
      press('1', '2')
      await eventually(() => evaluate(`document.querySelector('#tel').value`)).toBe('12')
      expect(onRealKey).not.toHaveBeenCalled()
      // While the keys are shown, the window beneath them may have the keyboard of the machine.
      await eventually(async () => {
        await input.press('7')
        return onRealKey.mock.calls.length > 0 || (await kiosk.evaluate('last'))
      }).not.toBe('')
      await view.showKeys(false)
      await eventually(async () => {
        await input.press('8')
        return evaluate('last')
      }).toBe('8')
      kiosk.close()
    })
  })
}
