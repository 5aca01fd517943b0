import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-svelte'
import { elementOf } from '../../test/harness/forms/element-of.ts'
import FormHost from '../../test/harness/forms/form-host.svelte'

const screen = { width: 1080, height: 1920 }
/** mm of a pixel of this screen on a kiosk of 22 inches. */
const mmOfPixel = (22 * 25.4) / Math.hypot(screen.width, screen.height)

afterEach(() => page.viewport(screen.width, screen.height))

/** Height of a capital letter in px, by the metrics of the font that is drawn. */
function capitalHeight(element: Element): number {
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(element)
  const context = document.createElement('canvas').getContext('2d')!
  context.font = `${fontWeight} ${fontSize} ${fontFamily}`
  return context.measureText('H').actualBoundingBoxAscent
}

it.each([
  [100, 4.8],
  [200, 7.3],
])('at %i %% its capital letters are %f mm high or more', async (percent, least) => {
  const scale = percent / 100
  await page.viewport(screen.width / scale, screen.height / scale)
  const elements = [elementOf('textInput', { id: 1, label: 'Allergies' })]
  const form = { name: 'Intake', sections: [{ id: 1, name: 'Page', elements }] }
  await render(FormHost, { form })
  await document.fonts.load('24px "Atkinson Hyperlegible Next Variable"')
  const heights = [document.documentElement, document.querySelector('label')!].map(capitalHeight)
  for (const height of heights) expect(height * scale * mmOfPixel).toBeGreaterThanOrEqual(least)
})
