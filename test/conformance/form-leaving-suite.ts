import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Way } from '../../src/shared/form-entry.ts'
import { ownPage } from '../../src/main/windows/driver.ts'
import { connectToFrame, connectToPage, type PageConnection } from './devtools.ts'
import { addFrame, formBench } from './open-form.ts'
import type { ShellFixture } from './shell-fixture.ts'
import { eventually, full, inFullTier } from './subject.ts'
import { openTypist } from './typist.ts'

const noteKeys = `window.last = ''; onkeyup = ({ key }) => { last = key }`
const stop = `addEventListener('keydown', (event) => { event.preventDefault(); event.stopImmediatePropagation() }, true)`

/** A page and the kiosk's own, between which somebody goes by a real keyboard alone. */
export function leavingBench(fixture: ShellFixture) {
  const bench = formBench(fixture, { serves: 6 })
  let kiosk: PageConnection
  beforeAll(async () => (kiosk = await connectToPage(fixture.subject.endpoint('kiosk'), ownPage)))
  afterAll(() => kiosk.close())
  beforeEach(() => kiosk.evaluate(noteKeys))
  afterEach(() => kiosk.evaluate('void (onkeyup = null)'))
  return {
    open: async (path: string) => {
      const ways: Way[] = []
      const form = await openTypist(bench, path, { onLeave: (way) => void ways.push(way) })
      const { evaluate } = form
      await evaluate(noteKeys)
      const focused = () => evaluate<string>(`document.activeElement.id`)
      /** True if keys come to this page and to no other; presses one after another until one has come. */
      const hasKeys = async (page: PageConnection['evaluate'], not: PageConnection['evaluate']) => {
        for (const each of [page, not]) await each(`void (last = '')`)
        const letters = 'abcdefghij'
        let pressed = 0
        const letter = () => letters[pressed % letters.length] as string
        await eventually(async () => {
          pressed += 1
          await fixture.input.press(letter())
          return letters.includes((await page('last')) || 'none')
        }).toBe(true)
        // On a busy machine a key comes after its page was asked for it.
        await eventually(() => page('last')).toBe(letter())
        expect(await not('last')).toBe('')
      }
      /** Presses keys of a real keyboard, after each of which the page has come to rest. */
      async function tap(...keys: readonly string[]) {
        for (const each of keys) {
          await fixture.input.press(each)
          await evaluate('new Promise((done) => setTimeout(done))')
        }
      }
      const left = (...expected: Way[]) => eventually(() => ways).toEqual(expected)
      const barHasKeys = () => hasKeys(kiosk.evaluate, evaluate)
      return {
        ...form,
        ways,
        focused,
        focus: (selector: string) => evaluate(`document.querySelector('${selector}').focus()`),
        tap,
        left,
        barHasKeys,
        /** Goes to the bar, once and forward; the keys are there then. */
        async leave(keys = 'F6') {
          await tap(keys)
          await left('forward')
          await barHasKeys()
        },
        async barHasOnlyKeys() {
          await kiosk.evaluate(noteKeys)
          await fixture.input.press('z')
          await eventually(() => kiosk.evaluate('last')).toBe('z')
        },
        formHasKeys: () => hasKeys(evaluate, kiosk.evaluate),
      }
    },
  }
}

/** The way from a form to the kiosk's page and back, by a real keyboard alone. */
export function describeFormLeaving(fixture: ShellFixture): void {
  describe('the form view, left and entered by the keyboard', () => {
    const { open } = leavingBench(fixture)

    it('is left by Tab past its end, and entered at its beginning', async () => {
      const page = await open('/form')
      await page.tap('Tab', 'Tab')
      await eventually(page.focused).toBe('next')
      expect(page.ways).toEqual([])
      await page.leave('Tab')
      await page.view.enter('first')
      await eventually(page.focused).toBe('answer')
      await page.formHasKeys()
    })

    it('is left by Shift+Tab past its beginning, and entered at its end, and so again', async () => {
      const page = await open('/form')
      await page.focus('#answer')
      await page.tap('Shift+Tab')
      await page.left('backward')
      await page.barHasKeys()
      await page.view.enter('last')
      await eventually(page.focused).toBe('next')
      await page.formHasKeys()
      await page.tap('Tab')
      await page.left('backward', 'forward')
      await page.view.enter('last')
      await eventually(page.focused).toBe('next')
    })

    const ways = [['F6', 'forward'], ...inFullTier([['Shift+F6', 'backward']] as const)] as const
    it.each(ways)('is left by %s from anywhere, and keeps where it was', async (keys, way) => {
      const page = await open('/fields')
      await page.focus('#tel')
      await page.tap(keys)
      await page.left(way)
      await page.barHasKeys()
      await page.view.enter('same')
      await page.formHasKeys()
      expect(await page.focused()).toBe('tel')
    })

    const ends = ['first', ...inFullTier(['last'] as const)] as const
    it.each(ends)('gives the focus to its %s element when nothing in it had it', async (at) => {
      const page = await open('/form')
      await page.tap('F6')
      await page.left('forward')
      await page.view.enter(at)
      await eventually(page.focused).toBe(at === 'first' ? 'answer' : 'next')
      expect(page.ways).toEqual(['forward'])
    })

    it('is left where nothing in it takes the focus', full, async () => {
      const page = await open('/empty')
      await page.leave('Tab')
      await page.view.enter('first')
      await page.formHasKeys()
    })

    it('is left from a frame with a process of its own: by F6, and by Tab past its end', async () => {
      const page = await open('/form')
      const url = `${fixture.listed.origin}/one-field`
      await addFrame(page.evaluate, url)
      const frame = await connectToFrame(fixture.subject.endpoint('form'), url)
      const inFrame = () => frame.evaluate('document.activeElement.id')
      await page.focus('#next')
      await page.tap('Tab')
      await eventually(inFrame).toBe('one')
      expect(page.ways).toEqual([])
      await page.tap('F6')
      await page.left('forward')
      await page.view.enter('same')
      await page.tap('Tab')
      await page.left('forward', 'forward')
      await page.barHasKeys()
      frame.close()
    })

    it('keeps a Tab that its page takes for itself, but not F6', async () => {
      const page = await open('/form')
      await page.focus('#next')
      await page.evaluate(stop)
      await page.tap('Tab')
      expect(await page.focused()).toBe('next')
      expect(page.ways).toEqual([])
      await page.leave()
    })

    it("keeps the Tab of Foyer's keys, which goes round", async () => {
      const page = await open('/one-field')
      await page.choose('#one')
      await page.evaluate(
        `void (document.querySelector('#one').onfocus = () => (window.round = 1))`,
      )
      page.press('a', { type: 'tab' })
      await eventually(() => page.evaluate('[last, window.round]')).toEqual(['Tab', 1])
      await page.view.showKeys(false)
      await page.formHasKeys()
      expect(page.ways).toEqual([])
    })

    it('is not entered while it is hidden, and has the keyboard again when it is seen', async () => {
      const page = await open('/form')
      await page.view.setVisible(false)
      await page.view.enter('first')
      await page.barHasKeys()
      await page.view.setVisible(true)
      await page.formHasKeys()
    })
  })
}
