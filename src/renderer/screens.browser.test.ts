import { describe, expect, it } from 'vitest'
import type { View } from '../shared/ipc.ts'
import { undersizedTargets, violations } from '../../test/harness/renderer/accessibility-checks.ts'
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

/** Elements whose content does not fit into them, and texts that leave the screen. */
function overflowing(): string[] {
  const isSeen = (element: Element) => !element.closest('.unseen, ul, svg')
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
