import { describe, expect, it } from 'vitest'
import { connectToFrame, connectToPage, type PageConnection } from './devtools.ts'
import { ownPage } from '../../src/main/windows/driver.ts'
import { addFrame, type FormBench } from './open-form.ts'
import type { ShellFixture } from './shell-fixture.ts'
import { formColor } from './sites.ts'
import { eventually, full, inFullTier, kioskColor, screenSize } from './subject.ts'
import { openTypist, type Typist } from './typist.ts'

const keysHeight = 300
const { width, height } = screenSize

/** Foyer's keys on a page that knows nothing of them. */
export function describeFormKeyboard(bench: FormBench, fixture: ShellFixture): void {
  describe("the form view, typed into with Foyer's keys", () => {
    const open = (path: string) => openTypist(bench, path)
    const seen = (evaluate: PageConnection['evaluate']) => evaluate<string[]>('seen.splice(0)')

    it('tells what a field takes, and not what stands in it', async () => {
      const { choose } = await open('/fields')
      for (const [selector, told] of [
        ['#name', { kind: 'text', hides: false, lang: 'es-MX', enter: 'next' }],
        ['#mail', { kind: 'email', enter: 'enter' }],
        ['#label', { kind: 'text' }],
        ['#pin', { kind: 'digits', hides: true }],
        ['#tel', { kind: 'phone' }],
        ['#amount', { kind: 'decimal' }],
        ['#day', { kind: 'date' }],
        ['#lines', { kind: 'lines', lang: 'en' }],
        ['#rich', { kind: 'lines' }],
        ['#dots', { kind: 'text', hides: true }],
        ['#open', { kind: 'phone', hides: false }],
        ['#closed', { kind: 'text', hides: true }],
      ] as const) {
        const field = await choose(selector)
        expect(field, selector).toMatchObject(told)
        expect(Object.keys(field).sort()).toEqual(['enter', 'hides', 'kind', 'lang', 'token'])
      }
    })

    it('tells nothing of what takes no keys', async () => {
      const { choose, touch, fields, evaluate } = await open('/fields')
      for (const selector of ['#fixed', '#own', '#button']) {
        await choose('#name')
        await touch(selector)
        await eventually(() => fields.at(-1)).toBe(undefined)
        expect(await evaluate(`document.activeElement.id`)).not.toBe('name')
      }
      expect(fields.map((field) => field?.kind)).toEqual(
        Array.from({ length: 3 }, () => ['text', undefined]).flat(),
      )
    })

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

    const selectors = [
      ['#lines', 'value', 'a\nb'],
      ...inFullTier([['#rich', 'innerText', 'richa\nb']]),
    ]
    it.each(selectors)('begins a new line in %s', async (selector, property, text) => {
      const { choose, press, evaluate } = await open('/fields')
      await choose(selector)
      await evaluate(`void getSelection().modify('move', 'forward', 'documentboundary')`)
      press('a', { type: 'enter' }, 'b')
      const written = `document.querySelector('${selector}').${property}.trim()`
      await eventually(() => evaluate(written)).toBe(text)
    })

    it.each([
      ['time', 'text', '0930p', /^21:30$/],
      ...inFullTier<[string, string, string, RegExp]>([
        ['date', 'date', '11121984', /^1984-(11-12|12-11)$/],
        ['month', 'text', 'nov>1984', /^1984-11$/],
        ['week', 'date', '111984', /^1984-W11$/],
      ]),
    ])('types a %s part by part', async (id, kind, keys, value) => {
      const { choose, press, evaluate } = await open('/choices')
      expect(await choose(`#${id}`)).toMatchObject({ kind })
      for (const key of keys.split('')) press(key === '>' ? { type: 'move', to: 'right' } : key)
      await eventually(() => evaluate(`document.querySelector('#${id}').value`)).toMatch(value)
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

    it('types into the shadow trees of a page, open and closed', full, async () => {
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
      await addFrame(evaluate, url, 'position: fixed; left: 40px; top: 60px; border: 0')
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
      await fixture.input.moveTo(width / 2, height - 100)
      const inForm = [width - 5, height - keysHeight - 5] as const
      for (let times = 0; times < 5; times += 1) {
        await fixture.input.down(1)
        expect(await subject.pixel(...inForm)).toBe(formColor)
        press('x')
        await fixture.input.up(1)
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
        await fixture.input.press('7')
        return onRealKey.mock.calls.length > 0 || (await kiosk.evaluate('last'))
      }).not.toBe('')
      await view.showKeys(false)
      await eventually(async () => {
        await fixture.input.press('8')
        return evaluate('last')
      }).toBe('8')
      kiosk.close()
    })
  })

  // Pages put a number into several boxes, and lead from one to the next by themselves.
  describe('a number in several boxes', () => {
    const valuesOf = ({ evaluate }: Typist, name: string) =>
      evaluate<string>(`[...document.querySelectorAll('[id^="${name}"]'),
        ...document.querySelector('#shadow').shadowRoot.querySelectorAll('[id^="${name}"]')]
        .map((each) => each.value).join('-')`)
    it.each([
      ['code', '#code0', '135791', '1-3-5-7-9-1'] as const,
      ...inFullTier([
        ['ssn', '#ssn0', '123456789', '123-45-6789'],
        ['letter', '#letter0', 'abc', 'a-b-c'],
        ['day', '#day0', '11121984', '11-12-1984'],
        ['pin', '#pin0', '2468', '2-4-6-8'],
        ['shade', '#shadow', '357', '3-5-7'],
      ] as const),
    ])('is typed in one go where its boxes are %s', async (name, first, typed, written) => {
      const page = await openTypist(bench, '/boxes')
      const { token } = await page.choose(first)
      page.press(...Array.from(typed))
      await eventually(() => valuesOf(page, name)).toBe(written)
      expect(page.fields.every((field) => field?.token === token)).toBe(true)
    })

    it('is deleted back into the boxes before', async () => {
      const page = await openTypist(bench, '/boxes')
      await page.choose('#code0')
      page.press('1', '3', '5')
      await eventually(() => valuesOf(page, 'code')).toBe('1-3-5---')
      for (const left of ['1-3----', '1-----', '-----']) {
        // One that leads back and one that deletes.
        await eventually(async () => {
          page.press({ type: 'delete' })
          await page.evaluate('new Promise(requestAnimationFrame)')
          return valuesOf(page, 'code')
        }).toBe(left)
      }
      page.press('2')
      await eventually(() => valuesOf(page, 'code')).toBe('2-----')
    })
  })
}
