import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { m } from '../../i18n/paraglide/messages.js'
import { press, sees, violations } from '#harness/renderer/on-page.ts'
import { locales, openScreen, sizeNames } from '#harness/renderer/page-harness.ts'
import { shareOf } from '#harness/renderer/spread.ts'
import { screens } from '#harness/renderer/views.ts'

const assisted = { assisted: true } as const
const rectOf = (element: Element) => element.getBoundingClientRect()

/** Checks if two of these overlap, or one reaches beyond the screen. */
function collide(): boolean {
  const rects = [...document.querySelectorAll('footer button, footer .standing p')]
    .map(rectOf)
    .toSorted((one, other) => one.left - other.left)
  const isOut = rects.some(({ left, right }) => left < 0 || right > innerWidth)
  return isOut || rects.some(({ right }, at) => right > (rects[at + 1]?.left ?? Infinity))
}

describe('a visit that staff help with', () => {
  const names = Object.keys(screens).filter((name) => /^(completing|code|choose|birth)/.test(name))
  it.each(sizeNames)('says so beside the other buttons in %s', async (size) => {
    const harness = await openScreen('completing', assisted, size)
    for (const name of shareOf(sizeNames, size, names))
      for (const locale of locales) {
        await harness.showScreen(name, { locale, ...assisted })
        // Words about a file replace theirs for a while; the words for leaving stay.
        const isNoted = /files|handout|unheard|expired|offline/.test(name)
        const words = isNoted ? m.kiosk_assisted_done : m.kiosk_assisted
        await sees(page.getByText(words({}, { locale })))
        expect([name, locale, collide()]).toEqual([name, locale, false])
      }
  })

  it('ends by a tap', async () => {
    const harness = await openScreen('completing', assisted)
    await press(page.getByRole('button', { name: 'Done helping' }))
    expect(harness.commands).toEqual([{ type: 'doneHelping' }])
    expect(await violations()).toEqual([])
  })

  it('says nothing of it otherwise', async () => {
    await openScreen('completing')
    expect(document.querySelector('.standing')).toBeNull()
  })
})
