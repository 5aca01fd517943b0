import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { m } from '../../../i18n/paraglide/messages.js'
import type { Locale } from '../../../shared/locale.ts'
import { sees } from '#harness/renderer/on-page.ts'
import { locales, openScreen, sizes } from '#harness/renderer/page-harness.ts'
import { shareOf } from '#harness/renderer/spread.ts'
import { longClinic, screens } from '#harness/renderer/views.ts'
import { formBarHeight, formInsets } from '../../../shared/form-insets.ts'

const places = Object.values(sizes)
const widths = places.map(([width]) => width)

const rectOf = (element: Element) => element.getBoundingClientRect()
const bar = () => rectOf(document.querySelector('footer')!)
const help = (locale: Locale) =>
  rectOf(page.getByRole('button', { name: m.kiosk_help({}, { locale }) }).element())
const middleOf = ({ left, top, width, height }: DOMRect) => [left + width / 2, top + height / 2]

it('the words about a file come politely, into what is there already, and go', async () => {
  const harness = await openScreen('completing')
  await sees(page.getByRole('button', { name: 'Save and stop' }))
  const status = document.querySelector('footer [role=status]')
  expect(status?.textContent).toBe('')
  await harness.showScreen('completing-files')
  await expect.poll(() => status?.textContent).toMatch(/Add it later with your phone/)
  expect(status?.isConnected).toBe(true)
  await harness.showScreen('completing')
  await expect.poll(() => status?.textContent).toBe('')
})

describe.each(places)('on a screen of %i × %i', (width, height) => {
  async function open(name: string, locale: Locale = 'en') {
    const harness = await openScreen(name, { locale, clinic: longClinic })
    await page.viewport(width, height)
    await expect.poll(() => bar().height).toBe(formBarHeight(height))
    return harness
  }

  it('the bar stands beneath the form, where the form leaves it room', async () => {
    await open('completing')
    const { top, bottom } = formInsets({ screen: { width, height }, keyboard: false })
    expect(top).toBe(0)
    expect([bar().top, bar().bottom]).toEqual([height - bottom, height])
    expect(bar().height / height).toBeLessThan(0.08)
  })

  it.each(locales)('a paper has one way back beside help: %s', async (locale) => {
    await open('completing-paper', locale)
    const buttons = [...document.querySelectorAll('footer button')].filter(
      ({ ariaLabel }) => ariaLabel === null,
    )
    expect(buttons.map(({ textContent }) => textContent.trim())).toEqual([
      m.kiosk_help({}, { locale }),
      m.kiosk_completing_close_paper({}, { locale }),
    ])
  })

  it('help stands where it stands on other screens', async () => {
    const harness = await open('completing')
    const [x, y] = middleOf(help('en')) as [number, number]
    const others = Object.keys(screens).filter((name) => !/^(completing|out-of-service)/.test(name))
    for (const name of shareOf(widths, width, others)) {
      await harness.showScreen(name, { clinic: longClinic })
      const there = help('en')
      expect([there.left < x, x < there.right, there.top < y, y < there.bottom], name).toEqual(
        Array(4).fill(true),
      )
      expect(Math.abs(middleOf(there)[1]! - y), name).toBeLessThan(2)
    }
  })
})

/** Mark that lets staff in, and the contents of the bar. */
const mark = () => document.querySelector<HTMLElement>('footer [data-clinic-mark]')!
const inBar = () => [...document.querySelectorAll('footer button, footer p')]
const overlap = (first: Element, second: Element) => {
  const [one, two] = [rectOf(first), rectOf(second)]
  return (
    Math.min(one.right, two.right) - Math.max(one.left, two.left) > 0.5 &&
    Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 0.5
  )
}
const largeNames = Object.keys(screens).filter((name) => name.startsWith('completing'))

describe.each([100, 150, 200] as const)('with text of %i percent', (textSize) => {
  const display = { textSize, theme: 'standard' } as const
  const [leastMark, leastButton] = textSize === 100 ? [20, 44] : [32, 48]
  const namesAt = (width: number) =>
    textSize === 100 ? largeNames : shareOf(widths, width, largeNames)

  it.each(
    places.flatMap(([width, height]) => locales.map((locale) => [width, height, locale] as const)),
  )('all of the bar is in sight on a screen of %i × %i: %s', async (width, height, locale) => {
    const harness = await openScreen('completing', { display })
    await page.viewport(width, height)
    for (const name of namesAt(width))
      for (const assisted of textSize > 100 ? ([{}, { assisted: true }] as const) : [{}]) {
        const of = [name, ...Object.keys(assisted)].join(' ')
        await harness.showScreen(name, { locale, display, ...assisted, clinic: longClinic })
        await expect.poll(() => rectOf(mark().closest('section')!).bottom).toBe(height)
        const { top, bottom } = rectOf(mark().closest('section')!)
        const shown = inBar().filter((each) => each.getClientRects().length > 0)
        const parts = [...new Set([mark(), ...shown])]
        const met = parts.filter((one, at) => parts.slice(at + 1).some((two) => overlap(one, two)))
        expect(
          met.map(({ textContent }) => textContent),
          of,
        ).toEqual([])
        for (const element of shown) {
          const rect = rectOf(element)
          const words = element.textContent.trim()
          expect([words, rect.top >= top, rect.bottom <= bottom, rect.left >= 0], of).toEqual([
            words,
            ...[true, true, true],
          ])
          expect(rect.right, [of, words].join(' ')).toBeLessThanOrEqual(width)
          if (element.matches('button'))
            expect(rect.height, words).toBeGreaterThanOrEqual(leastButton)
          if (textSize > 100 || element !== mark())
            expect(element.scrollWidth, words).toBeLessThanOrEqual(element.clientWidth + 1)
        }
        if (/files|handout|unheard|expired/.test(name))
          await sees(
            page
              .getByRole('status')
              .filter({ hasText: /phone|teléfono|pap|Help|Ayuda|over|tiempo/ })
              .first(),
          )
        expect(rectOf(mark()).width, of).toBeGreaterThanOrEqual(leastMark)
        await sees(page.getByRole('button', { name: m.kiosk_display_language({}, { locale }) }))
      }
  })
})
