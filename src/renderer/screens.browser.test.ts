import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { View } from '../shared/ipc.ts'
import {
  cut,
  undersizedTargets,
  violations,
} from '../../test/harness/renderer/accessibility-checks.ts'
import { PageHarness, sizes } from '../../test/harness/renderer/page-harness.ts'
import {
  clinic,
  hostileColors,
  longClinic,
  overlays,
  screens,
  viewOf,
} from '../../test/harness/renderer/views.ts'

const locales = ['en', 'es'] as const
const cases = Object.entries(screens)
const overlayCases = Object.entries(overlays)

/** Elements whose content does not fit into them, and texts that leave the screen; a long list is scrolled to. */
function overflowing(): string[] {
  const hasLongList = document.querySelectorAll('main li').length > 2
  const isSeen = (element: Element) =>
    !element.closest('.unseen, ul, svg') &&
    !(hasLongList && element.matches('.kiosk, main, .controls'))
  return [...document.querySelectorAll('.kiosk, .kiosk *')]
    .filter((element) => {
      const { clientWidth, clientHeight, scrollWidth, scrollHeight } = element
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const outside = left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1
      const holdsBlock = element.matches('.kiosk, main, header, footer, .controls, .ask, dialog')
      const overflows = scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1
      return isSeen(element) && (outside || (holdsBlock && overflows))
    })
    .map(({ tagName, className, scrollHeight, clientHeight }) =>
      [tagName, className, scrollHeight - clientHeight].join(' '),
    )
}

async function expectSound(view: View): Promise<void> {
  expect({ size: innerWidth, small: undersizedTargets(), over: overflowing() }).toEqual({
    size: innerWidth,
    small: [],
    over: [],
  })
  expect(await violations()).toEqual([])
  expect(document.documentElement.lang).toBe(view.locale)
}

describe.each(Object.keys(sizes) as (keyof typeof sizes)[])('in %s', (size) => {
  describe.each(locales)('in %s', (locale) => {
    it.each(cases)('%s is accessible, in reach and fits', async (_, screen) => {
      const view = viewOf(screen, { locale })
      await PageHarness.open(view, size)
      await expectSound(view)
    })

    it.each(overlayCases)('the overlay %s is accessible, in reach and fits', async (_, overlay) => {
      const view = viewOf(screens['completing-unnamed']!, { locale, overlay })
      await PageHarness.open(view, size)
      await expectSound(view)
    })
  })

  it.each(cases)('%s fits below a very long clinic name', async (_, screen) => {
    await PageHarness.open(viewOf(screen, { locale: 'es', clinic: longClinic }), size)
    expect(overflowing()).toEqual([])
  })
})

const large = [
  ['200 %, upright', 1080, 1920, 200],
  ['200 %, lying', 1024, 768, 200],
  ['200 % of zoom, upright', 540, 960, 100],
  ['200 % of zoom, lying', 512, 384, 100],
  ['400 % of zoom', 320, 480, 100],
] as const

describe.each(large)('at %s', (_, width, height, textSize) => {
  const display = { textSize, theme: 'standard' } as const
  it.each([
    ...cases.map(([name, screen]) => [name, screen, null] as const),
    ...overlayCases.map(([name, overlay]) => [name, screens['contact-phone']!, overlay] as const),
  ])('%s is scrolled, and nothing of it is cut', async (name, screen, overlay) => {
    await PageHarness.open(viewOf(screen, { locale: 'es', display, overlay }))
    await page.viewport(width, height)
    expect([name, ...cut()]).toEqual([name])
    // In a browser that draws all larger, keys are small in px alone.
    if (textSize > 100) expect(undersizedTargets()).toEqual([])
  })
})

const fontSize = () => parseFloat(getComputedStyle(document.documentElement).fontSize)

it('is twice as large at 200 %', async () => {
  const harness = await PageHarness.open(viewOf(screens['welcome']!))
  const usual = fontSize()
  const display = { textSize: 200, theme: 'standard' } as const
  await harness.show(viewOf(screens['welcome']!, { display }))
  expect(fontSize()).toBeCloseTo(2 * usual, 1)
})

it.each(Object.entries(sizes))(
  'grows with the zoom of a browser: %s',
  async (_, [width, height]) => {
    await PageHarness.open(viewOf(screens['welcome']!))
    await page.viewport(width, height)
    const usual = fontSize()
    // At 200 % there are half as many px, and each is twice as large.
    await page.viewport(width / 2, height / 2)
    expect(2 * fontSize()).toBeGreaterThan(1.9 * usual)
  },
)

describe.each(['contrastLight', 'contrastDark'] as const)('in the colours %s', (theme) => {
  const display = { textSize: 100, theme } as const
  it.each(cases)('%s keeps its contrast', async (_, screen) => {
    await PageHarness.open(viewOf(screen, { display }))
    expect(await violations('color-contrast-enhanced')).toEqual([])
  })
  it.each(overlayCases)('the overlay %s keeps its contrast', async (_, overlay) => {
    await PageHarness.open(viewOf({ name: 'matching' }, { display, overlay }))
    expect(await violations('color-contrast-enhanced')).toEqual([])
  })
})

describe.each(hostileColors)('with the clinic colour %s', (color) => {
  const hostile = { ...clinic, color, logoLetterColor: color }

  it.each(cases)('%s keeps its contrast', async (_, screen) => {
    await PageHarness.open(viewOf(screen, { clinic: hostile }))
    expect(await violations('color-contrast')).toEqual([])
  })

  it.each(overlayCases)('the overlay %s keeps its contrast', async (_, overlay) => {
    await PageHarness.open(viewOf({ name: 'matching' }, { clinic: hostile, overlay }))
    expect(await violations('color-contrast')).toEqual([])
  })
})
