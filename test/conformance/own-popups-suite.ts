import { describe, expect, it } from 'vitest'
import { barHeight, type FormBench } from './open-form.ts'
import type { ShellFixture } from './shell-fixture.ts'
import { formColor } from './sites.ts'
import { eventually, full, inFullTier, kioskColor, pointerPixels, screenSize } from './subject.ts'
import { openTypist } from './typist.ts'

const everywhere = { left: 0, top: 0, ...screenSize }

/** Windows that the browser opens for a field: they are the form's, and go with it. */
export function describeOwnPopups(bench: FormBench, fixture: ShellFixture): void {
  describe('a list or a calendar that the browser opens for a field', () => {
    const differing = (area: typeof everywhere, color: string) =>
      fixture.subject.screen.differing(area, color)

    /** Opens a page with one field in a form of this height; says where the field is. */
    const openField = async (id: string, height: number, style = {}) => {
      const page = await openTypist(bench, '/choices')
      await page.view.setInsets({ top: barHeight, bottom: screenSize.height - barHeight - height })
      await eventually(() => page.evaluate('innerHeight')).toBe(height)
      const [left, right, top, bottom] = await page.evaluate<[number, number, number, number]>(`{
        const field = document.querySelector('#${id}')
        document.body.replaceChildren(field, ...document.querySelectorAll('datalist'))
        Object.assign(field.style, ${JSON.stringify(style)})
        const { left, right, top, bottom } = field.getBoundingClientRect()
        ;[left, right, top, bottom].map(Math.round)
      }`)
      // The button of a date stands at its end.
      const button = [right - 14, barHeight + Math.round((top + bottom) / 2)] as const
      return { ...page, left, top: barHeight + bottom + 8, button }
    }
    /** Opens a page with one field, and what the browser has for it. */
    const openAt = async (id: string) => {
      const page = await openField(id, screenSize.height - barHeight)
      const { top, button } = page
      const shown = () =>
        differing({ ...everywhere, top, height: screenSize.height - top }, formColor)
      const touch = async () => {
        await fixture.input.moveTo(...button)
        await fixture.input.click(1)
        await eventually(shown).toBeGreaterThan(10 * pointerPixels)
      }
      // Chromium hands a page no input before it painted its first content.
      await page.evaluate(`void addEventListener('mousemove', () => { window.isHeard = true })`)
      await eventually(async () => {
        await fixture.input.moveTo(button[0] - 1, button[1])
        await fixture.input.moveTo(...button)
        return page.evaluate('window.isHeard')
      }).toBe(true)
      await touch()
      return { ...page, touch, shown }
    }

    const popups = [['the choices of a list', 'select']] as const
    const morePopups = inFullTier([
      ['the calendar of a date', 'date'],
      ['the hours of a time', 'time'],
      ['the months of a year', 'month'],
      ['the colours', 'color'],
    ] as const)
    /** Opens a form of this height with one field at its lower edge, and what is Foyer's above and below it. */
    const openLow = async (id: string, height: number) => {
      const below = { ...everywhere, top: barHeight + height }
      const bars = [
        { ...everywhere, height: barHeight },
        { ...below, height: screenSize.height - below.top },
      ]
      const form = await openField(id, height, { position: 'fixed', bottom: '4px' })
      /** Pixels of Foyer's own that something else lies over: the tip of the pointer reaches there. */
      const covered = async () => {
        const counts = await Promise.all(bars.map((bar) => differing(bar, kioskColor)))
        return Math.max(...counts)
      }
      // The page knows its new size before its window has it.
      await eventually(covered).toBeLessThan(pointerPixels)
      // Part of the form that lies above the field.
      const area = { ...everywhere, top: barHeight, height: height - 60 }
      return { ...form, covered, area }
    }

    it.each([
      ...popups,
      ...morePopups,
      ...inFullTier([
        ['the calendar of a time of a day', 'local'],
        ['the words for a field', 'list'],
      ] as const),
    ])("shows %s within the form, never over Foyer's own bar", async (_what, id) => {
      const form = await openLow(id, 880)
      await fixture.input.moveTo(...form.button)
      await fixture.input.click(1)
      await eventually(() => differing(form.area, formColor)).toBeGreaterThan(pointerPixels)
      expect(await form.covered()).toBeLessThan(pointerPixels)
    })

    it.each(['local', ...inFullTier(['date', 'time', 'month', 'week', 'list', 'select', 'color'])])(
      'cannot be led over the bar by a page that opens it for a field beneath the edge of a low form: %s',
      async (id) => {
        const form = await openLow(id, 240)
        await form.evaluate(`{
          const field = document.querySelector('#${id}')
          field.style.bottom = '-20px'
          addEventListener('click', () => field.showPicker())
        }`)
        await fixture.input.moveTo(600, barHeight + 40)
        await fixture.input.click(1)
        await eventually(() => differing(form.area, formColor)).toBeGreaterThan(pointerPixels)
        await eventually(form.covered).toBeLessThan(pointerPixels)
      },
    )

    it('takes a choice by a touch, and closes', async () => {
      const { evaluate, shown, touch, left, top } = await openAt('select')
      const chosen = () => evaluate<number>(`document.querySelector('#select').selectedIndex`)
      const row = (below: number) => fixture.subject.screen.pixel(left + 200, top + below)
      const choose = async () => {
        if ((await shown()) < pointerPixels) {
          // The list closes in the moment that its choice is taken, which may be after the look before.
          if ((await chosen()) > 0) return chosen()
          await touch()
        }
        // A pointer that stands where it stood tells a list that opened meanwhile nothing.
        await fixture.input.moveTo(left + 46, top + 106)
        await fixture.input.moveTo(left + 40, top + 100)
        // A list that has just opened may take a touch for the one that opened it: it is ready once it marks a row.
        if ((await row(100)) === (await row(160))) return chosen()
        await fixture.input.click(1)
        return chosen()
      }
      await eventually(choose).toBeGreaterThan(0)
      await fixture.input.moveTo(700, 1200)
      await eventually(shown).toBeLessThan(pointerPixels)
      expect(await chosen()).toBeLessThan(10)
    })

    it("takes no colour from Foyer's own screen", full, async () => {
      const { evaluate, left, top } = await openAt('color')
      // Where the eye dropper has its button.
      await fixture.input.moveTo(left + 30, top + 153)
      await fixture.input.click(1)
      await evaluate('new Promise((done) => setTimeout(done, 300))')
      await fixture.input.moveTo(500, barHeight / 2)
      await fixture.input.click(1)
      await evaluate('new Promise((done) => setTimeout(done, 300))')
      expect(await evaluate(`document.querySelector('#color').value`)).not.toBe(kioskColor)
    })

    it.each([...popups, ...morePopups])(
      'shows %s, and nothing of it once the form is hidden or ended',
      async (_what, id) => {
        const { view, shown, touch } = await openAt(id)
        await fixture.input.moveTo(700, 1200)
        await view.setVisible(false)
        await eventually(() => differing(everywhere, kioskColor)).toBeLessThan(pointerPixels)
        await view.setVisible(true)
        await eventually(shown).toBeLessThan(pointerPixels)
        await touch()
        await fixture.input.moveTo(700, 1200)
        await view.close()
        await eventually(() => differing(everywhere, kioskColor)).toBeLessThan(pointerPixels)
      },
    )
  })
}
